import type { KeyDomainVerdict } from '../../questions/question.js';
import { type ApiHost, type HostWord, hostOfUrl, readHost } from './hosts.js';
import { isRentable } from './key-home.js';
import { type KeyName, type KeyRun, parseKeyName } from './key-name.js';
import { namesLibrary, ownsHost } from './known-owners.js';
import { acronymOf, plainText, splitWords } from './name-words.js';

export { hostsInText } from './hosts.js';

/** The names and hosts that the check compares; it is never given the value of a key. */
export interface KeyDomainInput {
  /** `requiredServerParams`. */
  readonly keys: readonly string[];
  /** May contain placeholders; undefined or empty if a tool makes its own requests. */
  readonly root: string | undefined;
  readonly namespace: string;
  readonly name?: string | undefined;
  readonly docs?: readonly string[] | undefined;
  /** Hosts in the module's text, see `hostsInText`. */
  readonly hosts?: readonly string[] | undefined;
  /** `requiredLibraries`; a company's SDK among them may call hosts that the schema does not name. */
  readonly libraries?: readonly string[] | undefined;
}

interface Api extends KeyDomainInput {
  readonly known: readonly ApiHost[];
  readonly rootHost: string | undefined;
  /** Registrable domain of the root; undefined if the root is missing, a placeholder or a stand-in. */
  readonly domain: string | undefined;
  /** Whether the root's domain shows who runs the API: only then can a key belong to somebody else. */
  readonly attributable: boolean;
}

/** The result for one key; `clause` describes it without naming the API. */
interface Finding {
  readonly outcome: KeyDomainVerdict['outcome'];
  readonly key: string;
  readonly owner: string;
  readonly clause: string;
}

/**
 * Judges whether a schema's key names belong to its API (grading-rules §5; spec 09 "API-Key Hygiene" rule 3),
 * for Q-single-test-03 and the veto api-key-domain-mismatch.
 *
 * - `agrees`: the key names a known company and the root is one of its hosts (if the root names no domain, a
 *   host in the docs or the text is enough), or the key contains a name of the API: a label of a host, parts
 *   of a label or their acronym, the namespace, or the schema's name.
 * - `foreign`: the key names a known company and nothing else, the root is a real domain of someone else, and nothing
 *   at all connects the key with the API. If the root is missing, a placeholder, a stand-in or a name rented from a
 *   hosting company, the API's owner is unknown, and the outcome is never `foreign`.
 * - `unclear`: everything else, including a known company's key that only the namespace or a look-alike host connects
 *   with the API.
 *
 * For several keys, the worst outcome counts: `foreign` if one is foreign, `agrees` only if all agree. The first key
 * with the worst outcome provides the evidence; if all agree, all of them do.
 *
 * @returns null if the schema needs no keys.
 */
export function judgeKeyDomains(input: KeyDomainInput): KeyDomainVerdict | null {
  if (input.keys.length === 0) return null;
  const api = readApi(input);
  const findings = [...new Set(input.keys)].map((key) => judgeKey(parseKeyName(key), api));
  const worst = (['foreign', 'unclear'] as const)
    .map((outcome) => findings.find((finding) => finding.outcome === outcome))
    .find((finding) => finding !== undefined);
  const place = api.domain ? `the API at ${api.domain}` : 'an API whose root names no fixed domain';
  const evidence = `For ${place}, ${worst?.clause ?? findings.map((finding) => finding.clause).join('; ')}.`;
  if (worst?.outcome === 'foreign')
    return { outcome: 'foreign', key: worst.key, owner: worst.owner, evidence };
  return { outcome: worst ? 'unclear' : 'agrees', evidence };
}

function readApi(input: KeyDomainInput): Api {
  const host = input.root === undefined ? undefined : hostOfUrl(input.root);
  const root = host === undefined ? undefined : readHost(host);
  const docs = (input.docs ?? []).flatMap((url) => hostOfUrl(url) ?? []);
  const names = new Set([...(host ? [host] : []), ...docs, ...(input.hosts ?? [])]);
  return {
    ...input,
    known: [...names].map((name) => readHost(name.toLowerCase())),
    rootHost: root?.host,
    domain: root?.domain,
    attributable: root?.domain !== undefined && !root.rented && !isRentable(root.host),
  };
}

function judgeKey(name: KeyName, api: Api): Finding {
  const { key, accused } = name;
  const owner = accused?.provider.owner ?? '';
  const ties = [
    tieToOwner(name, api),
    tieToHosts(name, api.known, (host) => isProof(host, api)),
    tieToClaims(name, { namespace: api.namespace, name: api.name, hosts: api.known }),
  ].flatMap((tie) => tie ?? []);
  const agreed = ties.find((tie) => tie.level === 'agrees');
  if (agreed) return { outcome: 'agrees', key, owner, clause: `${key} ${agreed.because}` };
  const said = accused ? `${key} is a key of ${owner} and ` : `${key} `;
  if (accused && ties.length === 0 && api.attributable) {
    return { outcome: 'foreign', key, owner, clause: `${said}the schema uses no host of ${owner}` };
  }
  const because = ties[0]?.because ?? 'carries no name that the hosts, the namespace or the schema go by';
  return { outcome: 'unclear', key, owner, clause: `${said}${because}` };
}

/**
 * Whether a host can show where a known company's key goes. A host that anybody can rent never can. If the root names a
 * domain, only the root's host can: a host found in the text may just be that of a link to documentation.
 */
function isProof({ host }: ApiHost, { domain, rootHost }: Api): boolean {
  return (domain === undefined || host === rootHost) && !isRentable(host);
}

/**
 * If all company names in a key are short forms, any host of one of these companies is enough, because the key is never
 * held back.
 */
function tieToOwner(name: KeyName, api: Api): Tie | undefined {
  const isShort = name.owners.every(({ strength }) => strength === 'short');
  let doubt: Tie | undefined;
  for (const { provider } of name.owners) {
    const hosts = api.known.filter(({ host }) => ownsHost(provider, host));
    const host = hosts.find((known) => isShort || isProof(known, api));
    if (host)
      return {
        level: 'agrees',
        because: `is a key of ${provider.owner}, whose host ${host.host} the schema uses`,
      };
    const library = api.libraries?.find((candidate) => namesLibrary(provider, candidate));
    if (library)
      return {
        level: 'agrees',
        because: `is a key of ${provider.owner}, whose library ${library} the schema needs`,
      };
    if (hosts[0]) doubt ??= { level: 'doubt', because: `the schema only mentions ${hosts[0].host}` };
  }
  return suppliesRoot(name.key, api.root)
    ? { level: 'agrees', because: 'is itself the address of the API' }
    : doubt;
}

/** In `{{NODE_URL}}/…`, the key is the API's whole host, so there is no other host it could leak to. */
function suppliesRoot(key: string, root: string | undefined): boolean {
  const slot = /^\s*(?:(?:https?|wss?):\/\/)?\{\{(?:SERVER_PARAM:)?([^{}]+)\}\}(?=[/?#:]|$)/i.exec(
    root ?? '',
  );
  return slot?.[1] === key.replace(/^SERVER_PARAM:/, '');
}

/** A connection between a key and an API. A connection of level `doubt` only prevents the veto. */
interface Tie {
  readonly level: 'agrees' | 'doubt';
  /** Completes the sentence "KEY …". */
  readonly because: string;
}

/**
 * Finds, in a key, a name of the API. The name of a known company counts only if it is exactly the API's
 * registrable label: anyone can put `facebook` in front of a domain of their own, rent it as a name below a
 * hosting company's domain, or register `facebook-api.com`.
 *
 * @param isProof whether a host can show where a known company's key goes
 */
function tieToHosts(
  key: KeyName,
  hosts: readonly ApiHost[],
  isProof: (host: ApiHost) => boolean,
): Tie | undefined {
  let doubt: Tie | undefined;
  for (const known of hosts) {
    const { host, words } = known;
    for (const word of words) {
      for (const run of key.runs) {
        const level = compareWithHost(run, word, isProof(known));
        if (level === 'agrees') return { level, because: `carries the name of the host ${host}` };
        if (level === 'doubt') doubt ??= { level, because: `only resembles the host ${host}` };
      }
    }
  }
  return doubt;
}

/**
 * Finds, in a key, a name that the schema gives itself. Authors choose that name freely, so if the schema has a
 * real host, the name does not prove that a known company's key goes to that company.
 */
function tieToClaims(
  key: KeyName,
  { namespace, name, hosts }: { namespace: string; name?: string | undefined; hosts: readonly ApiHost[] },
): Tie | undefined {
  const company = key.accused !== undefined || key.owners.some((owner) => owner.strength === 'name');
  const level = company && hosts.some((host) => host.domain !== undefined) ? 'doubt' : 'agrees';
  const runs = key.runs.filter((run) => !run.generic);
  if (wordsOfName(namespace).some((word) => runs.some((run) => compare(run, word)))) {
    return { level, because: `carries the name of the namespace ${namespace}` };
  }
  const title = name === undefined ? [] : wordsOfName(name);
  const short = name === undefined ? undefined : acronymOf(splitWords(name));
  if (runs.some((run) => title.includes(run.text) || startsAcronym(run, short))) {
    return { level, because: 'carries the name of the schema' };
  }
  return undefined;
}

function compareWithHost(run: KeyRun, word: HostWord, isProof: boolean): Tie['level'] | undefined {
  const found = compare(run, word.text);
  if (!found) return undefined;
  if (run.generic) return found === 'same' && word.registrable ? 'agrees' : undefined;
  if (!run.known) return 'agrees';
  return found === 'same' && word.registrable && run.bare && isProof ? 'agrees' : 'doubt';
}

/**
 * `loose`: the key shortens the word (`IUCN`, iucnredlist), lengthens it a little (`ELECTRICITYMAPS`, electricitymap)
 * or is contained in it (`CONGRESS`, uscongress). A part of a key needs more letters for a match than a whole key.
 */
function compare(run: KeyRun, word: string): 'same' | 'loose' | undefined {
  const { text } = run;
  if (text === word) return 'same';
  if (text.length >= (run.whole ? 3 : 5) && word.startsWith(text)) return 'loose';
  if (text.length >= 5 && word.includes(text)) return 'loose';
  if (word.length >= 6 && word.length * 4 >= text.length * 3 && text.startsWith(word)) return 'loose';
  return undefined;
}

/**
 * A schema's name may go on after the words that the key stands for: `ORS` also matches "OpenRouteService directions".
 */
function startsAcronym(run: KeyRun, acronym: string | undefined): boolean {
  return run.whole && run.text.length >= 3 && acronym?.startsWith(run.text) === true;
}

function wordsOfName(name: string): string[] {
  const words = splitWords(name);
  const acronym = acronymOf(words);
  return [
    plainText(name),
    ...words.map(plainText).filter((word) => word.length >= 3),
    ...(acronym ? [acronym] : []),
  ];
}

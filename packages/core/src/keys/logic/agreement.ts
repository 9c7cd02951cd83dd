import type { ApiHost, HostWord } from './hosts.js';
import type { KeyName, KeyRun } from './key-name.js';
import { acronymOf, plainText, splitWords } from './plain-text.js';

/** A connection between a key and an API; `doubt` prevents only the veto. */
export interface Tie {
  readonly level: 'agrees' | 'doubt';
  /** Completes the sentence "KEY …". */
  readonly because: string;
}

/**
 * Finds a name of the API in a key. The name of a known company counts only if it is exactly the API's
 * registrable label: anyone can put `facebook` before a domain of their own, rent it below the domain of a
 * hosting company, or register `facebook-api.com`.
 *
 * @param isProof whether a host can show where a known company's key goes
 */
export function tieToHosts(
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
 * Finds a name that the schema gives itself in a key. Authors choose that name freely, so if there is a real
 * host, it does not prove that a known company's key goes to that company.
 */
export function tieToClaims(
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
 * `loose`: the key shortens the word (`IUCN`, iucnredlist), lengthens it a little (`ELECTRICITYMAPS`,
 * electricitymap) or is contained in it (`CONGRESS`, uscongress). A part of a key needs more letters than a
 * whole one.
 */
function compare(run: KeyRun, word: string): 'same' | 'loose' | undefined {
  const { text } = run;
  if (text === word) return 'same';
  if (text.length >= (run.whole ? 3 : 5) && word.startsWith(text)) return 'loose';
  if (text.length >= 5 && word.includes(text)) return 'loose';
  if (word.length >= 6 && word.length * 4 >= text.length * 3 && text.startsWith(word)) return 'loose';
  return undefined;
}

/** Titles are prose: `ORS` also stands for "OpenRouteService directions". */
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

import { genericHostLabels } from './known-providers-key-words.js';
import { acronymOf, plainText } from './plain-text.js';
import { parseDomain } from './public-suffixes.js';

/** A word a host goes by. */
export interface HostWord {
  readonly text: string;
  /** The registrable label itself, not a part of it or a label before it. */
  readonly registrable: boolean;
}

/** A host, read for the names it goes by. */
export interface ApiHost {
  readonly host: string;
  /** Registrable domain (eTLD+1, private suffixes included); undefined where nobody owns the name. */
  readonly domain: string | undefined;
  /** Below a suffix where a hosting company rents names out: its customer may be anyone. */
  readonly rented: boolean;
  readonly words: readonly HostWord[];
}

/** Stands for a placeholder or an expression within a host. */
const gap = '*';

/** RFC 2606 names and plain words of authors who have no fixed host. */
const standIn = /(^|[.-])(dummy|placeholder|fake|localhost)([.-]|$)|(^|\.)example\.(com|net|org)$/;

/** Where host names stand in a source: URLs, quoted bare names, ends that something is put before. */
const hostPatterns = [
  /\b(?:https?|wss?):\/\/([^\s/"'`?#\\<>()|,;\]]+)/gi,
  /["'`]((?:[a-z0-9-]+\.){2,}[a-z]{2,})(?=[/:"'`])/gi,
  /["'`}]\.((?:[a-z0-9-]+\.)+[a-z]{2,})(?=[/:?"'`])/gi,
];

/**
 * Every host name that stands literally in a module's text: in URLs, as a quoted bare name of three
 * labels or more (`x-rapidapi-host`), or as an end that code puts something before (`'.infura.io'`).
 * Placeholders (`{{NAME}}`, `--name--`) and template expressions drop the labels they touch, so
 * `https://--net--.infura.io` gives `infura.io`.
 *
 * @returns lower-case host names, unique, by code unit.
 */
export function hostsInText(text: string): string[] {
  const marked = markGaps(text);
  const found = hostPatterns.flatMap((pattern, at) =>
    [...marked.matchAll(pattern)]
      .flatMap((match) => cleanHost(match[1] ?? '') ?? [])
      .filter((host) => host.includes('.') && (at === 0 || parseDomain(host).isIcann === true)),
  );
  return [...new Set(found)].sort();
}

/** The host of a URL that may hold placeholders; undefined where none is left. */
export function hostOfUrl(url: string): string | undefined {
  const match = /^\s*(?:https?|wss?):\/\/([^\s/?#]+)/i.exec(markGaps(url));
  return match ? cleanHost(match[1] ?? '') : undefined;
}

/** Reads a host for the names it goes by. */
export function readHost(host: string): ApiHost {
  const read = parseDomain(host, { allowPrivateDomains: true });
  const owned = read.domain !== null && (read.isIcann === true || read.isPrivate === true);
  const label = owned ? (read.domainWithoutSuffix ?? '') : '';
  const domain = owned && !standIn.test(host) ? (read.domain ?? undefined) : undefined;
  if (read.isIp) return { host, domain: undefined, rented: false, words: [] };
  const rest = (owned ? (read.subdomain ?? '') : host)
    .split('.')
    .filter((part) => !genericHostLabels.has(part));
  const words = [
    ...(owned ? [exact(label), exact(read.domain ?? '')] : []),
    ...(owned ? [label, ...rest] : rest).flatMap(wordsOfLabel),
    partial([...rest, label].join('')),
  ];
  return {
    host,
    domain,
    rented: read.isPrivate === true,
    words: words.filter((word) => word.text.length > 1),
  };
}

function wordsOfLabel(label: string): HostWord[] {
  const parts = label.split('-').filter((part) => part !== '');
  const acronym = acronymOf(parts);
  const named = parts.filter((part) => !genericHostLabels.has(part));
  return [partial(label), ...named.map(partial), ...(acronym ? [partial(acronym)] : [])];
}

function exact(text: string): HostWord {
  return { text: plainText(text), registrable: true };
}

function partial(text: string): HostWord {
  return { text: plainText(text), registrable: false };
}

function markGaps(text: string): string {
  return text
    .replace(/\{\{[^{}]*\}\}/g, gap)
    .replace(/\$\{[^{}]*\}/g, gap)
    .replace(/--[a-z][a-z0-9-]*?--/gi, gap);
}

/** Only what follows the last gap is sure, and of that only whole labels. */
function cleanHost(raw: string): string | undefined {
  const host = raw
    .toLowerCase()
    .replace(/^.*@/, '')
    .replace(/:\S*$/, '')
    .replace(/^\.+|\.+$/g, '');
  const labels = host.split('.');
  const sure = labels.slice(labels.findLastIndex((label) => /[*{}]/.test(label)) + 1).join('.');
  return sure === '' || !parseDomain(sure).hostname ? undefined : sure;
}

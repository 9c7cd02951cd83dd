import { createRequire } from 'node:module';
import { acronymOf, genericHostLabels, plainText } from './name-words.js';

type Tldts = typeof import('tldts');

let library: Tldts | null = null;

/**
 * Splits a host or an address according to the list of public suffixes.
 *
 * The library is CommonJS with the whole list in one file. An import would scan that file for exported names,
 * which takes ten times as long as loading it. The library is pure, so loading it late changes no result.
 */
export function parseDomain(...args: Parameters<Tldts['parse']>): ReturnType<Tldts['parse']> {
  library ??= createRequire(import.meta.url)('tldts') as Tldts;
  return library.parse(...args);
}

/** Registrable domain (eTLD+1) of an address; null if it has none. */
export function rootDomainOf(address: string): string | null {
  return parseDomain(address).domain;
}

/**
 * Whether two addresses share their registrable domain. Subdomains do not matter (spec 03,
 * Root-Domain-Match).
 */
export function isSameRootDomain(a: string, b: string): boolean {
  const domain = rootDomainOf(a);
  return domain !== null && domain === rootDomainOf(b);
}

/** Whether an address names an IP address or a domain that can be registered; `https://--net--.infura.io` does not. */
export function namesDomain(address: string): boolean {
  const { domain, isIcann, isIp } = parseDomain(address);
  return isIp === true || (domain !== null && isIcann === true);
}

export interface HostWord {
  readonly text: string;
  /** Whether the name is the whole registrable label or domain, not a part of it or a label before it. */
  readonly registrable: boolean;
}

/** A host and the names it contains. */
export interface ApiHost {
  readonly host: string;
  /**
   * Registrable domain (eTLD+1, private suffixes included); undefined for an IP address, a stand-in, or a host without
   * a known suffix.
   */
  readonly domain: string | undefined;
  /** Whether the host is below a suffix under which a hosting company rents out names, so anyone may be behind it. */
  readonly rented: boolean;
  readonly words: readonly HostWord[];
}

/** Stands for a placeholder or an expression in a host. */
const gap = '*';

/** RFC 2606 names, and stand-ins used by authors without a fixed host. */
const standIn = /(^|[.-])(dummy|placeholder|fake|localhost)([.-]|$)|(^|\.)example\.(com|net|org)$/;

/** Where host names occur in a source: in URLs, as quoted bare names, or as endings that code completes. */
const hostPatterns = [
  /\b(?:https?|wss?):\/\/([^\s/"'`?#\\<>()|,;\]]+)/gi,
  /["'`]((?:[a-z0-9-]+\.){2,}[a-z]{2,})(?=[/:"'`])/gi,
  /["'`}]\.((?:[a-z0-9-]+\.)+[a-z]{2,})(?=[/:?"'`])/gi,
];

/**
 * Finds every host name written out in a module's text: in URLs, as a quoted bare name of at least three
 * labels (`x-rapidapi-host`), or as an ending that code completes (`'.infura.io'`). Labels that touch a
 * placeholder (`{{NAME}}`, `--name--`) or a template expression are dropped, so `https://--net--.infura.io`
 * gives `infura.io`.
 *
 * @returns lower-case host names without duplicates, sorted by code unit.
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

/** Host of a URL that may contain placeholders; undefined if nothing of the host is left without them. */
export function hostOfUrl(url: string): string | undefined {
  const match = /^\s*(?:https?|wss?):\/\/([^\s/?#]+)/i.exec(markGaps(url));
  return match ? cleanHost(match[1] ?? '') : undefined;
}

/** Splits a host into its names. */
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

/** Keeps only the whole labels after the last gap, because the rest of the host is not known. */
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

import type { Meaning } from './meaning.js';

/**
 * What the runtime hands to a handler and what of it holds the prepared request, server params among it
 * (Schemas-Spec 4.2.0, chapter 05: keys are put into address and headers by the runtime). `payload` also
 * holds the caller's values; a member that is not listed is one of them. An empty list: all of it.
 */
const CARRIERS: Readonly<Record<string, readonly string[]>> = {
  struct: ['url', 'headers', 'body', 'request', 'requestInit', 'options'],
  payload: ['url', 'headers', 'body', 'serverParams', 'options'],
  serverParams: [],
};

/** Path of the carrier that is meant, `payload.headers`; undefined if no key can be in it. */
export function carrierOf(meaning: Meaning): string | undefined {
  for (const steps of handedSteps(meaning)) {
    const [name, member] = steps;
    const members = typeof name === 'string' && Object.hasOwn(CARRIERS, name) ? CARRIERS[name] : undefined;
    if (!name || !members) continue;
    if (member === undefined) return name;
    if (members.length === 0 || member === null) return `${name}.${member ?? '[…]'}`;
    if (members.includes(member)) return `${name}.${member}`;
  }
  return undefined;
}

/** Is the address meant that the runtime prepared? */
export function isPreparedAddress(meaning: Meaning): boolean {
  return handedSteps(meaning).some(
    ([name, member]) => (name === 'struct' || name === 'payload') && member === 'url',
  );
}

/** Name of the injected library that is meant, if it is one. */
export function libraryOf(meaning: Meaning): string | undefined {
  for (const [name, library] of handedSteps(meaning)) {
    if (name === 'libraries' && typeof library === 'string') return library;
  }
  return undefined;
}

/** Members as seen from what the runtime hands over: `({ struct })`, `(struct)` and `(given) => given.struct`. */
function handedSteps(meaning: Meaning): (readonly (string | null)[])[] {
  if (meaning.kind !== 'parameter') return [];
  return meaning.picked ? [meaning.path] : [[meaning.name, ...meaning.path], meaning.path];
}

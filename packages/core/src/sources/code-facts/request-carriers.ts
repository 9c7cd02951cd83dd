import type { Meaning } from './meaning.js';

/**
 * Arguments that the runtime passes to a handler, and their members that hold the prepared request, including server
 * params (Schemas-Spec 4.2.0, chapter 05: the runtime puts keys into address and headers). `payload` also holds the
 * caller's values: any member not listed here. An empty list stands for the whole argument.
 */
const CARRIERS: Readonly<Record<string, readonly string[]>> = {
  struct: ['url', 'headers', 'body', 'request', 'requestInit', 'options'],
  payload: ['url', 'headers', 'body', 'serverParams', 'options'],
  serverParams: [],
};

/** Path of the carrier that an expression refers to, such as `payload.headers`; undefined if it cannot hold a key. */
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

/** Checks whether an expression refers to the address that the runtime prepared. */
export function isPreparedAddress(meaning: Meaning): boolean {
  return handedSteps(meaning).some(
    ([name, member]) => (name === 'struct' || name === 'payload') && member === 'url',
  );
}

/** Name of the injected library that an expression refers to, if any. */
export function libraryOf(meaning: Meaning): string | undefined {
  for (const [name, library] of handedSteps(meaning)) {
    if (name === 'libraries' && typeof library === 'string') return library;
  }
  return undefined;
}

/** Members as seen from the runtime's argument: `({ struct })`, `(struct)` and `(given) => given.struct`. */
function handedSteps(meaning: Meaning): (readonly (string | null)[])[] {
  if (meaning.kind !== 'parameter') return [];
  return meaning.picked ? [meaning.path] : [[meaning.name, ...meaning.path], meaning.path];
}

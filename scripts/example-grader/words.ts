import { NAME_VERBS, SENTENCE_VERBS, STOP_WORDS } from './word-lists.js';

/** Words in lower case; a hyphen or an apostrophe does not end one. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Sentences; a point inside of a number or a host ends none. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => /\p{L}/u.test(sentence));
}

/** `getWaterLevel`, `water_level`, `water-level` → its words in lower case. */
export function splitName(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

/** The singular, as far as the last letters tell. */
export function stemOf(word: string): string {
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

/** The same word, or two of one family: six letters in common (prediction, predicted). */
export function sameWord(a: string, b: string): boolean {
  const [left, right] = [stemOf(a), stemOf(b)];
  return left === right || (left.length >= 6 && right.length >= 6 && left.slice(0, 6) === right.slice(0, 6));
}

/** Words with a capital that do not begin a sentence: in English, names. */
export function properNames(text: string): string[] {
  return sentencesOf(text)
    .flatMap((sentence) => sentence.split(/\s+/).slice(1))
    .map((word) => word.replace(/[^\p{L}-]/gu, ''))
    .filter((word) => /^\p{Lu}\p{Ll}+/u.test(word));
}

/** Does one of the words occur, in whatever form? */
export function holdsWord(words: readonly string[], word: string): boolean {
  return words.some((candidate) => sameWord(candidate, word));
}

/** Words about the subject, each once. */
export function contentWords(text: string): string[] {
  const words = wordsOf(text).filter((word) => word.length > 2 && !STOP_WORDS.has(word));
  return [...new Set(words.map(stemOf))];
}

/** Words two texts share, by those they have together: 0 to 1. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((word) => b.includes(word)).length;
  const together = new Set([...a, ...b]).size;
  return together === 0 ? 0 : shared / together;
}

export type VerbKind = keyof typeof NAME_VERBS | 'none';

/** What the first word of a tool's name promises. */
export function verbKindOf(tool: string): VerbKind {
  const verb = splitName(tool)[0] ?? '';
  const found = Object.entries(NAME_VERBS).find(([, verbs]) => verbs.has(verb));
  return (found?.[0] as VerbKind | undefined) ?? 'none';
}

export type Voice = 'third person' | 'imperative' | 'other';

/** How a sentence begins: "Returns …", "Return …", or neither. */
export function voiceOf(sentence: string): Voice {
  const first = wordsOf(sentence)[0] ?? '';
  if (SENTENCE_VERBS.has(first)) return 'imperative';
  const bases = [/s$/, /es$/].map((ending) => first.replace(ending, ''));
  return bases.some((base) => base !== first && SENTENCE_VERBS.has(base)) ? 'third person' : 'other';
}

/** How a key is written; a single lower-case word fits every style. */
export function casingOf(key: string): 'any' | 'camelCase' | 'snake_case' | 'kebab-case' | 'other' {
  if (/^[a-z0-9]+$/.test(key)) return 'any';
  if (/^[a-z][a-zA-Z0-9]*$/.test(key)) return 'camelCase';
  if (/^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(key)) return 'snake_case';
  return /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(key) ? 'kebab-case' : 'other';
}

/** A set of phrases, found by their first word. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** A word: letters, digits and underscores, with apostrophes inside. */
export const WORD = /[\p{L}\p{M}\p{N}_]+(?:'[\p{L}\p{M}]+)*/gu;

const CONTRACTED = new Map([
  ['cannot', ['can', 'not']],
  ["can't", ['can', 'not']],
  ["won't", ['will', 'not']],
  ["shan't", ['shall', 'not']],
  ['dont', ['do', 'not']],
]);

/** The words that a word in lower case is read as: `don't` is two. */
export function partsOf(word: string): readonly string[] {
  const known = CONTRACTED.get(word);
  if (known) return known;
  return word.endsWith("n't") ? [word.slice(0, -"n't".length), 'not'] : [word];
}

/** For each part of a contracted word, all words that are read as such a part. */
const CONTRACTIONS = new Map<string, string[]>();
for (const [word, parts] of CONTRACTED) {
  for (const part of parts) CONTRACTIONS.set(part, [...(CONTRACTIONS.get(part) ?? []), word]);
}

/** For the longest word of each phrase, by its hash: the sets that have the phrase. */
const setsByHash = new Map<number, Set<Phrases>>();

/** Builds a set of phrases: `phrases('do not, never, refrain from')`. */
export function phrases(...lists: readonly string[]): Phrases {
  const set = new Map<string, string[][]>();
  for (const phrase of lists.join(',').split(',')) {
    const words = phrase.trim().split(' ');
    const [first = ''] = words;
    const longest = words.reduce((known, word) => (word.length >= known.length ? word : known));
    // Words of other letters are not looked for.
    if (!/^[\w']+$/.test(longest)) throw new Error(`"${phrase}" has no word of ASCII letters.`);
    for (const word of [longest, ...(CONTRACTIONS.get(longest) ?? [])]) {
      const hash = hashOf(word);
      setsByHash.set(hash, (setsByHash.get(hash) ?? new Set()).add(set));
    }
    const others = set.get(first) ?? [];
    others.push(words);
    // The longest phrase first: "access tokens" before "access".
    set.set(
      first,
      others.sort((a, b) => b.length - a.length),
    );
  }
  return set;
}

/** A number for a word in lower case; `setsIn` calculates the same one. */
function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
  return hash;
}

/** By code of an ASCII character: the code of its lower case if it is part of a word, otherwise 0. */
const WORD_CODES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
const APOSTROPHE = 39;
const NO_SETS: ReadonlySet<Phrases> = new Set();

/**
 * The sets of which a phrase may stand in a text; of no other set does one. No word is cut out for it: nearly all texts
 * are of no interest, and two words with the same hash only cost a closer look.
 */
export function setsIn(text: string): ReadonlySet<Phrases> {
  let sets: Set<Phrases> | undefined;
  const add = (found: ReadonlySet<Phrases> | undefined) => {
    if (!found) return;
    sets ??= new Set();
    for (const set of found) sets.add(set);
  };
  let hash = 0;
  // Where a run of words and apostrophes starts, and whether there is an apostrophe in it.
  let start = 0;
  let isContracted = false;
  const { length } = text;
  for (let at = 0; at <= length; at += 1) {
    const char = at < length ? text.charCodeAt(at) : 0;
    const code = char < 128 ? (WORD_CODES[char] as number) : 0;
    if (code > 0) {
      hash = (Math.imul(hash, 31) + code) | 0;
      continue;
    }
    if (hash !== 0) add(setsByHash.get(hash));
    hash = 0;
    // Those before the run or behind a word are quotation marks.
    if (char === APOSTROPHE && at === start) start = at + 1;
    else if (char === APOSTROPHE) isContracted ||= mayBeLetter(text.charCodeAt(at + 1));
    else if (char < 128) {
      if (isContracted)
        for (const word of contractionsIn(text.slice(start, at))) add(setsByHash.get(hashOf(word)));
      start = at + 1;
      isContracted = false;
    }
  }
  return sets ?? NO_SETS;
}

/** @param char NaN behind the end of a text */
function mayBeLetter(char: number): boolean {
  return char >= 128 || (WORD_CODES[char] ?? 0) > 0;
}

/** Words with apostrophes, and those beside them: `user's169` is two, as {@link WORD} reads it. */
function contractionsIn(run: string): string[] {
  return (run.toLowerCase().match(WORD) ?? []).flatMap((word) => [word, ...partsOf(word)]);
}

/** Each verb with its regular forms: `send, sends, sended, sending`. */
export function verbForms(list: string): string {
  return list
    .split(',')
    .map((verb) => verb.trim())
    .flatMap((verb) => {
      const [first = '', ...rest] = verb.split(' ');
      return formsOf(first).map((form) => [form, ...rest].join(' '));
    })
    .join(', ');
}

function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, '');
  const third = /(?:[sx]|[cs]h)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [verb, third, past, `${stem}ing`];
}

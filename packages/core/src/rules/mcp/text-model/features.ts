import { HIDDEN_CHARACTERS } from '../reading/sentences.js';

// What the classifier reads of a sentence. Training and linting share this file: a change here demands new weights.

/** Number of weights; a feature is hashed to one of them. */
export const BUCKETS = 1 << 18;

/** Longest run of characters that is a feature. */
export const LONGEST_RUN = 5;
/** Characters of a word that pairs compare, so that its endings do not matter. */
const STEM = 5;
/** Characters that a pair of words may span. Wider pairs learn the training texts by heart. */
const REACH = 30;
/** A shorter sentence says too little to be judged: words, or letters of scripts that put no spaces between words. */
const FEWEST_WORDS = 5;
const FEWEST_UNSPACED_LETTERS = 8;

// Single private-use characters stand for things whose exact text carries no meaning across servers.
const URL = ' \uE001 ';
const MAIL = ' \uE002 ';
const PRIVATE_PLACE = ' \uE003 ';
const PATH = ' \uE004 ';
const IDENTIFIER = ' \uE005 ';
const LITERAL = ' \uE006 ';

const DROPPED = new RegExp(`[\\uE001-\\uE006]|${HIDDEN_CHARACTERS.source}`, 'gu');

/** What may be an address, a path or an identifier. */
const RUN = /[\w.~@:/\\+#%&=?*-]{4,}/g;
const REMARKABLE = /[@/\\_.]|[a-z][A-Z]|-[^-]+-/;
const HOST =
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:app|cloud|co|com|dev|example|info|invalid|io|net|org|test)(?:[/:]|$)/i;
const PRIVATE_NAME =
  /(?:^|[/\\])(?:\.(?:aws|bash_history|claude|config|cursor|docker|env|git-credentials|gnupg|kube|mozilla|netrc|npmrc|pgpass|ssh|zsh_history)(?![\w-])|id_(?:dsa|ecdsa|ed25519|rsa)(?!\w)|(?:cookies|credentials?|keychain|passwd|secrets?|shadow|sudoers|wallet)[./\\])|^(?:~[/\\]|\/etc\/)/i;
const QUOTED_SPAN = /`[^`\n]{1,60}`/g;
const QUOTED_WORD = /["“”«»„'‘’「」『』][\p{L}\p{N}_.:/-]{1,40}["“”«»„'‘’「」『』]/gu;
const LITERALS = /\uE006(?: ?[,|/]? ?\uE006)+/g;
const HYPHENATED = /(?<![\p{L}\p{N}-])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+){2,}/gu;

/** A sentence as the classifier sees it: in lower case, with a space at both ends, identifiers and the like replaced. */
export function normaliseSentence(sentence: string): string {
  const text = sentence
    .normalize('NFKC')
    .replace(DROPPED, '')
    .replace(RUN, replaceRun)
    .replace(QUOTED_SPAN, IDENTIFIER)
    .replace(QUOTED_WORD, LITERAL)
    .replace(HYPHENATED, IDENTIFIER)
    .toLowerCase()
    .replace(/\p{N}+/gu, '0')
    .replace(/\s+/gu, ' ')
    .replace(LITERALS, '\uE006 \uE006')
    .trim();
  return ` ${text} `;
}

function replaceRun(run: string): string {
  if (!REMARKABLE.test(run)) return run;
  const name = run.replace(/[.:?]+$/, '');
  const rest = run.slice(name.length);
  if (name.includes('://') || HOST.test(name)) return URL + rest;
  if (/[^@]@[^@]+\./.test(name)) return MAIL + rest;
  if (PRIVATE_NAME.test(name)) return PRIVATE_PLACE + rest;
  if (/[/\\].*[/\\]|^[./~]+[/\\]/.test(name)) return PATH + rest;
  return /\w_\w|[a-z][A-Z]/.test(name) ? IDENTIFIER + rest : run;
}

const WORD = /[\p{L}\p{M}\uE001-\uE006]+|0/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a sentence is written without spaces between words: its scores lie lower, so they have their own threshold. */
export function isUnspaced(sentence: string): boolean {
  return UNSPACED.test(sentence);
}

/** Whether a normalised sentence says enough to be judged. Names, labels and lists of codes do not. */
export function isJudged(normalised: string): boolean {
  if (isUnspaced(normalised)) return normalised.replace(/\P{L}/gu, '').length >= FEWEST_UNSPACED_LETTERS;
  return (normalised.match(/\p{L}[\p{L}\p{M}]*/gu)?.length ?? 0) >= FEWEST_WORDS;
}

/** Takes one feature: its bucket, and the part of the normalised text that it was read from. */
export type Visit = (bucket: number, start: number, end: number) => void;

/**
 * Visits the features of a normalised sentence: runs of one to five characters, words, neighbouring words, and pairs of
 * word stems. A feature that occurs twice is visited twice.
 */
export function visitFeatures(normalised: string, visit: Visit): void {
  for (let start = 0; start < normalised.length; start += 1) {
    const last = Math.min(start + LONGEST_RUN, normalised.length);
    let hash = SEED_RUN;
    for (let end = start; end < last; end += 1) {
      hash = mix(hash, normalised.charCodeAt(end));
      visit(bucketOf(mix(hash, end - start)), start, end + 1);
    }
  }
  const words = [...normalised.matchAll(WORD)];
  const starts = words.map(({ index }) => index);
  const ends = words.map(({ 0: word, index }) => index + word.length);
  const hashes = starts.map((start, at) => hashPart(normalised, start, ends[at] as number));
  const stems = starts.map((start, at) =>
    hashPart(normalised, start, Math.min(start + STEM, ends[at] as number)),
  );
  for (let at = 0; at < words.length; at += 1) {
    const start = starts[at] as number;
    const hash = hashes[at] as number;
    const stem = stems[at] as number;
    visit(bucketOf(mix(hash, SEED_WORD)), start, ends[at] as number);
    if (at + 1 < words.length && (ends[at + 1] as number) - start <= REACH) {
      visit(bucketOf(mix(mix(hash, SEED_PAIR), hashes[at + 1] as number)), start, ends[at + 1] as number);
    }
    for (let other = at + 1; other < words.length && (ends[other] as number) - start <= REACH; other += 1) {
      const second = stems[other] as number;
      if (second === stem) continue;
      // Mixing two hashes gives the same in either order.
      const both = mix(stem, second);
      visit(bucketOf(both), start, ends[other] as number);
    }
  }
}

const SEED_RUN = 0x811c9dc5;
const SEED_WORD = 77;
const SEED_PAIR = 78;

function hashPart(text: string, start: number, end: number): number {
  let hash = SEED_RUN;
  for (let at = start; at < end; at += 1) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}

/** Spreads the hash over all its bits before some of them are dropped. */
function bucketOf(hash: number): number {
  let spread = hash ^ (hash >>> 16);
  spread = Math.imul(spread, 0x85ebca6b);
  spread ^= spread >>> 13;
  spread = Math.imul(spread, 0xc2b2ae35);
  return (spread ^ (spread >>> 16)) & (BUCKETS - 1);
}

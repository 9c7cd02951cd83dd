import { type Owner, ownerOfToken } from './known-owners.js';
import { addressKeyWords, genericKeyWords, plainText, qualifyingKeyWords, splitWords } from './name-words.js';

/** Adjacent words of a key name, joined for comparison with hosts. */
export interface KeyRun {
  readonly text: string;
  /** Contains nothing but names of known companies. */
  readonly known: boolean;
  /** Contains no generic word: `stripe`, not `stripeapi`. */
  readonly bare: boolean;
  /** Contains every distinctive word of the key. */
  readonly whole: boolean;
  /** Contains only generic words, so it matches nothing but the API's exact label (`TOKEN_API_KEY` at token.io). */
  readonly generic: boolean;
}

/** A key name, split into its parts. */
export interface KeyName {
  readonly key: string;
  readonly runs: readonly KeyRun[];
  /** Every known company that a part of the key may stand for. */
  readonly owners: readonly Owner[];
  /** The company that owns the key beyond reasonable doubt. */
  readonly accused: Owner | undefined;
}

interface Unit {
  readonly text: string;
  readonly owner: Owner | undefined;
  readonly weight: 'distinctive' | 'qualifying' | 'generic';
}

/**
 * Limits for a hostile key name. No host name reaches them, because it has at most 253 characters, and each of its
 * labels at most 32 parts.
 */
const maxLetters = 256;
const maxWords = 40;

/** Splits a key name into its parts. `SERVER_PARAM:KEY` is read as KEY. */
export function parseKeyName(key: string): KeyName {
  const words = splitKey(key.replace(/^SERVER_PARAM:/, ''));
  const owners = findOwners(words);
  const units = weigh(joinNames(words));
  return { key, runs: buildRuns(units), owners, accused: accuse(words, units) };
}

function splitKey(key: string): string[] {
  return splitWords(key.slice(0, maxLetters))
    .flatMap((word) => splitGlued(word.toLowerCase()))
    .slice(0, maxWords);
}

/**
 * Splits `etherscanapikey` into etherscan, api and key. Runs also contain these words joined again, in case they were
 * one word.
 */
function splitGlued(word: string): string[] {
  const glued = /^(.{4,}?)((?:api|key|token|secret)+)$/.exec(word);
  if (!glued) return [word];
  return [glued[1] ?? '', ...((glued[2] ?? '').match(/api|key|token|secret/g) ?? [])];
}

function joined(words: readonly string[]): string {
  return plainText(words.join(''));
}

/** The longest known name that starts at each word. */
function findOwners(words: readonly string[]): Owner[] {
  return words.flatMap((_, from) => longestOwner(words, from)?.owner ?? []);
}

function longestOwner(words: readonly string[], from: number): { owner: Owner; to: number } | undefined {
  for (let to = words.length; to > from; to -= 1) {
    const owner = ownerOfToken(joined(words.slice(from, to)));
    if (owner) return { owner, to };
  }
  return undefined;
}

/** Joins unmistakable names into one unit: OPEN in `OPEN_AI` is not a separate word. */
function joinNames(words: readonly string[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < words.length; ) {
    const found = longestOwner(words, at);
    const to = found?.owner.strength === 'name' ? found.to : at + 1;
    const owner = found?.owner.strength === 'name' ? found.owner : undefined;
    units.push({ text: joined(words.slice(at, to)), owner, weight: weightOf(words[at] ?? '', owner) });
    at = to;
  }
  return units;
}

function weightOf(word: string, owner: Owner | undefined): Unit['weight'] {
  if (owner) return 'distinctive';
  if (genericKeyWords.has(word) || addressKeyWords.has(word) || /^v?\d+$/.test(word)) return 'generic';
  return qualifyingKeyWords.has(word) ? 'qualifying' : 'distinctive';
}

/** Without any distinctive word, the qualifying words are the name (`SOLANA_API_KEY`). */
function weigh(units: readonly Unit[]): Unit[] {
  if (units.some((unit) => unit.weight === 'distinctive')) return [...units];
  return units.map((unit) => (unit.weight === 'qualifying' ? { ...unit, weight: 'distinctive' } : unit));
}

function buildRuns(units: readonly Unit[]): KeyRun[] {
  const total = units.filter((unit) => unit.weight === 'distinctive').length;
  const runs: KeyRun[] = [];
  for (let from = 0; from < units.length; from += 1) {
    for (let to = from + 1; to <= units.length; to += 1) {
      const part = units.slice(from, to);
      const telling = part.filter((unit) => unit.weight === 'distinctive');
      if (telling.length === 0 && total > 0) continue;
      runs.push({
        text: part.map((unit) => unit.text).join(''),
        known: telling.length > 0 && telling.every((unit) => unit.owner !== undefined || isWord(unit, total)),
        bare: telling.length === part.length,
        whole: total > 0 && telling.length === total,
        generic: telling.length === 0,
      });
    }
  }
  return runs;
}

/** Whether a unit is a company name that is also an ordinary word, and the only distinctive word of its key. */
function isWord({ text }: Unit, total: number): boolean {
  return total === 1 && ownerOfToken(text)?.strength === 'word';
}

/**
 * The company that owns the key beyond reasonable doubt. A key with a further word that neither names the company nor
 * qualifies it may be anybody's (`LINKEDIN_SCRAPER_KEY`), and a key that holds an address sends nothing to a third
 * party.
 */
function accuse(words: readonly string[], units: readonly Unit[]): Owner | undefined {
  if (addressKeyWords.has(words.at(-1) ?? '')) return undefined;
  const telling = units.filter((unit) => unit.weight === 'distinctive');
  if (telling.every((unit) => unit.owner !== undefined)) return telling[0]?.owner;
  const only = telling.length === 1 ? ownerOfToken(telling[0]?.text ?? '') : undefined;
  return only?.strength === 'word' ? only : undefined;
}

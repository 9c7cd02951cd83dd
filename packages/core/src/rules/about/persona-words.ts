import { BASE_PERSONAS, type BasePersonaId } from '../../spec/vocabulary.js';

/** Of a lens, as it stands in the names of entries. */
const SLUG = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const HYPHENED = '[a-z][a-z0-9]*(?:-[a-z0-9]+)+';
const MARKS = '[`*_"\']{0,3}';
const PART = '[\\p{L}\\p{N}_-]';
const BASE_WORDS = BASE_PERSONAS.map((base) => base.replace('-', '[- ]')).join('|');
const BASE = new RegExp(`(?<!${PART})(?:${BASE_WORDS})(?!${PART})`, 'giu');
const WHOLE_SLUG = new RegExp(`^${SLUG}$`);

/** The base personas a text names, by slug or by name ("Decision Maker"), each once. */
export function findBases(text: string): BasePersonaId[] {
  const found = [...text.matchAll(BASE)].map(([name]) => name.toLowerCase().replace(' ', '-'));
  return BASE_PERSONAS.filter((base) => found.includes(base));
}

/** May this be a lens: a slug that is neither a base persona nor the word for "no lens"? */
export function isLens(text: string): boolean {
  return WHOLE_SLUG.test(text) && text !== 'general' && !BASE_PERSONAS.some((base) => base === text);
}

export interface FoundLenses {
  readonly lenses: readonly string[];
  /** Nothing but commas and "and" stands between them. */
  readonly isList: boolean;
}

const SPANS = new RegExp(`\`(${SLUG})\``, 'g');
const BEGINS = [
  new RegExp(`^${MARKS}(${HYPHENED})(?!${PART})`, 'u'),
  new RegExp(`^${MARKS}(${SLUG})${MARKS}\\s*[:–—-]?\\s*(?:is a )?(?:lens )?(?:over|refines|narrows)\\b`, 'u'),
];
const BEHIND = new RegExp(`\\blens(?:es)?\\b[:\\s]+${MARKS}(${HYPHENED})(?!${PART})`, 'iu');
/** "decision-maker: crypto-trader, fund-manager" */
const AFTER_BASE = new RegExp(
  `^${MARKS}(?:${BASE_WORDS})${MARKS}\\s*[:=(→–—]\\s*(?:lens(?:es)?:?\\s*)?(${HYPHENED}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)${HYPHENED})*)`,
  'iu',
);

/** The lenses a text names: in backticks, else at its beginning, behind the word "lens", or listed behind a base persona. */
export function findLenses(text: string): FoundLenses {
  const spans = [...text.matchAll(SPANS)].filter(([, name = '']) => isLens(name));
  const [first, last] = [spans[0], spans.at(-1)];
  if (first && last) {
    const between = text.slice(first.index, last.index).replace(SPANS, '');
    return {
      lenses: [...new Set(spans.map(([, name = '']) => name))],
      isList: /^(?:[\s,;&/*_]|\b(?:and|or)\b)*$/.test(between),
    };
  }
  const listed = (AFTER_BASE.exec(text)?.[1] ?? '').match(new RegExp(HYPHENED, 'g')) ?? [];
  const begun = [...BEGINS, BEHIND].flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  const lenses = (listed.length > 0 ? listed : begun.slice(0, 1)).filter(isLens);
  return { lenses: [...new Set(lenses)], isList: true };
}

const PAIR = new RegExp(
  `(?<!${PART})(?:\`(${SLUG})\`|${MARKS}(${HYPHENED})${MARKS})\\s*\\((?:[\\p{L} :→]{0,40}\\s)?${MARKS}(${BASE_WORDS})${MARKS}\\)`,
  'giu',
);

/** "crypto-trader (decision-maker)": lens and base persona side by side, whatever else the text says. */
export function findPairs(text: string): {
  readonly pairs: readonly [string, BasePersonaId][];
  readonly rest: string;
} {
  const pairs = [...text.matchAll(PAIR)].flatMap(
    ([, quoted, plain, base = '']): [string, BasePersonaId][] => {
      const lens = quoted ?? plain ?? '';
      return isLens(lens) ? findBases(base).map((found) => [lens, found]) : [];
    },
  );
  return { pairs, rest: pairs.length > 0 ? text.replace(PAIR, ' ') : text };
}

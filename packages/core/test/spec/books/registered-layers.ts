import type { EntryRules, GradingRules, RuleBook, ScoringRules } from '../../../src/spec/books/book.js';
import { bookOf, DEFAULT_BOOK, versionsOf } from '../../../src/spec/books/registered.js';
import { layers } from '../../../src/spec/books/registry.generated.js';

const SPECS = [DEFAULT_BOOK.spec.version];

/** A grading system with other numbers. */
export function gradingLayer(version: string, change: Partial<GradingRules> = {}): GradingRules {
  return { ...DEFAULT_BOOK.grading, specs: SPECS, version: `gradingSystem/${version}`, ...change };
}

/** A scoring system with other numbers. */
export function scoringLayer(version: string, change: Partial<ScoringRules> = {}): ScoringRules {
  return { ...DEFAULT_BOOK.scoring, specs: SPECS, version: `scoringSystem/${version}`, ...change };
}

/**
 * Makes layers known until they are disposed of, before any of the same version that the tool has; a tool with them in its
 * files would know them for good.
 */
export function registerLayers({ scoring, grading }: Partial<EntryRules>): Disposable {
  const lists = [layers.scoring as ScoringRules[], layers.grading as GradingRules[]] as const;
  if (scoring) lists[0].unshift(scoring);
  if (grading) lists[1].unshift(grading);
  return {
    [Symbol.dispose]() {
      if (scoring) lists[0].splice(lists[0].indexOf(scoring), 1);
      if (grading) lists[1].splice(lists[1].indexOf(grading), 1);
    },
  };
}

/** The rules of an island that follows the specification after the first one. */
export const LATER_BOOK = knownBook('gradingSpec/3.0.3');

function knownBook(gradingSpec: string): RuleBook {
  const book = bookOf({ ...versionsOf(DEFAULT_BOOK), gradingSpec });
  if (!book) throw new Error(`${gradingSpec} is not known`);
  return book;
}

export function bookWith(rules: Partial<EntryRules>): RuleBook {
  return { ...DEFAULT_BOOK, ...rules };
}

import { fatal } from '../../problems/error-codes.js';
import type { RuleBook } from '../../spec/books/book.js';
import {
  type Axis,
  type BookVersions,
  completeBook,
  findVersion,
  knownVersions,
  versionsOf,
} from '../../spec/books/registered.js';

/** The rules that a person asks for. */
export interface ChosenRules {
  readonly book: RuleBook;
  /** The versions that were named, by axis. */
  readonly named: Partial<BookVersions>;
}

/**
 * Makes a book of the versions that a person names: `gradingSpec/2.0.0`, the number of the specification alone, or a
 * version of another axis.
 *
 * @param kept versions of the axes that are not named, if they fit; an axis that is neither takes the newest that fits
 * @throws GradingError RUL-002 for a version that is not known, RUL-003 for versions that cannot be combined
 */
export function chooseRules(names: readonly string[], kept: Partial<BookVersions> = {}): ChosenRules {
  const found = names.map((asked) => {
    const version = findVersion(asked);
    if (version) return { asked, ...version };
    const known = Object.values(knownVersions()).flat().join(', ');
    throw fatal('RUL-002', undefined, { found: asked, known });
  });
  const named: Partial<BookVersions> = Object.fromEntries(found.map(({ axis, version }) => [axis, version]));
  const isClear = found.every(({ axis, version }) => named[axis] === version);
  const book = isClear ? completeBook(named, kept) : null;
  if (!book) {
    const spec = named.gradingSpec ?? kept.gradingSpec;
    const all = new Set([...(spec === undefined ? [] : [spec]), ...found.map(({ version }) => version)]);
    throw fatal('RUL-003', undefined, { found: [...all].join(', ') });
  }
  return { book, named };
}

/** Whether a book has all versions that were named. */
export function hasNamed(book: RuleBook, named: Partial<BookVersions>): boolean {
  const own = versionsOf(book);
  return Object.entries(named).every(([axis, version]) => own[axis as Axis] === version);
}

/** The versions of a book as they are typed into a command, always in the same order. */
export function typeRules({ gradingSpec, scoringSystem, gradingSystem }: BookVersions): string {
  return [gradingSpec, scoringSystem, gradingSystem].join(',');
}

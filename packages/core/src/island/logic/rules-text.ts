import { fatal } from '../../problems/error-codes.js';
import type { RuleBook } from '../../spec/books/book.js';
import {
  type BookVersions,
  bookOf,
  DEFAULT_BOOK,
  isBookVersions,
  sayVersions,
  versionsOf,
} from '../../spec/books/registered.js';
import { RULES_FILE } from './paths.js';

/**
 * Reads the text of rules.json by hand, because every command on an island does, and most of them need no shape checker.
 *
 * @param text null if there is no file: the island has the default rules
 * @throws GradingError RUL-004 if the text does not name rules that are known
 */
export function parseRules(text: string | null): RuleBook {
  if (text === null) return DEFAULT_BOOK;
  const versions = versionsIn(text);
  const axes = Object.keys(versionsOf(DEFAULT_BOOK));
  // It is not obvious which value counts of a key that stands twice.
  const isClear = versions && text.match(/"\s*:/g)?.length === axes.length;
  if (!isClear) throw unusable(`a JSON object with exactly ${axes.join(', ')} was expected`);
  const book = bookOf(versions);
  if (book) return book;
  throw unusable(`this version of the tool does not know ${sayVersions(versions)} together`);
}

function versionsIn(text: string): BookVersions | null {
  try {
    const value: unknown = JSON.parse(text);
    return isBookVersions(value) ? value : null;
  } catch {
    return null;
  }
}

function unusable(reason: string) {
  return fatal('RUL-004', { file: RULES_FILE }, { reason });
}

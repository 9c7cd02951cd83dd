import type { RuleBook } from '../../../src/spec/books/book.js';
import { bookOf } from '../../../src/spec/books/registered.js';

function book303(): RuleBook {
  const book = bookOf({
    gradingSpec: 'gradingSpec/3.0.3',
    scoringSystem: 'scoringSystem/1.0.0',
    gradingSystem: 'gradingSystem/1.0.0',
  });
  if (!book) throw new Error('gradingSpec/3.0.3 is not registered');
  return book;
}

/** The book of gradingSpec 3.0.3. */
export const BOOK_303 = book303();

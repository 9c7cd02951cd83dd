import type { Island } from '../../island/island.js';
import { listNamespaces, listSelections } from '../../island/list-namespace.js';
import { chooseRules, hasNamed } from '../../island/logic/choose-rules.js';
import { takeRules } from '../../island/take-rules.js';
import { fatal } from '../../problems/error-codes.js';
import {
  type BookVersions,
  DEFAULT_BOOK,
  sameVersions,
  sayVersions,
  versionsOf,
} from '../../spec/books/registered.js';
import type { ImportOptions } from './result.js';

/** The island as an import sees it. */
interface Settled {
  readonly island: Island;
  /** Rules that are not the default ones, chosen for a new island. */
  readonly chosen: BookVersions | null;
}

/**
 * Chooses the rules of a new island, and writes them down before anything else: from then on no version of the tool and
 * no setting changes them. Any other island keeps its own. Without anything to grade, no island is begun.
 *
 * @throws GradingError RUL-001 to RUL-003
 */
export function settleRules(
  { island, rules, rulesOfNew = [], dryRun = false }: ImportOptions,
  { hasSources }: { readonly hasSources: () => boolean },
): Settled {
  if (!isNew(island)) {
    const asked = chooseRules(rules ?? []);
    if (hasNamed(island.book, asked.named)) return { island, chosen: null };
    const named = {
      rules: sayVersions(versionsOf(island.book)),
      asked: Object.values(asked.named).join(','),
    };
    throw fatal('RUL-001', undefined, named);
  }
  const names = rules ?? rulesOfNew;
  // Without a name, a new island is one of the default rules, however many are known.
  const book = names.length === 0 ? DEFAULT_BOOK : chooseRules(names).book;
  const versions = versionsOf(book);
  if (sameVersions(versions, versionsOf(DEFAULT_BOOK)) || !hasSources()) return { island, chosen: null };
  return { island: dryRun ? island.under(book) : takeRules(island, book), chosen: versions };
}

/** An island that follows no rules yet, because there is nothing in it. */
function isNew(island: Island): boolean {
  const isEmpty = listNamespaces(island).length === 0 && listSelections(island).length === 0;
  return isEmpty && typeof island.rulesText !== 'string';
}

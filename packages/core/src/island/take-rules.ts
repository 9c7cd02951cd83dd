import { fatal } from '../problems/error-codes.js';
import type { RuleBook } from '../spec/books/book.js';
import { versionsOf } from '../spec/books/registered.js';
import { formatJson } from './documents.js';
import type { Island } from './island.js';
import { RULES_FILE } from './logic/paths.js';

/** The text of rules.json. */
export function formatRules(book: RuleBook): string {
  return formatJson(versionsOf(book));
}

/**
 * Writes down the rules of an island that has none.
 *
 * @throws GradingError ISL-004 if another command was faster and took others
 * @returns the island under these rules
 */
export function takeRules(island: Island, book: RuleBook): Island {
  const rulesText = formatRules(book);
  island.create(RULES_FILE, rulesText);
  return island.under(book, rulesText);
}

/**
 * Stops a command whose rules are no longer those of the island, because another command has changed them.
 *
 * @throws GradingError RUL-005
 */
export function refuseOtherRules(island: Island): void {
  if (island.rulesText === undefined || island.readText(RULES_FILE) === island.rulesText) return;
  throw fatal('RUL-005', { file: RULES_FILE });
}

import type { RuleBook } from '../../spec/books/book.js';
import { gradingOf, scoringOf } from '../../spec/books/registered.js';
import type { NamespaceIndex } from '../../spec/index-file.js';

/**
 * Whether an index may have been derived by the rules of its island. Its specification is the island's; its entries may
 * be older than the other rules, but an earlier version of this tool, or a later one, may have judged them by rules that
 * are not known here.
 */
export function isOfBook({ summary }: Pick<NamespaceIndex, 'summary'>, { spec }: RuleBook): boolean {
  const { gradingSpec, scoringSystem, gradingSystem, mixed } = summary;
  const scoring = [scoringSystem, ...Object.keys(mixed?.scoringSystem ?? {})];
  const grading = [gradingSystem, ...Object.keys(mixed?.gradingSystem ?? {})];
  const isKnown =
    scoring.every((version) => scoringOf(version)) && grading.every((version) => gradingOf(version));
  return gradingSpec === spec.version && isKnown;
}

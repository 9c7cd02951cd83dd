import { selectionFindings } from '../../catalogue/selection-findings/registry.generated.js';
import type { Finding } from '../../model/finding.js';
import type {
  SelectionFindingInput,
  SelectionFindingRule,
  SelectionFoundPlace,
} from '../../model/selection-finding.js';
import { byPlace } from '../finding-order.js';
import { readSelectionFacts } from './selection-facts.js';

/**
 * Deterministic findings of a selection: its skills, how they lead to each other, and its About. They are shown with
 * the nodes and are part of no mean (grading-rules §4).
 *
 * A selection without an About has no finding about it: its nodes are blocked for that.
 *
 * @param rules for tests; all rules of the catalogue unless given
 * @returns findings with file, line and column (1-based; the beginning of the file where no place in it is known),
 *   sorted by place, then code
 */
export function findOfSelection(
  input: SelectionFindingInput,
  rules: readonly SelectionFindingRule[] = selectionFindings,
): Finding[] {
  const facts = readSelectionFacts(input);
  return rules.flatMap((rule) => rule.check(facts).map((place) => buildFinding(rule, place))).sort(byPlace);
}

function buildFinding(
  { id, code, severity }: SelectionFindingRule,
  { file, position, args }: SelectionFoundPlace,
): Finding {
  const { line, column } = position ?? { line: 1, column: 1 };
  return { id, code, severity, where: { file, line, column }, ...(args && { args }) };
}

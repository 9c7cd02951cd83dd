import type { FormattingFact } from '../../../sources/logic/code-facts.js';
import type { FindingInput, FoundPlace } from '../../finding.js';

/** One finding for all departures of a kind, at the first of them. */
export function formattingOf({ code }: FindingInput, kind: FormattingFact['kind']): FoundPlace[] {
  return code.formatting
    .filter((fact) => fact.kind === kind)
    .map(({ count, total, first }) => ({ position: first, args: { count, total } }));
}

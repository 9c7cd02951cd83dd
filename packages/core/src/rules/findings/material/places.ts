import type { CodeUseKind, FormattingFact } from '../../../sources/logic/code-facts.js';
import type { TestRemark } from '../../../spec/facts.js';
import type { Filled, FindingInput, FoundPlace } from '../../finding.js';

/** One finding for all departures from one formatting rule, placed at the first of them. */
export function formattingOf(
  { code }: FindingInput,
  kind: FormattingFact['kind'],
): Filled<FoundPlace, 'count' | 'total'>[] {
  return code.formatting
    .filter((fact) => fact.kind === kind)
    .map(({ count, total, first }) => ({ position: first, args: { count, total } }));
}

/** Every use of one kind, with its place. */
export function usesOf({ code }: FindingInput, kind: CodeUseKind): Filled<FoundPlace, 'what'>[] {
  return code.uses
    .filter((use) => use.kind === kind)
    .map(({ what, at }) => ({ position: at, args: { what } }));
}

/** The pretest's remarks of this kind, each placed at its test in the schema. */
export function remarksOf({ remarks }: FindingInput, kind: TestRemark['kind']) {
  return remarks
    .filter((remark) => remark.kind === kind)
    .map(({ tool, test, what }) => ({ path: ['tools', tool, 'tests', test - 1], what }));
}

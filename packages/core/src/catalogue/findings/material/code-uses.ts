import type { CodeUseKind } from '../../../model/code-facts.js';
import type { FindingInput, FoundPlace } from '../../../model/finding.js';

/** Every use of one kind, at its place. */
export function usesOf({ code }: FindingInput, kind: CodeUseKind): FoundPlace[] {
  return code.uses
    .filter((use) => use.kind === kind)
    .map(({ what, at }) => ({ position: at, args: { what } }));
}

import type { CodeUseKind } from '../../../sources/logic/code-facts.js';
import type { FindingInput, FoundPlace } from '../../finding.js';

/** Every use of one kind, at its place. */
export function usesOf({ code }: FindingInput, kind: CodeUseKind): FoundPlace[] {
  return code.uses
    .filter((use) => use.kind === kind)
    .map(({ what, at }) => ({ position: at, args: { what } }));
}

import type { TestRemark } from '../../../spec/facts.js';
import type { FindingInput, FoundPlace } from '../../finding.js';

/** The tests of which the pretest remarked this, each at its place in the schema. */
export function placesOfRemarks(
  { remarks }: FindingInput,
  kind: TestRemark['kind'],
  argument: string,
): FoundPlace[] {
  return remarks
    .filter((remark) => remark.kind === kind)
    .map(({ tool, test, what }) => ({
      path: ['tools', tool, 'tests', test - 1],
      args: { [argument]: what },
    }));
}

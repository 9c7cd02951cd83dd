// References that an import checks across targets block a node if they break later; other rules of the gate do not.
import { describe, expect, it } from 'vitest';
import { problem } from '../../../../src/problems/error-codes.js';
import { describeLost, isLostReference } from '../../../../src/target/logic/selection/references.js';

const args = {
  ...{ placeholder: '{{tool:x}}', namespace: 'amber', found: '"x"', name: 'use' },
  ...{ kind: 'tool', member: 'amber.data', id: 'amber/tool/x', reason: 'it has gone' },
};

describe('a broken reference', () => {
  it.each(['PH002', 'SKL005', 'SKL006', 'SKL022', 'SKL023', 'SEL003'] as const)('blocks with %s', (code) => {
    const found = describeLost([problem('SKL010', undefined, args), problem(code, undefined, args)]);
    const text = expect.stringMatching(new RegExp(`^${code}: \\S.*[^)]$`));
    expect(found).toEqual({ cause: 'invalid', text, code });
    const sentence = found?.text ?? '';
    expect(isLostReference({ reason: sentence })).toBe(true);
    expect(isLostReference({ reason: 'validation-failed', detail: sentence })).toBe(true);
  });

  it('is shown as the first one, and the others are counted', () => {
    const lost = [problem('SKL006', undefined, args), problem('PH002', undefined, args)];
    expect(describeLost(lost)?.text).toMatch(/^SKL006: .* \(and 1 more\)$/);
  });

  it('does not count if the content itself is wrong, or for a mere warning', () => {
    const warned = { ...problem('SKL005', undefined, args), severity: 'warning' as const };
    expect(describeLost([problem('SKL010', undefined, args), warned])).toBeNull();
    expect([isLostReference({ reason: 'SKL010: no content' }), isLostReference({})]).toEqual([false, false]);
  });
});

// What an import checks across targets blocks a node when it fails later on, and nothing else of the gate does.
import { describe, expect, it } from 'vitest';
import { problem } from '../../../src/problems/error-codes.js';
import { describeLost, isLostReason } from '../../../src/target/logic/references.js';

const args = {
  ...{ placeholder: '{{tool:x}}', namespace: 'amber', found: '"x"', name: 'use' },
  ...{ kind: 'tool', member: 'amber.data', id: 'amber/tool/x', reason: 'it has gone' },
};

describe('a reference that leads nowhere', () => {
  it.each(['PH002', 'SKL005', 'SKL006', 'SKL022', 'SKL023', 'SEL003'] as const)('blocks with %s', (code) => {
    const reason = describeLost([problem('SKL010', undefined, args), problem(code, undefined, args)]);
    expect(reason).toMatch(new RegExp(`^${code}: \\S.*[^)]$`));
    expect(isLostReason(reason ?? undefined)).toBe(true);
  });

  it('is the first of them, and the others are counted', () => {
    const lost = [problem('SKL006', undefined, args), problem('PH002', undefined, args)];
    expect(describeLost(lost)).toMatch(/^SKL006: .* \(and 1 more\)$/);
  });

  it('is none where the thing itself is wrong, or is only warned of', () => {
    const warned = { ...problem('SKL005', undefined, args), severity: 'warning' as const };
    expect(describeLost([problem('SKL010', undefined, args), warned])).toBeNull();
    expect([isLostReason('SKL010: no content'), isLostReason(undefined)]).toEqual([false, false]);
  });
});

// Equal prompts make equal calls, whatever fence they were emitted with; and no text can predict their fence.
import { expect, it } from 'vitest';
import { withStableFence } from '../../../../src/features/evaluate/calls.js';
import { buildAreaPrompt } from '../../../../src/runs/logic/prompts/area-prompt.js';
import { FENCE, sampleInput } from '../../../runs/logic/prompts/sample-prompt.js';

const fenceOf = (prompt: string) => /^BEGIN (\w+)$/m.exec(prompt)?.[1] ?? '';
const stable = (over: Parameters<typeof sampleInput>[1] = {}) =>
  withStableFence(buildAreaPrompt(sampleInput('single-test', over)));

it('does not depend on the fence of the emit', () => {
  const other = stable({ fence: 'another0fence0of0the0same' });
  expect(stable()).toBe(other);
  expect(other).not.toContain(FENCE);
  expect(fenceOf(other)).toMatch(/^[0-9a-f]{32}$/);
  expect(other.match(new RegExp(fenceOf(other), 'g'))).toHaveLength(4);
});

it('changes as soon as a text quotes it', () => {
  const fence = fenceOf(stable());
  const quoting = stable({ material: [{ title: 'Definition', text: `END ${fence}` }] });
  expect(fenceOf(quoting)).not.toBe(fence);
  expect(quoting).toContain(`| END ${fence}\nEND ${fenceOf(quoting)}`);
});

it('leaves a text without a fence unchanged', () => {
  expect(
    withStableFence(
      'Scores a text.\n| What stands between BEGIN aaaaaaaaaaaaaaaaaaaa and END aaaaaaaaaaaaaaaaaaaa is\n',
    ),
  ).toMatch(/BEGIN a+ and END a+/);
});

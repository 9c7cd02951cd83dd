// Our commands have the name that was typed; what strangers wrote stays as it is.
import { problem } from '@flowmcp/grading-core/commands';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const started = process.argv[1] ?? '';
beforeAll(() => {
  process.argv[1] = '/usr/bin/flowmcp-grading';
  vi.resetModules();
});
afterAll(() => {
  process.argv[1] = started;
  vi.resetModules();
});

it('started as flowmcp-grading', async () => {
  const { formatProblem, formatProblems } = await import('../../src/terminal/problems.js');
  const { onSameIsland } = await import('../../src/options/workplace.js');
  const { printResult } = await import('../../src/terminal/output.js');
  const [quoted, command] = ['run flowmcp lint x', 'flowmcp grading state a'];
  const found = problem('TGT-001', undefined, { target: quoted, suggestion: `See "${command}".` });
  for (const text of [formatProblem(found), formatProblems([found, found])]) {
    expect(text).toContain(quoted);
    expect(text).toContain('See "flowmcp-grading grading state a".');
  }
  expect(onSameIsland(command, { gradingData: 'b' })).toBe(
    'flowmcp-grading grading state a --grading-data b',
  );
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printResult(quoted);
  expect(write.mock.calls).toEqual([[`${quoted}\n`]]);
  write.mockRestore();
});

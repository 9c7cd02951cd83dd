// The shared vectors of mcp-playground/1: score, grade, bonus and the rules in order.
import { expect, test } from 'vitest';
import type { ServerSnapshot } from '../../src/rules/mcp/lint.js';
import { lint, rulesOf } from '../features/lint/logic/linted-server.js';
import { readUpstream } from './shared-vectors.js';

interface LintCase {
  readonly note: string;
  readonly snapshot: Partial<ServerSnapshot>;
  readonly score: number;
  readonly grade: string;
  readonly bonus: boolean;
  readonly rules: readonly string[];
}

test('every case, if the vectors are available', () => {
  const text = readUpstream('vectors/mcp-lint.json');
  if (text === null) return;
  const { cases } = JSON.parse(text) as { cases: LintCase[] };
  expect(cases.length).toBeGreaterThanOrEqual(18);
  const found = cases.map(({ note, snapshot }) => {
    const report = lint(snapshot);
    const { score, grade, bonus } = report;
    return { note, score, grade, bonus, rules: rulesOf(report) };
  });
  expect(found).toEqual(
    cases.map(({ note, score, grade, bonus, rules }) => ({ note, score, grade, bonus, rules })),
  );
});

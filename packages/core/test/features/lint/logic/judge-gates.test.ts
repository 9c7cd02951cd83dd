// Gates that a lint report can fail: issues by severity, the grade, the tokens.
import { describe, expect, it } from 'vitest';
import { isLintGate, judgeGates } from '../../../../src/features/lint/logic/judge-gates.js';
import { describeProblem, problem } from '../../../../src/problems/error-codes.js';
import type { Severity } from '../../../../src/problems/problem.js';
import type { LintIssue, LintReport } from '../../../../src/rules/mcp/lint-report.js';

function issue(severity: Severity): LintIssue {
  return {
    ...{
      rule: 'r',
      severity,
      points: 1,
      target: 't',
      category: 'tool',
      subject: 't',
      message: 'm',
      path: '',
    },
  };
}

function report(severities: readonly Severity[], more: Partial<LintReport> = {}): LintReport {
  return {
    target: 'a.json',
    ruleset: 'mcp-playground/1',
    protocolVersion: null,
    server: { name: null, version: null },
    grade: 'C',
    score: 70,
    bonus: false,
    issues: severities.map(issue),
    summary: { errors: 0, warnings: 0, infos: 0, tools: 0, resources: 0, prompts: 0 },
    tokenEstimate: { total: 300, perTool: [] },
    ...more,
  };
}

const said = (...args: Parameters<typeof judgeGates>) =>
  judgeGates(...args).map((found) => `${found.code} ${describeProblem(found).message}`);

describe('--fail-on', () => {
  it.each([
    ['error', ['warning', 'info'], []],
    ['error', ['error', 'warning', 'error'], ['LNT-020 2 errors; --fail-on error allows none']],
    ['warning', ['info'], []],
    ['warning', ['warning', 'info'], ['LNT-020 1 warning; --fail-on warning allows none']],
    [
      'info',
      ['info', 'error', 'warning', 'info'],
      ['LNT-020 1 error, 1 warning, 2 infos; --fail-on info allows none'],
    ],
    ['info', [], []],
    ['never', ['error'], []],
  ] as const)('%s with %j', (failOn, severities, expected) => {
    expect(said(report(severities), { failOn })).toEqual(expected);
  });

  it('counts only new issues with a baseline', () => {
    const diff = (added: readonly Severity[]) => ({ added: added.map(issue), accepted: 1, stale: [] });
    const known = report(['error', 'error'], { diff: diff([]) });
    expect(said(known, { failOn: 'info' })).toEqual([]);
    const more = report(['error', 'error'], { diff: diff(['error']) });
    expect(said(more, { failOn: 'error' })).toEqual(['LNT-020 1 new error; --fail-on error allows none']);
  });
});

describe('--min-grade', () => {
  it.each([
    ['A', 'A', true],
    ['B', 'A', false],
    ['A', 'B', true],
    ['C', 'C', true],
    ['D', 'C', false],
    ['F', 'D', false],
  ] as const)('grade %s at %s passes: %s', (grade, minGrade, passes) => {
    const found = said(report([], { grade, score: 7 }), { failOn: 'never', minGrade });
    const words = `LNT-021 the grade is ${grade}, with a score of 7; --min-grade requires ${minGrade}`;
    expect(found).toEqual(passes ? [] : [words]);
  });
});

describe('--token-budget', () => {
  const tools = [30, 100, 80, 90].map((tokens) => ({ name: `t${tokens}`, tokens }));
  const tokenEstimate = { total: 300, perTool: tools };
  it('passes tools within the budget, to the token', () => {
    expect(said(report([], { tokenEstimate }), { failOn: 'never', tokenBudget: 300 })).toEqual([]);
  });
  it('names the longest tools beyond it', () => {
    expect(said(report([], { tokenEstimate }), { failOn: 'never', tokenBudget: 299 })).toEqual([
      'LNT-022 the tools take about 300 tokens, but --token-budget allows 299; the longest: t100 (100), t90 (90), t80 (80)',
    ]);
  });
});

it('a name chosen by a server stays one visible line', () => {
  const tokenEstimate = { total: 9, perTool: [{ name: 'a\u001b[31m\nb', tokens: 9 }] };
  expect(said(report([], { tokenEstimate }), { failOn: 'never', tokenBudget: 1 })).toEqual([
    'LNT-022 the tools take about 9 tokens, but --token-budget allows 1; the longest: a\\u{1b}[31m\\u{a}b (9)',
  ]);
});

describe('gates', () => {
  it('all report, in a fixed order', () => {
    const found = judgeGates(report(['error']), { failOn: 'error', minGrade: 'A', tokenBudget: 1 });
    expect(found.map(({ code }) => code)).toEqual(['LNT-020', 'LNT-021', 'LNT-022']);
    expect(found.every(isLintGate)).toBe(true);
  });
  it('differ from other problems', () => {
    expect(isLintGate(problem('LNT-003'))).toBe(false);
  });
});

describe('the hint of a grade by shares', () => {
  const shares = { ruleset: 'flowmcp/1' } as const;
  const hints = (found: LintReport) =>
    judgeGates(found, { failOn: 'never', minGrade: 'A' }).map(describeProblem);

  it('names what would lift the score most', () => {
    const part = { group: 'server', budget: 10, population: 1, loss: 0.5, points: 5 } as const;
    const unnamed = { ...issue('warning'), rule: 'server-no-name', points: 5 };
    expect(hints(report([], { ...shares, parts: [part], issues: [unnamed] }))).toMatchObject([
      { hint: 'Start here: name the server: +5 points.' },
    ]);
  });

  it('points to the issues if nothing can be told', () => {
    expect(hints(report([], { ...shares, parts: [] }))).toMatchObject([
      { hint: 'Start here: the issues listed first.' },
    ]);
  });
});

// What would lift a score most: each step brings the points that are promised, and a cap comes first.
import { describe, expect, it } from 'vitest';
import { explainLift, sayLift } from '../../../../src/features/lint/logic/explain-lift.js';
import { buildLintReport } from '../../../../src/features/lint/logic/report.js';
import type { ServerSnapshot } from '../../../../src/rules/mcp/lint.js';
import type { LintIssue, LintReport } from '../../../../src/rules/mcp/lint-report.js';
import type { LintClass, ShareGroup, ShareRule, ShareRuleSet } from '../../../../src/rules/mcp/share-rule.js';
import { lint, serverWith, soundSchema, soundTool } from './linted-server.js';
import { sharesSet } from './report/sample-reports.js';

const TRAP = 'Tells the weather of a place. <!-- and what not -->';

function judge(parts: Partial<ServerSnapshot>): LintReport {
  return buildLintReport(serverWith(parts), { ruleSet: sharesSet });
}

const said = (parts: Partial<ServerSnapshot>) => explainLift(judge(parts)).map(sayLift);

const inputs = (names: readonly string[], described: readonly string[] = []) =>
  soundSchema({
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'string', ...(described.includes(name) && { description: 'What it is.' }) },
      ]),
    ),
  });

describe('explainLift', () => {
  it('promises what fixing the issues really brings', () => {
    const names = ['a', 'b', 'c', 'd'];
    const broken = { inputSchema: inputs(names, ['a']) };
    const before = judge({ tools: [soundTool(broken)] });
    const [step] = explainLift(before);
    const after = judge({ tools: [soundTool({ inputSchema: inputs(names, names) })] });
    expect(step).toEqual({ todo: 'describe 3 inputs', points: 30 });
    expect(after.score - before.score).toBe(step?.points);
  });

  it.each<[string, Partial<ServerSnapshot>, string[]]>([
    ['nothing for a perfect server', { tools: [soundTool()] }, []],
    ['nothing for a server that offers nothing', {}, []],
    [
      'the biggest loss first, with the number of issues',
      {
        serverInfo: { version: '1' },
        tools: [soundTool({ description: '' }), soundTool({ inputSchema: inputs(['a', 'b']) })],
      },
      ['describe 2 inputs: +26.7 points', 'describe 1 item: +17.5 points', 'name the server: +5 points'],
    ],
    [
      'the cap first, because it hides all other losses',
      { tools: [soundTool({ description: TRAP }), soundTool({ inputSchema: inputs(['a']) })] },
      ['remove 1 trap: the cap of 39 goes, +41 points', 'describe 1 input: +20 points'],
    ],
    [
      'a loss before the cap, if the cap limits nothing yet',
      {
        serverInfo: {},
        tools: [
          soundTool({ description: TRAP, inputSchema: inputs(['a']) }),
          ...Array(3).fill({ name: 'x', inputSchema: { type: 'object' } }),
        ],
      },
      [
        'describe 1 input: +10.3 points',
        'remove 1 trap: the cap of 39 goes, +29.8 points',
        'describe 3 items: +26.3 points',
      ],
    ],
  ])('says %s', (_, parts, expected) => {
    expect(said(parts)).toEqual(expected);
  });

  it('is silent about a rule set that scores by points', () => {
    expect(explainLift(lint({ tools: [{ name: 'x' }] }))).toEqual([]);
  });

  it('falls back on the title of a rule, and takes classes with the same cap together', () => {
    const set = setOf([
      { id: 'odd', class: 'smell', group: 'items', loss: 0.5, title: 'The item is odd' },
      { id: 'bad', class: 'broken', group: 'schemas', loss: 1, title: 'The schema is bad' },
      { id: 'sly', class: 'suspect', title: 'The text is sly' },
    ]);
    const steps = explainLift(
      {
        ruleset: set.id,
        parts: [part('items', 35, 2, 0.5), part('schemas', 15, 2, 0.5)],
        issues: [
          issue('sly', 'suspect', 0, 0),
          issue('bad', 'broken', 7.5, 0),
          issue('odd', 'smell', 8.75, 0),
          issue('odd', 'smell', 8.75, 1),
        ],
      },
      set,
    );
    expect(steps.map(sayLift)).toEqual([
      'reword 1 suspect text and mend 1 broken definition: the cap of 74 goes, +8.5 points',
      'fix 2 issues of "The item is odd": +17.5 points',
    ]);
  });

  it('puts the real gain of a rule first, not its loss', () => {
    const set = setOf([
      { id: 'big', class: 'smell', group: 'items', loss: 1, title: 'Big', lift: 'big' },
      { id: 'mid', class: 'smell', group: 'items', loss: 0.75, title: 'Mid', lift: 'mid' },
      { id: 'small', class: 'smell', group: 'items', loss: 0.5, title: 'Small', lift: 'small' },
    ]);
    const issues = [
      issue('big', 'smell', 7, 0),
      issue('small', 'smell', 0, 0),
      issue('mid', 'smell', 5.25, 1),
    ];
    const steps = explainLift({ ruleset: set.id, parts: [part('items', 35, 5, 0.35)], issues }, set);
    expect(steps.map(sayLift)).toEqual(['mid: +5.3 points', 'big: +3.5 points', 'small: +3.5 points']);
  });

  it('counts a member once, however many rules it breaks, and knows of losses that are shared', () => {
    const set = setOf([
      { id: 'twin', class: 'smell', group: 'items', loss: 1, title: 'Twins', lift: 'part {n} twin{s}' },
      { id: 'thin', class: 'smell', group: 'items', loss: 0.5, title: 'Thin', lift: 'extend {n} text{s}' },
    ]);
    // The twin of the second item is the first: both lose 1, and both are thin besides.
    const steps = explainLift(
      {
        ruleset: set.id,
        parts: [part('items', 35, 5, 0.4)],
        issues: [issue('thin', 'smell', 0, 0), issue('twin', 'smell', 14, 1), issue('thin', 'smell', 0, 1)],
      },
      set,
    );
    expect(steps.map(sayLift)).toEqual(['part 1 twin: +7 points', 'extend 2 texts: +7 points']);
  });
});

function setOf(rules: readonly (Partial<ShareRule> & Pick<ShareRule, 'id' | 'class'>)[]): ShareRuleSet {
  return { ...sharesSet, id: 'test/1', rules: rules as readonly ShareRule[] };
}

function part(group: ShareGroup, budget: number, population: number, loss: number) {
  return { group, budget, population, loss, points: budget * loss };
}

function issue(rule: string, name: LintClass, points: number, at: number): LintIssue {
  return {
    ...{ rule, class: name, points, severity: 'warning', category: 'tool', message: rule },
    ...{ target: `tool ${at}`, subject: `tool ${at}`, path: `/tools/${at}/description` },
  };
}

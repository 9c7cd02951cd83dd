// Score, bonus, bands and the sum that explains them.
import { expect, test } from 'vitest';
import { explainSum } from '../../../../src/features/lint/logic/explain-sum.js';
import { buildLintReport, gradeScore } from '../../../../src/features/lint/logic/report.js';
import { mcpPlayground1 } from '../../../../src/rules/mcp/mcp-playground-1/rule-set.js';
import { lint, rulesOf, serverWith, soundTool } from './linted-server.js';

test.each([
  [100, 'A'],
  [90, 'A'],
  [89, 'B'],
  [75, 'B'],
  [74, 'C'],
  [60, 'C'],
  [59, 'D'],
  [40, 'D'],
  [39, 'F'],
  [0, 'F'],
])('%i points are the grade %s', (score, grade) => {
  expect(gradeScore(score, mcpPlayground1.scoring)).toBe(grade);
});

test.each([
  ['20 characters', ['x'.repeat(20)], true],
  ['19 characters', ['x'.repeat(19)], false],
  ['19 characters within spaces', [` ${'x'.repeat(19)} `], false],
  ['one of two', ['x'.repeat(20), 'x'.repeat(19)], false],
  ['501 characters, though too long', ['x'.repeat(501)], true],
  ['a number', [1e300], false],
  ['a list of 20', [Array.from({ length: 20 }, () => 'x')], false],
  ['no tools', [], false],
])('the bonus for descriptions: %s', (_, descriptions, bonus) => {
  const tools = descriptions.map((description, at) => soundTool({ name: `t${at}`, description }));
  expect(lint({ tools, prompts: [{ name: 'p', description: 'Asks for P.' }] }).bonus).toBe(bonus);
});

const resources = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `r${at}`, description: 'All of it.' }));
const prompts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `p${at}`, description: 'Asks.', arguments: [{}] }));

test.each([
  [{ tools: [soundTool()] }, ['100', '+ 5'], 105, 100, 'the score cannot be above 100'],
  [{ resources: resources(3) }, ['100', '− 1×3'], 97, 97, null],
  [
    {
      tools: [soundTool({ description: '' })],
      resources: resources(3),
      prompts: prompts(2),
    },
    ['100', '− 15×1', '− 5×2', '− 1×3'],
    72,
    72,
    null,
  ],
  [{ tools: [soundTool()], prompts: prompts(21) }, ['100', '− 5×21', '+ 5'], 0, 0, null],
  [
    { tools: [soundTool()], prompts: prompts(22) },
    ['100', '− 5×22', '+ 5'],
    -5,
    0,
    'the score cannot be below 0',
  ],
  [
    { serverInfo: null },
    ['100', '− 15×1', '− 5×2'],
    75,
    0,
    'The server offers no tools, resources or prompts: the score is 0',
  ],
])('the sum of %#', (parts, terms, sum, score, because) => {
  const report = lint(parts);
  expect(report.score).toBe(score);
  expect(explainSum(report, mcpPlayground1)).toEqual({ terms, sum, score, because });
});

test('an F from warnings alone gets an error, which costs nothing and comes last', () => {
  const report = lint({ prompts: prompts(13) });
  expect(report).toMatchObject({ score: 35, grade: 'F', summary: { errors: 1, warnings: 13 } });
  expect(report.issues.at(-1)).toMatchObject({
    rule: 'server-grade-f',
    severity: 'error',
    points: 0,
    target: 'server',
    subject: 'server',
    path: '',
  });
  expect(explainSum(report, mcpPlayground1)).toMatchObject({ terms: ['100', '− 5×13'], sum: 35 });
});

test('an F with an error, or a D, gets none', () => {
  expect(rulesOf(lint({ prompts: [...prompts(13), { name: 'q' }] }))).not.toContain('server-grade-f');
  expect(lint({ prompts: prompts(12) })).toMatchObject({ score: 40, grade: 'D', summary: { errors: 0 } });
  expect(rulesOf(lint({ serverInfo: null }))).not.toContain('server-grade-f');
});

test('the numbers are those of the given rule set', () => {
  const [, , , , noDescription] = mcpPlayground1.rules;
  if (noDescription?.id !== 'tool-no-description') throw new Error('another rule stands there');
  const stricter = {
    kind: 'points' as const,
    id: 'example/1',
    rules: [noDescription],
    scoring: {
      ...mcpPlayground1.scoring,
      full: 10,
      points: { error: 7, warning: 2, info: 1 },
      bands: [{ atLeast: 3, grade: 'C' as const }],
    },
  };
  const report = buildLintReport(serverWith({ tools: [null] }), { ruleSet: stricter });
  expect(report).toMatchObject({ ruleset: 'example/1', score: 3, grade: 'C', issues: [{ points: 7 }] });
  expect(explainSum(report, stricter).terms).toEqual(['10', '− 7×1']);
});

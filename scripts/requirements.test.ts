// The rows of requirements.yaml are valid, and every test they name exists.
import { describe, expect, it, test } from 'vitest';
import { checkRows, type Surroundings, tallyRows } from './requirements/check-rows.js';
import { loadRequirements } from './requirements/load.js';
import { type Requirement, readRows } from './requirements/read-rows.js';
import { listTestTitles } from './requirements/test-titles.js';

test('every row of requirements.yaml is valid and every test it names exists (else: npm run requirements)', () => {
  const { rows, problems } = loadRequirements();
  expect(problems).toEqual([]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => 'pending' in row).map(({ id }) => id)).toEqual([]);
});

const ROW: Requirement = {
  id: 'GS-08-01',
  anchor: '08-grading-model.md#n-a',
  level: 'MUST',
  statement: 'It holds.',
  tests: ['a.test.ts::holds: %s'],
};
const AROUND: Surroundings = {
  titlesOf: (path) => (path === 'a.test.ts' ? ['holds: %s', 'a :: b'] : undefined),
  decisions: new Set(['0012']),
};

describe('a row', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['without an outcome', { tests: undefined }, 'has 0 of tests, excluded and pending, not one'],
    ['with two', { excluded: 'For authors.' }, 'has 2 of tests, excluded and pending, not one'],
    ['without tests', { tests: [] }, 'tests is no list of texts'],
    ['with an empty reason', { excluded: ' ' }, 'excluded is no text'],
    ['with a number for a decision', { decision: 12 }, 'decision is no text'],
    ['without a statement', { statement: '' }, 'statement is missing or no text'],
    ['with another property', { note: 'x' }, '"note" is no property of a row'],
  ])('%s is refused', (_, change, fault) => {
    const { rows, problems } = readRows(JSON.stringify([{ ...ROW, ...change }]));
    expect(rows).toEqual([]);
    expect(problems).toContain(`row 1 (GS-08-01): ${fault}`);
  });

  it('of the right form is returned unchanged', () => {
    expect(readRows(JSON.stringify([ROW]))).toEqual({ rows: [ROW], problems: [] });
    expect(checkRows([ROW], AROUND)).toEqual([]);
    expect(checkRows([{ ...ROW, tests: ['a.test.ts::a :: b'], decision: '0012' }], AROUND)).toEqual([]);
  });

  it.each<[Partial<Requirement>, string]>([
    [{ id: 'GS-8-1' }, 'is no id such as GS-08-01'],
    [{ level: 'MAY' as never }, '"MAY" is no level'],
    [{ anchor: '08-grading-model.md' }, '"08-grading-model.md" is no anchor such as 08-grading-model.md#n-a'],
    [{ anchor: '07-scoring.md#x' }, '"07-scoring.md#x" is another chapter'],
    [{ decision: '0099' }, 'there is no decision 0099'],
    [{ tests: ['b.test.ts::holds: %s'] }, 'there is no file b.test.ts'],
    [{ tests: ['a.test.ts::holds'] }, 'a.test.ts has no test "holds"'],
  ])('%j is reported', (change, fault) => {
    expect(checkRows([{ ...ROW, ...change }], AROUND)).toEqual([`${change.id ?? ROW.id}: ${fault}`]);
  });

  it('occurs once, in the order of ids', () => {
    const next = { ...ROW, id: 'GS-08-02' };
    expect(checkRows([ROW, next], AROUND)).toEqual([]);
    expect(checkRows([next, ROW], AROUND)).toEqual([
      'GS-08-01: stands behind GS-08-02: ids are unique and sorted',
    ]);
    expect(checkRows([ROW, ROW], AROUND)).toEqual([
      'GS-08-01: stands behind GS-08-01: ids are unique and sorted',
    ]);
  });

  it('is counted in its chapter', () => {
    const { tests: _, ...open } = ROW;
    const rows = [ROW, { ...open, excluded: 'x' }, { ...open, id: 'GS-02-01', pending: 'y' }];
    expect(tallyRows(rows)).toEqual([
      { chapter: '02', covered: 0, excluded: 0, missing: 1 },
      { chapter: '08', covered: 1, excluded: 1, missing: 0 },
    ]);
  });
});

describe('titles of a test file', () => {
  it.each<[string, string, string[]]>([
    [
      'in groups, one in another',
      `describe('a', () => { describe("b's", () => { it('c', f); }); test('d', f); }); it('e', f);`,
      ["a > b's > c", 'a > d', 'e'],
    ],
    ['of a table', `it.each<[string, (x: A<B>) => void]>([[')', '(']])(\n  'of %s, %j', f)`, ['of %s, %j']],
    ['of a table in a template', 'test.each`a | (`("$a", f)', ['$a']],
    [
      'of a group of a table',
      `describe.each(cases)('%s', () => { it(\`is \${a} \${\`b\` + '\`' + /\`}/}\`, f); });`,
      [`%s > is \${a} \${\`b\` + '\`' + /\`}/}`],
    ],
    ['with an escaped quote', `it('it\\'s', f)`, ["it's"]],
    ['that are no text', 'describe(command, () => { it.each(x)(title(a), f); });', ['command > title(a)']],
    [
      'not in comments, texts and patterns',
      `// it('a', f)\n/* it('b', f) */ const x = "it('c', f)"; const y = /it('d', f)\\(/; z.test('e', f); await('f')`,
      [],
    ],
  ])('%s', (_, source, titles) => {
    expect(listTestTitles(source)).toEqual(titles);
  });
});

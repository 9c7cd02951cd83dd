// The rows of every requirements.yaml are valid, every test they name exists, and none of them is open.
import { describe, expect, it, test } from 'vitest';
import { checkReplaced, checkRows, type Surroundings, tallyRows } from './requirements/check-rows.js';
import { loadRequirements } from './requirements/load.js';
import { type Requirement, readDifferences, readRows } from './requirements/read-rows.js';
import { DIFFERENCE_FORM, RULE_FORM } from './requirements/row-forms.js';
import { listTestTitles } from './requirements/test-titles.js';

test.each(loadRequirements())(
  'every row about $spec is valid and every test it names exists (else: npm run requirements)',
  ({ rows, problems }) => {
    expect(problems).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => 'pending' in row).map(({ id }) => id)).toEqual([]);
  },
);

const ROW: Requirement = {
  id: 'GS-08-01',
  anchor: '08-grading-model.md#n-a',
  level: 'MUST',
  statement: 'It holds.',
  tests: ['a.test.ts::holds: %s'],
};
const SURROUNDINGS: Surroundings = {
  titlesOf: (path) => (path === 'a.test.ts' ? ['holds: %s', 'a :: b'] : undefined),
  decisions: new Set(['0012']),
};
const AROUND = { ...SURROUNDINGS, form: RULE_FORM };

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
    const other = { ...open, id: 'GS-02-01', anchor: '02-eligibility.md#x' };
    const rows = [ROW, { ...open, excluded: 'x' }, { ...other, pending: 'y' }];
    expect(tallyRows(rows)).toEqual([
      { chapter: '02', covered: 0, excluded: 0, missing: 1 },
      { chapter: '08', covered: 1, excluded: 1, missing: 0 },
    ]);
  });
});

describe('a file of differences', () => {
  const CHANGED = { ...ROW, id: 'R1', anchor: '08-grading-model.md' };
  const FILE = { inherits: '2.0.0', replaced: { 'GS-08-01': 'R1' }, rows: [CHANGED] };
  const ids = ['R1', 'R2', 'R10'];
  const AROUND_IT = { ...SURROUNDINGS, form: { ...DIFFERENCE_FORM, ids } };
  const numbered = (...names: string[]) => names.map((id) => ({ ...CHANGED, id }));

  it('of the right form is returned unchanged', () => {
    expect(readDifferences(JSON.stringify(FILE))).toEqual({ ...FILE, problems: [] });
    expect(checkRows(numbered('R1', 'R2', 'R10'), AROUND_IT)).toEqual([]);
    expect(checkReplaced({ ...FILE, problems: [] }, [ROW])).toEqual([]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ inherits: undefined }, 'inherits is missing or no text'],
    [{ replaced: undefined }, 'replaced is no object of ids, or null'],
    [{ replaced: { 'GS-08-01': 1 } }, 'replaced is no object of ids, or null'],
    [{ rows: undefined }, 'the file is not a list of rows'],
    [{ rows: [{ ...CHANGED, note: 'x' }] }, 'row 1 (R1): "note" is no property of a row'],
    [{ dropped: [] }, '"dropped" is no property of the file'],
  ])('%j is refused', (change, fault) => {
    expect(readDifferences(JSON.stringify({ ...FILE, ...change })).problems).toEqual([fault]);
  });

  it('that is no object has none of its parts', () => {
    expect(readDifferences('- R1').problems).toHaveLength(3);
  });

  it('has all rows, in the order of their numbers, and no other', () => {
    expect(checkRows(numbered('R1', 'R10'), AROUND_IT)).toEqual(['R2: there is no such row']);
    expect(checkRows(numbered('R1', 'R10', 'R2'), AROUND_IT)).toEqual([
      'R2: stands behind R10: ids are unique and sorted',
    ]);
    expect(checkRows(numbered('R1', 'R2', 'R3', 'R10'), AROUND_IT)).toEqual(['R3: is no known id']);
  });

  it('expects the 49 differences', () => {
    expect(DIFFERENCE_FORM.ids?.slice(0, 2)).toEqual(['R1', 'R2']);
    expect([DIFFERENCE_FORM.ids?.length, DIFFERENCE_FORM.ids?.at(-1)]).toEqual([49, 'R49']);
  });

  it.each([
    ['08-grading-model.md', '08'],
    ['08-grading-model.md#n-a', '08'],
    ['schemas/19-mcp-integration.md#meta-fields', 'S 19'],
    ['index.schema.json', 'index'],
  ])('a row may point to %s', (anchor, chapter) => {
    const [one, two, ten] = numbered('R1', 'R2', 'R10');
    if (!one || !two || !ten) throw new Error('three rows');
    const rows = [{ ...one, anchor, level: 'MAY' as const }, two, ten];
    expect(checkRows(rows, AROUND_IT)).toEqual([]);
    expect(tallyRows(rows).map((tally) => tally.chapter)).toContain(chapter);
  });

  it.each(['8-grading-model.md', 'schemas/19-Meta.md', 'other.json', '08-grading-model.md#'])(
    'a row does not point to %s',
    (anchor) => {
      const [one, ...others] = numbered('R1', 'R2', 'R10');
      if (!one) throw new Error('three rows');
      expect(checkRows([{ ...one, anchor }, ...others], AROUND_IT)).toEqual([
        `R1: "${anchor}" is no anchor such as ${DIFFERENCE_FORM.anchorExample}`,
      ]);
    },
  );

  it.each([
    [{ 'GS-08-02': 'R1' }, 'replaced: GS-08-02 is no inherited row'],
    [{ 'GS-08-01': 'R2' }, 'replaced: R2 is no row'],
  ])('replaces a row that is there by one that is there: %j', (replaced, fault) => {
    expect(checkReplaced({ ...FILE, replaced, problems: [] }, [ROW])).toEqual([fault]);
  });

  it('drops a row by null', () => {
    expect(checkReplaced({ ...FILE, replaced: { 'GS-08-01': null }, problems: [] }, [ROW])).toEqual([]);
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

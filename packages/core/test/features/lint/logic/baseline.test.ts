// An entry of a baseline accepts one issue until its last day; entries without an issue are reported.
import { describe, expect, test } from 'vitest';
import { isInOtherText } from '../../../../src/features/lint/logic/adjust.js';
import { compareWithBaseline } from '../../../../src/features/lint/logic/baseline.js';
import type { LintBaselineEntry, LintIssue } from '../../../../src/rules/mcp/lint-report.js';
import { lint, soundSchema, soundTool } from './linted-server.js';

const TODAY = '2027-01-31';
const target = 'https://mcp.example';

const issue = (rule: string, subject: string, path = '', text?: string): LintIssue => ({
  ...(text !== undefined && { text }),
  rule,
  severity: 'warning',
  points: 5,
  target: subject,
  category: 'tool',
  subject,
  message: rule,
  path,
});
const entry = (rule: string, subject: string, more: Partial<LintBaselineEntry> = {}): LintBaselineEntry => ({
  target,
  rule,
  subject,
  ...more,
});

test.each([
  ['the same', [issue('r', 'a')], [entry('r', 'a')], [], 1, []],
  ['another rule', [issue('r', 'a')], [entry('q', 'a')], ['r a'], 0, ['q a']],
  ['another subject', [issue('r', 'a')], [entry('r', 'b')], ['r a'], 0, ['r b']],
  ['one of two', [issue('r', 'a'), issue('r', 'a')], [entry('r', 'a')], ['r a'], 1, []],
  ['two of one', [issue('r', 'a')], [entry('r', 'a'), entry('r', 'a')], [], 1, ['r a']],
  ['nothing accepted', [issue('r', 'b'), issue('r', 'a')], [], ['r b', 'r a'], 0, []],
  ['nothing left', [], [entry('r', 'b'), entry('r', 'a')], [], 0, ['r b', 'r a']],
  ['a separator in a name', [issue('r', 'a","b')], [entry('r","a', 'b')], ['r a","b'], 0, ['r","a b']],
])('%s', (_, issues, baseline, added, accepted, stale) => {
  const diff = compareWithBaseline(issues, baseline, TODAY);
  expect(diff.added.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual(added);
  expect(diff.accepted).toBe(accepted);
  expect(diff.stale.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual(stale);
});

test('the later of two equal issues is new', () => {
  const diff = compareWithBaseline(
    [issue('r', 'a', '/first'), issue('r', 'a', '/second')],
    [entry('r', 'a')],
    TODAY,
  );
  expect(diff.added.map(({ path }) => path)).toEqual(['/second']);
});

describe('an issue with a text', () => {
  const now = [issue('r', 'a', '', 'new')];
  const old = entry('r', 'a', { text: 'old', reason: 'Read.' });
  test.each([
    ['the same text', [entry('r', 'a', { text: 'new' })], 0, [], []],
    ['another text', [old], 1, [], [{ ...old, found: 'new' }]],
    ['no text', [entry('r', 'a')], 1, [], [{ ...entry('r', 'a'), found: 'new' }]],
    ['both texts', [old, entry('r', 'a', { text: 'new' })], 0, [old], []],
    ['another text, until a day that has passed', [{ ...old, expires: '2020-01-01' }], 1, [], []],
    [
      'another text of another subject',
      [entry('r', 'b', { text: 'old' })],
      1,
      [entry('r', 'b', { text: 'old' })],
      [],
    ],
  ])('is accepted by an entry with its own text only: %s', (_, baseline, added, stale, changed) => {
    const diff = compareWithBaseline(now, baseline, TODAY);
    expect([diff.added.length, diff.stale, diff.changed ?? []]).toEqual([added, stale, changed]);
  });
});

test('an issue is in another text if it was accepted, and no entry has its own text', () => {
  const entries = (...texts: string[]) => texts.map((text) => entry('r', 'a', { text }));
  const told = [
    entries('old'),
    entries('old', 'new'),
    entries(),
    [entry('r', 'a')],
    [entry('r', 'b', { text: 'old' })],
  ];
  const found = told.map((accepted) => isInOtherText(issue('r', 'a', '', 'new'), accepted));
  expect(found).toEqual([true, false, false, false, false]);
});

describe('an entry with a last day', () => {
  test.each([
    ['2027-01-30', 1, 0],
    ['2027-01-31', 0, 1],
    ['2027-02-01', 0, 1],
  ])('%s, on 2027-01-31', (expires, added, accepted) => {
    const diff = compareWithBaseline([issue('r', 'a')], [entry('r', 'a', { expires })], TODAY);
    expect(diff).toMatchObject({ added: { length: added }, accepted, stale: [] });
  });

  test('is stale when its issue is gone, and gives precedence to one that still accepts', () => {
    const expired = entry('r', 'a', { expires: '2020-01-01', reason: 'old' });
    expect(compareWithBaseline([], [expired], TODAY).stale).toEqual([expired]);
    const diff = compareWithBaseline([issue('r', 'a')], [expired, entry('r', 'a')], TODAY);
    expect(diff).toEqual({ added: [], accepted: 1, stale: [expired] });
  });

  test('does not use up the issue of a valid entry', () => {
    const expired = entry('r', 'a', { expires: '2020-01-01' });
    const issues = [issue('r', 'a'), issue('r', 'a')];
    const diff = compareWithBaseline(issues, [expired, entry('r', 'a')], TODAY);
    expect(diff).toMatchObject({ added: { length: 1 }, accepted: 1, stale: [] });
  });
});

test('the issues of a report as its own baseline leave no new ones', () => {
  const inputSchema = soundSchema({ properties: { place: {}, hour: {} } });
  const { issues } = lint({ tools: [soundTool({ inputSchema })] });
  const baseline = issues.map(({ rule, subject }) => entry(rule, subject));
  expect(compareWithBaseline(issues, baseline, TODAY)).toEqual({ added: [], accepted: 4, stale: [] });
});

// An entry of a baseline accepts one issue, for as long as it says; what it no longer meets is told.
import { describe, expect, test } from 'vitest';
import { compareWithBaseline } from '../../../src/engine/lint/compare.js';
import { buildLintReport } from '../../../src/engine/lint/report.js';
import type { LintBaselineEntry, LintIssue } from '../../../src/model/lint.js';
import { serverWith, soundSchema, soundTool } from './linted-server.js';

const TODAY = '2027-01-31';
const target = 'https://mcp.example';

const issue = (rule: string, subject: string, path = ''): LintIssue => ({
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

test('of two of a kind the later one is new', () => {
  const diff = compareWithBaseline(
    [issue('r', 'a', '/first'), issue('r', 'a', '/second')],
    [entry('r', 'a')],
    TODAY,
  );
  expect(diff.added.map(({ path }) => path)).toEqual(['/second']);
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

  test('is stale when its issue is gone, and gives way to one that still accepts', () => {
    const expired = entry('r', 'a', { expires: '2020-01-01', reason: 'old' });
    expect(compareWithBaseline([], [expired], TODAY).stale).toEqual([expired]);
    const diff = compareWithBaseline([issue('r', 'a')], [expired, entry('r', 'a')], TODAY);
    expect(diff).toEqual({ added: [], accepted: 1, stale: [expired] });
  });

  test('does not use up what a valid entry accepts', () => {
    const expired = entry('r', 'a', { expires: '2020-01-01' });
    const issues = [issue('r', 'a'), issue('r', 'a')];
    const diff = compareWithBaseline(issues, [expired, entry('r', 'a')], TODAY);
    expect(diff).toMatchObject({ added: { length: 1 }, accepted: 1, stale: [] });
  });
});

describe('in a report', () => {
  const server = serverWith({
    tools: [soundTool({ inputSchema: soundSchema({ properties: { place: {}, hour: {} } }) })],
  });

  test('only entries for the target count', () => {
    const baseline = [
      entry('prop-no-type', 'weather.place'),
      entry('prop-no-type', 'weather.hour', { target: 'https://elsewhere.example' }),
      entry('prop-no-description', 'weather.gone'),
    ];
    const { issues, diff } = buildLintReport(server, { baseline, today: TODAY });
    expect(issues).toHaveLength(4);
    expect(diff).toEqual({
      added: issues.filter(({ rule, subject }) => !(rule === 'prop-no-type' && subject === 'weather.place')),
      accepted: 1,
      stale: [baseline[2]],
    });
  });

  test('its own issues as a baseline leave nothing new; without a baseline there is no diff', () => {
    const { issues, ...report } = buildLintReport(server);
    expect(report).not.toHaveProperty('diff');
    const baseline = issues.map(({ rule, subject }) => entry(rule, subject));
    expect(buildLintReport(server, { baseline, today: TODAY }).diff).toEqual({
      added: [],
      accepted: 4,
      stale: [],
    });
  });
});

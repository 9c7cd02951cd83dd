// A lint baseline, as a file from the user: an unusable one is refused with the place of its first fault.
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { lintBaselineFile } from '../../src/features/lint/baseline.js';
import { readCheckedJson } from '../../src/files/checked-json-file.js';
import { GradingError } from '../../src/problems/problem.js';

const readBaseline = (file: string) => readCheckedJson(file, lintBaselineFile, 'LNT-010');

async function read(text: string) {
  await using fixture = await createFixture({ 'b.json': text });
  try {
    return readBaseline(fixture.getPath('b.json'));
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    const { code, where, args } = error.problem;
    return `${code} ${where?.line}:${where?.column} ${where?.path ?? ''} ${args?.reason}`;
  }
}

const withEntry = (entry: string) => `{ "ruleset": "r/1",\n  "accepted": [\n    ${entry}\n  ] }`;
const whole = '{ "target": "a", "rule": "r", "subject": "s", "reason": "Because.", "expires": "2028-02-29" }';

describe('a baseline', () => {
  it('is read with all or none of its optional members', async () => {
    const bare = { target: 'a', rule: 'r', subject: 's' };
    expect(await read(withEntry(`${whole}, ${JSON.stringify(bare)}`))).toEqual({
      ruleset: 'r/1',
      accepted: [{ ...bare, reason: 'Because.', expires: '2028-02-29' }, bare],
    });
  });

  it.each([
    ['no JSON', '{', /^LNT-010 1:2 {2}the file is not valid JSON/],
    ['no object', '[]', /^LNT-010 1:1 {2}Invalid input/],
    ['no rule set', '{ "accepted": [] }', /^LNT-010 1:1 \/ruleset /],
    [
      'an unknown member',
      withEntry('{ "target": "a", "rule": "r", "subject": "s", "until": 1 }'),
      /^LNT-010 3:60 \/accepted\/0\/until .*"until"/,
    ],
    ['an empty reason', withEntry(whole.replace('Because.', '')), /^LNT-010 3:61 \/accepted\/0\/reason /],
    [
      'no day',
      withEntry(whole.replace('2028-02-29', '2027-02-29')),
      /^LNT-010 3:84 \/accepted\/0\/expires a day such as/,
    ],
  ])('with %s is refused', async (_, text, expected) => {
    expect(await read(text)).toMatch(expected);
  });

  it('is refused if it is missing', () => {
    expect(() => readBaseline('/nowhere/b.json')).toThrow(/LNT-010: .*ENOENT/);
  });
});

// The values of --shard, and the commands that cannot be split.
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { parseShard } from '../src/options/island-options.js';
import { runCommand } from './run-command.js';

describe('--shard', () => {
  it.each([
    ['1/1', { index: 1, count: 1 }],
    ['3/8', { index: 3, count: 8 }],
    ['999999/999999', { index: 999_999, count: 999_999 }],
  ])('%s', (text, expected) => expect(parseShard(text)).toEqual(expected));

  it.each([
    '',
    '0/3',
    '4/3',
    '1',
    '1/',
    '/3',
    '-1/3',
    '1/0',
    '1.5/3',
    ' 1/3',
    '1/3/4',
    '1e1/20',
    '1/1000000',
  ])('%j is refused', (text) =>
    expect(() => parseShard(text)).toThrow('from 1/n to n/n was expected, such as 3/8'),
  );

  it.each([
    ['grading import x --shard 0/3', '--shard <i/n>'],
    ['grading verify --all --shard 1/2 --repair', '--repair cannot be used with --shard'],
    ['grading run --all --emit-prompts --shard 1/2 --chain', '--chain cannot be used with --shard'],
    ['grading run x --consume-scores y --shard 1/2', '--shard cannot be used with --consume-scores'],
  ])('%s: a usage error', async (line, reason) => {
    await using place = await createFixture({});
    const surroundings = { cwd: place.path, home: place.path };
    const { code, stderr } = await runCommand(line.split(' '), surroundings);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});

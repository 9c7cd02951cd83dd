// Lines of a trial: what is read again, and every damage that is noticed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { footerOf, parseTrial } from '../../../src/trials/logic/trial-lines.js';
import { call, sampleAttempt, sampleTask, sampleTool, sampleTrial } from './sample-trials.js';

const tasks = [sampleTask('a'), sampleTask('b', { tool: null }), sampleTask('c', { tool: ['x', 'y'] })];
const attempts = [
  sampleAttempt('a', [call('x', { text: 'a\nb ü' })]),
  sampleAttempt('b', [], { text: 'None does it.', usage: { in: null, out: null } }),
  sampleAttempt('c', [{ name: 'y', input: '{', invalid: 'unreadable' }]),
];
const { header } = sampleTrial(tasks, attempts);
const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;
const open = [header, ...attempts].map(lineOf).join('');
const whole = open + footerOf(open, attempts.length);

/** A tool with more levels than canonical JSON takes. */
function deepTool() {
  let properties = {};
  for (let level = 0; level < 600; level += 1) properties = { properties };
  return sampleTool('x', properties);
}

it('a whole trial is read as it was written', () => {
  expect(parseTrial(whole)).toEqual({ trial: { header, attempts, isWhole: true }, whole });
});

it('names that mean something to JavaScript stay in it', () => {
  const odd = JSON.parse('{"__proto__":"v","constructor":"w"}');
  const trial = sampleTrial([sampleTask('a', { arguments: odd })], [sampleAttempt('a', [call('x', odd)])], {
    tools: [sampleTool('x', {}, odd)],
  });
  const text = [trial.header, ...trial.attempts].map(lineOf).join('');
  const parsed = parseTrial(text);
  expect('trial' in parsed && [parsed.trial.header, ...parsed.trial.attempts].map(lineOf).join('')).toBe(
    text,
  );
});

it('an open one may end anywhere behind its header', () => {
  const first = lineOf(header).length;
  for (let length = first; length < whole.length; length += 1) {
    const parsed = parseTrial(whole.slice(0, length));
    if ('reason' in parsed) throw new Error(`at ${length}: ${parsed.reason}`);
    const lines = whole.slice(0, length).split('\n').length - 1;
    expect(parsed.trial.isWhole).toBe(false);
    expect(parsed.trial.attempts).toEqual(attempts.slice(0, lines - 1));
    expect(whole.startsWith(parsed.whole)).toBe(true);
  }
});

describe('damage', () => {
  it('of one byte of a whole trial is always noticed', () => {
    const bytes = Buffer.from(whole);
    const place = fc.integer({ min: 0, max: bytes.length - 1 });
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(parseTrial(changed.toString('utf8'))).toHaveProperty('reason');
      }),
      { numRuns: 400 },
    );
  });

  it.each<[string, string, number]>([
    ['nothing', '', 1],
    ['another document', '{"format":"flowmcp-trial/2"}\n', 1],
    ['a header whose plan is another', lineOf({ ...header, plan: 'ffffffff' }), 1],
    ['a header with another task', open.replace('Do a.', 'Do A.'), 1],
    ['a header that no hash can cover', lineOf({ ...header, tools: [deepTool()] }), 1],
    ['a header that is cut', JSON.stringify(header), 1],
    ['an attempt at another task', open + lineOf(sampleAttempt('z', [])), 5],
    ['an attempt at another sample', lineOf(header) + lineOf(sampleAttempt('a', [], { sample: 1 })), 2],
    ['the same attempt twice', open + lineOf(attempts[1]), 5],
    ['an attempt with another member', lineOf(header) + lineOf({ ...attempts[0], score: 1 }), 2],
    ['a line between', `${lineOf(header)}\n${lineOf(attempts[0])}`, 2],
    ['a line after the last', `${whole}{}\n`, 5],
    ['a torn line after the last', `${whole}{`, 6],
    ['another last line', `${open}{"end":true,"attempts":2`, 5],
  ])('%s', (_, text, line) => {
    expect(parseTrial(text)).toMatchObject({ line, reason: expect.any(String) });
  });
});

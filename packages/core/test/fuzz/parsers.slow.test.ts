// Whatever its input, each parser accepts it or reports a code and a place; none of them breaks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeProblem, errorCodes } from '../../src/problems/error-codes.js';
import type { Problem } from '../../src/problems/problem.js';
import { GOOD, NASTY } from './nasty.js';
import { FILE_PARSERS, PARSERS, type Parser, readKeys } from './parsers.js';
import { fuzzRuns } from './runs.js';

const ALL: readonly (readonly [string, Parser])[] = Object.entries({
  ...PARSERS,
  ...FILE_PARSERS,
  keys: readKeys,
});
/** Parsers that know their file; each of their problems has to name it. */
const NAMING = new Set([
  'schema',
  'schema in JSON',
  'skill',
  'selection',
  'selection in JSON',
  'About',
  'intake',
  'baseline',
  'config',
  'list',
  'list in JSON',
  'snapshot of a server',
  'dataset',
  'entry of the island',
  'index of a namespace',
  'index of a selection',
  'lock snapshot',
  'prompts',
  'state',
  'members',
  'facts',
]);

function checkTold(name: string, problems: readonly Problem[]): void {
  // A few of thousands of similar problems are enough.
  for (const found of problems.slice(0, 100)) {
    expect(errorCodes).toHaveProperty([found.code]);
    const { message } = describeProblem(found);
    // An unfilled placeholder.
    const placeholders = Object.keys(found.args ?? {}).map((key) => `{${key}}`);
    expect(placeholders.filter((one) => message === one)).toEqual([]);
    expect(message.length).toBeLessThan(20_000);
    if (NAMING.has(name)) expect([found.code, typeof found.where?.file]).toEqual([found.code, 'string']);
    const { line, column } = found.where ?? {};
    for (const place of [line, column]) if (place !== undefined) expect(place).toBeGreaterThan(0);
  }
}

async function check([name, parse]: readonly [string, Parser], bytes: Buffer): Promise<void> {
  checkTold(name, await parse(bytes));
}

describe.each(Object.entries(NASTY))('%s', (_, content) => {
  it('is accepted or refused by every parser', async () => {
    for (const one of ALL) await check(one, Buffer.from(content));
  }, 120_000);
});

describe.each(ALL)('%s', (...parser) => {
  it('handles any input', async () => {
    const text = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 200 }).map((it) => Buffer.from(it)),
      fc.json({ maxDepth: 6 }).map((it) => Buffer.from(it)),
      fc
        .json({ maxDepth: 4 })
        .map((it) => Buffer.from(`export const main = ${it}; export const skill = main;`)),
    );
    await fc.assert(
      fc.asyncProperty(text, (bytes) => check(parser, bytes)),
      { numRuns: fuzzRuns(60) },
    );
  });

  it('handles a valid document with any change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(GOOD)),
        fc.array(fc.record({ at: fc.nat(10_000), drop: fc.nat(40), put: putIn }), {
          minLength: 1,
          maxLength: 4,
        }),
        (good, changes) => check(parser, changes.reduce(spoil, Buffer.from(good))),
      ),
      { numRuns: fuzzRuns(100) },
    );
  });
});

const putIn = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    '{}',
    '[]',
    '"',
    '{',
    '}',
    ',',
    '1e999',
    '-',
    '\0',
    '\ufeff',
    '__proto__',
    '...',
    '`',
    '//',
    '/*',
  ),
  fc.json({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

function spoil(bytes: Buffer, { at, drop, put }: { at: number; drop: number; put: string }): Buffer {
  const place = at % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, place), Buffer.from(put), bytes.subarray(place + drop)]);
}

// Dangling references are not a fault of the form: nothing exists here that they could refer to.
it('the documents are valid before they are changed', async () => {
  const parsers = { ...PARSERS, ...FILE_PARSERS };
  const taken: Record<string, string> = {
    schema: 'schema',
    skill: 'skill',
    entry: 'entry',
    scores: 'scores',
    about: 'About',
    index: 'index of a namespace',
    list: 'list',
    server: 'snapshot of a server',
  };
  for (const [good, parser] of Object.entries(taken)) {
    const problems = (await parsers[parser]?.(Buffer.from(GOOD[good] ?? ''))) ?? [];
    const errors = problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    expect([good, errors.filter((code) => !/^(LST|SKL|PH)/.test(code))]).toEqual([good, []]);
  }
});

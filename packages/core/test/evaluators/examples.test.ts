// The example evaluators in three languages work unchanged, agree with each other, and ignore unknown keys.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { preflight } from '../../src/evaluators/ask/open-evaluator.js';
import { buildPayload, type EvaluatorPayload } from '../../src/evaluators/logic/evaluator.js';
import { type Argv, commandOf } from './command/commands.js';

const cwd = fileURLToPath(new URL('../../../../fixtures/evaluators/', import.meta.url));
const EXAMPLES = [
  ['node', 'node/grade.mjs'],
  ['python3', 'python/grade.py'],
  ['sh', 'shell/grade.sh'],
  ['./shell/grade.sh'],
] satisfies Argv[];

const CLEAR = 'Lists the ships that lie in a port today, with the berth of each.';
const LONG = 'word '.repeat(200_000);

/** A field that only a later version of the protocol would send. */
const LATER = {
  _protocol_version: 2,
  candidate: 'a "b"\n\tc',
  seed: 7,
  nested: { candidate: 'best best', words: 1 },
};

describe.each(EXAMPLES)('%s %s', (...argv) => {
  it('passes preflight', async () => {
    const evaluator = commandOf(argv, { cwd });
    expect(await preflight(evaluator), `these tests need ${argv[0]} on the PATH`).toBeNull();
    expect(evaluator.identity.version).toMatch(/^[0-9a-f]{8}$/);
  });

  it.each([
    ['a clear text', buildPayload({ candidate: CLEAR }), 1, 'words: 14, of praise: 0'],
    ['praise', buildPayload({ candidate: `The BEST: ${CLEAR} Powerful!` }), 0.5, 'words: 17, of praise: 2'],
    [
      'words that only begin like praise',
      buildPayload({ candidate: `bestow ${CLEAR}` }),
      1,
      'words: 15, of praise: 0',
    ],
    ['too little', buildPayload({ candidate: 'Lists\nships – ü' }), 0.3333, 'words: 4, of praise: 0'],
    ['nothing', buildPayload({ candidate: '' }), 0, 'words: 0, of praise: 0'],
    [
      'a record',
      buildPayload({ candidate: 'two words', example: { words: 4 } }),
      0.5,
      'words: 2, of praise: 0',
    ],
    [
      'a record with a candidate of its own',
      buildPayload({ candidate: 'one', example: { candidate: 'a b c d e f', words: 2 } }),
      0.5,
      'words: 1, of praise: 0',
    ],
    [
      'text that looks like a payload',
      buildPayload({ candidate: '"candidate": "x", "words": 1' }),
      0.3333,
      'words: 4, of praise: 0',
    ],
    ['1 MB', buildPayload({ candidate: LONG, taskModel: 'openai/x' }), 1, 'words: 200000, of praise: 0'],
    ['version 1', { candidate: 'one two three' } as EvaluatorPayload, 0.25, 'words: 3, of praise: 0'],
    ['unknown keys', LATER as EvaluatorPayload, 0.25, 'words: 3, of praise: 0'],
  ])('scores %s', async (_, payload, score, reasoning) => {
    const outcome = await commandOf(argv, { cwd, timeoutMs: 30_000 }).evaluate(payload, {});
    expect(outcome).toEqual({ evaluation: { score, sideInfo: { reasoning } } });
  });
});

it.each([
  ['node', 'persistent/grade.mjs'],
  ['python3', 'persistent/grade.py'],
] satisfies Argv[])('%s %s stays running', async (...argv) => {
  const evaluator = commandOf(argv, { cwd, persistent: true });
  for (const [candidate, score] of [
    ['two words', 0.1667],
    [CLEAR, 1],
    ['', 0],
  ] as const)
    expect(await evaluator.evaluate(buildPayload({ candidate }), {})).toMatchObject({
      evaluation: { score },
    });
});

it.each([
  ['node/grade.mjs', 'js'],
  ['python/grade.py', 'python'],
  ['shell/grade.sh', 'sh'],
  ['persistent/grade.mjs', 'js'],
  ['persistent/grade.py', 'python'],
])('docs/evaluators.md shows %s, which has ten lines at most', (file, language) => {
  const source = readFileSync(`${cwd}${file}`, 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
  const docs = readFileSync(new URL('../../../../docs/evaluators.md', import.meta.url), 'utf8');
  expect(docs).toContain(`\`\`\`${language}\n${source}\`\`\``);
});

// Numbers keep their text from a set to the evaluator, and from its answer to the results, the journal and the cache.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import type { EvaluatorSpec } from '../../../../../src/evaluators/logic/evaluator.js';
import { buildJudgementPrompt } from '../../../../../src/evaluators/logic/judge/judgement-prompt.js';
import { runEvaluator } from '../../../../../src/features/evaluate/dataset-run/evaluator-run.js';
import { parseExact } from '../../../../../src/values/exact-json.js';

const NUMBERS = '"id":12345678901234567890,"price":1.0,"tiny":[1e-7,{"n":0.10}]';
const COMMON = { timeoutMs: 20_000, range: 'unit', taskModel: null } as const;

it('over HTTP, to the file of results, and again from the cache', async () => {
  await using place = await createFixture({ 'set.jsonl': `{${NUMBERS}}\n` });
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end(`{"score":1.0,"said":{${NUMBERS}}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const run = (out: string) =>
    runEvaluator({
      ...{ evaluator: { kind: 'http', url, headers: {}, ...COMMON }, candidate: 'text' },
      ...{ out: place.getPath(out), cache: place.getPath('cache') },
      sets: { train: place.getPath('set.jsonl'), validation: null },
    });
  expect((await run('first.jsonl')).summary.train).toBe(1);
  expect(bodies.at(-1)).toContain(`"example":{${NUMBERS}}`);
  const line = `{"set":"train","index":0,"score":1,"sideInfo":{"said":{${NUMBERS}}}}\n`;
  expect(readFileSync(place.getPath('first.jsonl'), 'utf8')).toBe(line);
  const calls = bodies.length;
  await run('second.jsonl');
  // Only the trial call.
  expect(bodies).toHaveLength(calls + 1);
  expect(readFileSync(place.getPath('second.jsonl'), 'utf8')).toBe(line);
});

it('to a command, and back', async () => {
  await using place = await createFixture({
    'set.jsonl': `{${NUMBERS}}\n`,
    'echo.mjs': `let given = '';
for await (const chunk of process.stdin) given += chunk;
console.log('{"score":1,"given":' + given + '}');
`,
  });
  const argv = [process.execPath, place.getPath('echo.mjs')] as const;
  const evaluator: EvaluatorSpec = { kind: 'command', argv, cwd: null, ...COMMON };
  const sets = { train: place.getPath('set.jsonl'), validation: null };
  const out = place.getPath('out.jsonl');
  expect((await runEvaluator({ evaluator, candidate: 'text', sets, out })).errors).toEqual([]);
  expect(readFileSync(out, 'utf8')).toContain(`"example":{${NUMBERS}}`);
});

it('to a judge', () => {
  const example = parseExact(`{${NUMBERS}}`) as Record<string, unknown>;
  const prompt = buildJudgementPrompt({
    payload: { _protocol_version: 2, candidate: 'text', example },
    ...{ objective: null, intake: null, scale: 'unit', newFence: () => 'abcdefghijklmnop1234' },
  });
  for (const shown of ['12345678901234567890', '1.0', '1e-7', '0.10'])
    expect(JSON.stringify(prompt)).toContain(shown);
});

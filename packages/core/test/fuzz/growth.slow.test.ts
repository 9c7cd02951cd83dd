// Twice the input costs no parser much more than twice the work. Work is counted, not timed: how often each block of
// our code (and of the parsers of modules and shapes) is entered. Work of the engine within one call, such as a regular
// expression, is not counted; but if one of those grew out of bounds, the large files of parsers.test.ts would never
// finish.
import { Session } from 'node:inspector';
import { expect, it } from 'vitest';
import { PARSERS } from './parsers.js';

const COUNTED = /\/(?:packages\/core\/src|node_modules\/.*(?:acorn|zod))\//;

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

function countSteps(run: () => unknown): number {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    run();
    let steps = 0;
    session.post('Profiler.takePreciseCoverage', (error: Error | null, { result }: Coverage) => {
      if (error) throw error;
      const ranges = result
        .filter(({ url }) => COUNTED.test(url))
        .flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
      steps = ranges.reduce((sum, { count }) => sum + count, 0);
    });
    return steps;
  } finally {
    session.disconnect();
  }
}

const times = (n: number, text: (at: number) => string, between = ',') =>
  Array.from({ length: n }, (_, at) => text(at)).join(between);
const tool = (at: number) =>
  `t${at}: { method: 'GET', path: '/a/{{b}}', description: 'Lists it.', parameters: [], tests: [{ _description: 'a' }] }`;
const answers = (n: number) =>
  times(n, (at) => `{"questionId":"Q-single-test-${at}","score":4,"reasoning":"r"}`);
const ADDRESS =
  '{"scoringProtocol":"v1","taskId":"a","creator":{},"harness":{},"areas":[{"area":"single-test","answers":[';

/** For each parser, an input of length n. */
const GROWING: Readonly<Record<string, (n: number) => string>> = {
  schema: (n) => `export const main = { namespace: 'demo', tools: { ${times(n, tool)} } }`,
  'schema in JSON': (n) => `{"tools":{${times(n, (at) => `"t${at}":{"path":"/a","parameters":[null,{}]}`)}}}`,
  skill: (n) =>
    `export const skill = { content: '${'{{tool:getIt}} and {{input:x}} '.repeat(n)}', requires: { tools: [${times(n, (at) => `'t${at}'`)}] } }`,
  'selection in JSON': (n) => `{"members":[${times(n, (at) => `"demo.s${at}"`)}]}`,
  JSON: (n) => `[${times(n, (at) => `{"a${at}":[1,"x",null]}`)}]`,
  About: (n) => times(n, (at) => `## Shared Lists ${at}\n- a [b](c)\n\`\`\`\nx\n\`\`\`\n| a | b |`, '\n'),
  scores: (n) => `${ADDRESS}${answers(n)}]}]}`,
  'scores of protocol v1': (n) =>
    `{"schemaIdSlug":"a","evaluations":{${times(n, (at) => `"d${at}":{"score":4,"reasoning":"r"}`)}}}`,
  names: (n) => `${'a--'.repeat(n)}2026-01-01T00-00-00Z--00000000.json`,
  entry: (n) => `{"gradings":[${answers(n)}]}`,
  'index of a namespace': (n) =>
    `{"indexVersion":2,"schemas":{${times(n, (at) => `"s${at}":{"status":"x"}`)}}}`,
  journal: (n) => `${times(n, (at) => `{"seq":${at},"kind":"test","path":"a"}`, '\n')}\n`,
  dataset: (n) => times(n, () => '{"candidate":"a","score":1}', '\n'),
  'answer of an evaluator': (n) => `{"score":1,"a":[${times(n, (at) => `{"k${at}":"v"}`)}]}`,
  intake: (n) => `{"quality_dimensions":[${times(n, (at) => `{"name":"d${at}","weight":1}`)}]}`,
  'texts of a server': (n) =>
    'First do not call get_it, a.b or <x> with "a/b" to tell "%41" a@b.io. '.repeat(n),
  redaction: (n) => `{"a":[${times(n, () => '"a-key-of-ours %41 &amp; \\u0041"')}]}`,
};

it.each(Object.keys(GROWING))('%s: four times the input is at most about four times the work', (name) => {
  const grow = GROWING[name] ?? String;
  const parse = PARSERS[name];
  const steps = (n: number) => countSteps(() => parse?.(Buffer.from(grow(n))));
  steps(50);
  expect(steps(100)).toBeGreaterThan(10);
  // The engine may drop counts together with code it discards, so take the best of a few runs; quadratic growth stays
  // quadratic. Work done once per run, whatever the length, lowers the ratio below four.
  const growths = [1, 2, 3].map(() => steps(400) / steps(100));
  expect(Math.min(...growths)).toBeLessThan(4.6);
});

it('quadratic work is noticed', () => {
  const square = (n: number) => {
    for (let at = 0; at < n; at += 1)
      for (let other = 0; other < n; other += 1) PARSERS.names?.(Buffer.alloc(0));
  };
  expect(countSteps(() => square(20)) / countSteps(() => square(5))).toBeGreaterThan(10);
});

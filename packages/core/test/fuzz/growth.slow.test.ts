// Twice the input costs no parser, no lint and no comparison of servers much more than twice the work. Work is counted, not timed: how often each block of
// our code (and of the parsers of modules and shapes) is entered. Work of the engine within one call, such as a regular
// expression, is not counted; but if one of those grew out of bounds, the large files of parsers.test.ts would never
// finish.
import { Session } from 'node:inspector';
import { expect, it } from 'vitest';
import { compareValues } from '../../src/features/lint/logic/diff/compare-values.js';
import { matchItems } from '../../src/features/lint/logic/diff/match-items.js';
import { buildLintReport } from '../../src/features/lint/logic/report.js';
import { exampleTool } from '../../src/rules/mcp/define.js';
import { flowmcp1 } from '../../src/rules/mcp/flowmcp-1/rule-set.js';
import type { ServerSnapshot } from '../../src/rules/mcp/lint.js';
import { serverWith } from '../features/lint/logic/linted-server.js';
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
  expectLinear((n) => countSteps(() => parse?.(Buffer.from(grow(n)))));
});

const list = <T>(n: number, one: (at: number) => T) => Array.from({ length: n }, (_, at) => one(at));
const map = (n: number, one: (at: number) => unknown, key = 'p') =>
  Object.fromEntries(list(n, (at) => [`${key}${at}`, one(at)]));
const text = (at: number) => ({ type: 'string', description: `Number ${at} of the pier.` });
const oneTool = (inputSchema: object) => ({ tools: [exampleTool({ inputSchema })] });
const withProperties = (properties: object, more: object = {}) =>
  oneTool({ type: 'object', properties, ...more });
const tools = (n: number, one: (at: number) => Record<string, unknown>) => ({
  tools: list(n, (at) => exampleTool(one(at))),
});
const nest = (depth: number, around: (inner: object, at: number) => object) =>
  list(depth, (at) => at).reduce((inner, at) => around(inner, at), text(0) as object);
const ref = (at: number | string) => ({ $ref: `#/$defs/d${at}`, description: 'A pier.' });

/** Rules about texts take most of the steps and would hide the growth of the others; "texts of a server" grows them. */
const ruleSet = { ...flowmcp1, rules: flowmcp1.rules.filter(({ subject }) => subject !== 'text') };

/** Servers of length n; what n counts is the name. */
const SERVERS: Readonly<Record<string, (n: number) => Partial<ServerSnapshot>>> = {
  inputs: (n) => withProperties(map(n, text)),
  'inputs without anything': (n) => withProperties(map(n, () => ({}))),
  'inputs inside of one with a long name': (n) =>
    withProperties({ ['x'.repeat(5 * n)]: { properties: map(n, () => ({})) } }),
  'required names': (n) => withProperties({}, { required: list(n, (at) => `r${at}`) }),
  'required names beside branches': (n) =>
    withProperties(
      {},
      { required: list(n, (at) => `r${at}`), anyOf: list(n, (at) => ({ properties: { [`b${at}`]: {} } })) },
    ),
  'required names beside patterns': (n) =>
    withProperties({}, { required: list(n, (at) => `r${at}`), patternProperties: map(n, () => ({}), '^q') }),
  'values of an enum': (n) => withProperties({ a: { ...text(0), enum: list(n, (at) => `v${at}`) } }),
  'references to one enum': (n) =>
    withProperties(
      map(n, () => ({ ...ref(0), default: 'none' })),
      {
        $defs: { d0: { type: 'string', enum: list(n, (at) => `v${at}`) } },
      },
    ),
  'references to untyped branches': (n) =>
    withProperties(
      map(n, () => ref(0)),
      { $defs: { d0: { anyOf: list(n, (at) => ({ title: `t${at}` })) } } },
    ),
  'a chain of references': (n) =>
    withProperties({ a: ref(0) }, { $defs: { ...map(n, (at) => ref(at + 1), 'd'), [`d${n}`]: text(0) } }),
  'unused definitions': (n) => withProperties({}, { $defs: map(n, text, 'd') }),
  'schemas with ids': (n) =>
    withProperties(
      map(n, (at) => ({ $ref: `a:${at}#n` })),
      { $defs: map(n, (at) => ({ $id: `a:${at}`, $anchor: 'n' }), 'd') },
    ),
  'documents in documents': (n) =>
    withProperties({
      a: nest(n / 5, (inner, at) => ({
        $id: `a:${at}`,
        properties: { inner, ...map(5, (one) => ({ $ref: `#none${one}` })) },
      })),
    }),
  tools: (n) => tools(n, (at) => ({ name: `get_${at}`, description: `Gets the price of article ${at}.` })),
  'equal tools': (n) => tools(n, () => ({})),
  'twins with other inputs': (n) =>
    tools(n, (at) => ({
      name: `get_${at}`,
      inputSchema: { type: 'object', properties: { [`a${at}`]: text(at) }, required: [`a${at}`] },
    })),
  'tools with names alike': (n) =>
    tools(n, (at) => ({
      name: `get_price${'_'.repeat(at % 50)}`,
      description: `Gets the price of article ${at}.`,
    })),
  prompts: (n) => ({ prompts: list(n, (at) => ({ name: `p${at}`, arguments: [{ name: 'a' }] })) }),
  'arguments of a prompt': (n) => ({
    prompts: [{ name: 'p', description: 'Asks for all.', arguments: list(n, () => ({ name: 'a' })) }],
  }),
  'resources of one name': (n) => ({ resources: list(n, (at) => ({ uri: `a://b/${at}`, name: 'same' })) }),
};

it.each(Object.keys(SERVERS))(
  'lint of %s: four times as many are at most about four times the work',
  (name) => {
    const grow = SERVERS[name] as (n: number) => Partial<ServerSnapshot>;
    expectLinear((n) => {
      const server = serverWith(grow(n));
      return countSteps(() => buildLintReport(server, { ruleSet }));
    });
  },
);

/** Two states of a server of length n. */
const CHANGES: Readonly<
  Record<string, (n: number) => readonly [Partial<ServerSnapshot>, Partial<ServerSnapshot>]>
> = {
  'other tools': (n) => [
    tools(n, (at) => ({ name: `a${at}` })),
    tools(n, (at) => ({ name: `b${at}`, title: 'B' })),
  ],
  'renamed tools': (n) => [
    tools(n, (at) => ({ name: `a${at}`, title: `Tool ${at}` })),
    tools(n, (at) => ({ name: `b${n - at}`, title: `Tool ${n - at}` })),
  ],
  'values of an enum in another order': (n) => [
    withProperties({ a: { enum: list(n, (at) => `v${at}`) } }),
    withProperties({ a: { enum: list(n, (at) => `v${n - at}`) } }),
  ],
};

it.each(Object.keys(CHANGES))(
  'lint diff of %s: four times as many are at most about four times the work',
  (name) => {
    const grow = CHANGES[name] as (typeof CHANGES)[string];
    expectLinear((n) => {
      const [before, after] = grow(n).map((parts) => serverWith(parts).snapshot) as [
        ServerSnapshot,
        ServerSnapshot,
      ];
      return countSteps(() => {
        for (const pair of matchItems(before, after)) compareValues(pair.before?.item, pair.after?.item);
      });
    }, 20);
  },
);

const MOST_GROWTH = 4.6;

function expectLinear(steps: (n: number) => number, least = 100): void {
  steps(least / 2);
  expect(steps(least)).toBeGreaterThan(10);
  // The engine may drop counts together with code it discards, so the best of a few runs counts; quadratic growth stays
  // quadratic. Work done once per run, whatever the length, lowers the ratio below four.
  const growth = () => steps(4 * least) / steps(least);
  let best = growth();
  for (let run = 1; run < 3 && best >= MOST_GROWTH; run += 1) best = Math.min(best, growth());
  expect(best).toBeLessThan(MOST_GROWTH);
}

it('quadratic work is noticed', () => {
  const square = (n: number) => {
    for (let at = 0; at < n; at += 1)
      for (let other = 0; other < n; other += 1) PARSERS.names?.(Buffer.alloc(0));
  };
  expect(countSteps(() => square(20)) / countSteps(() => square(5))).toBeGreaterThan(10);
});

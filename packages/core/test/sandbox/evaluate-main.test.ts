// A computed main is run separately and comes back as data; anything else a module does is a reason, never a crash.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { evaluateMain, SANDBOX_ENGINE } from '../../src/sandbox/evaluate-main.js';
import { Sandbox } from '../../src/sandbox/sandbox.js';
import { parseModule } from '../../src/sources/parse-module.js';

const sandbox = new Sandbox();
afterEach(() => sandbox.close());

async function evaluate(text: string) {
  const reading = parseModule(text, { exports: ['main', 'schema'] });
  return { before: reading, ...(await evaluateMain(sandbox, text, reading)) };
}

async function reasonOf(text: string): Promise<unknown> {
  const { reading, isEvaluated } = await evaluate(text);
  expect(isEvaluated).toBe(false);
  return reading.problems.at(-1)?.args?.reason;
}

describe('a computed main', () => {
  it('is the result of the module, and every value has the place of its enclosing value', async () => {
    const text = [
      "const names = ['a', 'b']",
      'export const main = {',
      '    list: names.map( ( n ) => n.toUpperCase() ),',
      "    text: JSON.stringify( { deep: [1, 'ü😀\\u0000'] } ),",
      '}',
    ].join('\n');
    const { reading, isEvaluated } = await evaluate(text);
    expect(isEvaluated).toBe(true);
    expect(reading).toMatchObject({ exportName: 'main', problems: [], refused: [] });
    expect(reading.value).toEqual({ list: ['A', 'B'], text: '{"deep":[1,"ü😀\\u0000"]}' });
    expect(reading.locate(['text'])).toEqual({ line: 2, column: 21 });
  });

  it('has a key where its code puts one together, at the place of the whole', async () => {
    const halves = ['ghp', '_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k'];
    const { reading } = await evaluate(`\nexport const main = { a: ${JSON.stringify(halves)}.join('') }`);
    expect(reading.keyForms).toEqual([{ line: 2, column: 21 }]);
  });

  it('may be asynchronous, and may have its legacy name', async () => {
    const { reading } = await evaluate('export const schema = { n: await Promise.resolve(3) }');
    expect(reading).toMatchObject({ exportName: 'schema', value: { n: 3 } });
  });

  it('may use a byte-order mark, CRLF and web APIs', async () => {
    const { reading } = await evaluate(
      '\uFEFFexport const main = {\r\n u: new URL( "/x?y=1", "https://a.example" ).href }\r\n',
    );
    expect(reading.value).toEqual({ u: 'https://a.example/x?y=1' });
  });
});

describe('no code runs', () => {
  it.each([
    ['what can be read', 'export const main = { a: 1 }'],
    ['what is no JavaScript', 'export const main = { a: '],
    ['a function where data was expected', 'export const main = { a: () => 1 }'],
    ['one thing to compute, another that never is data', 'export const main = { a: f(), b: /x/ }'],
    ['a module that exports no main', 'export const other = f()'],
  ])('%s', async (_, text) => {
    const { before, reading, isEvaluated } = await evaluate(text);
    expect(isEvaluated).toBe(false);
    expect(reading).toBe(before);
    expect(sandbox.isRunning).toBe(false);
  });
});

describe('a value that is refused', () => {
  it.each([
    ['a function', '{ a: (() => () => 1)() }', '"a" is a function, which is no data'],
    ['a big number', '{ a: BigInt(1) }', '"a" is a bigint, which is no data'],
    ['no number', '{ a: Number("x") }', '"a" is no finite number'],
    ['nothing at all', '(() => undefined)()', 'it gives nothing that can be written as JSON'],
    ['itself', '(() => { const a = {}; a.a = a; return a })()', 'circular reference'],
    ['an error', '(() => { throw new Error("no such chain") })()', 'no such chain'],
    ['a thrown text', '(() => { throw "no" })()', 'it throws a string'],
    ['another module', 'await import("node:fs")', 'the module "node:fs" cannot be imported in the sandbox'],
    ['more than one may hold', '"x".repeat( 3e6 )', 'the file exceeds the limit of 2097152 bytes'],
    ['too deep', 'JSON.parse( "[".repeat( 200 ) + "]".repeat( 200 ) )', /limit of 100 levels/],
    ['the environment', 'process.env.HOME', "'process' is not defined"],
  ])('%s', async (_, value, reason) => {
    const found = await reasonOf(`export const main = ${value}`);
    if (typeof reason === 'string') expect(found).toBe(reason);
    else expect(found).toMatch(reason);
  });

  it('an import stops the module before it starts', async () => {
    expect(await reasonOf('import fs from "fs"; export const main = f( fs )')).toMatch(/"fs" cannot be/);
  });

  it('is reported with the problems of the syntax tree, at the place of the export', async () => {
    const { reading } = await evaluate('\nexport const main = f()');
    expect(reading.problems.map(({ code }) => code)).toEqual(['SRC-002', 'SBX-001']);
    expect(reading.problems[1]?.where).toMatchObject({ path: 'main', line: 2 });
  });
});

it('provenance names the installed engine', () => {
  const require = createRequire(import.meta.url);
  const folder = dirname(dirname(require.resolve('quickjs-emscripten')));
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(SANDBOX_ENGINE).toBe(`${name} ${version}`);
});

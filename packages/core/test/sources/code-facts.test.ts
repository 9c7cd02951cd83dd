// Facts about code without running it: runtime, network, imports, formatting.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCodeFacts, parseModuleWithCode } from '../../src/sources/code-facts.js';
import { parseModule } from '../../src/sources/parse-module.js';
import { cpuMs } from '../cpu-time.js';

function read(text: string) {
  const facts = parseCodeFacts(text);
  if (!facts) throw new Error('the text does not parse');
  return facts;
}
const uses = (text: string) => read(text).uses.map(({ kind, what }) => `${kind} ${what}`);

describe('uses of the runtime', () => {
  it.each([
    ['eval("1")', 'eval eval'],
    ['(0, eval)("1")', 'eval eval'],
    ['const run = eval', 'eval eval'],
    ['new Function("x")', 'eval Function'],
    ['Function("x")()', 'eval Function'],
    ['setTimeout("x()", 1)', 'eval setTimeout with a text'],
    [`setInterval(\`\${a}\`, 1)`, 'eval setInterval with a text'],
    ['process.env.KEY', 'process process.env'],
    ['const { env } = process', 'process process'],
    ['fs.readFileSync("x")', 'fs fs.readFileSync'],
    ['child_process.exec("x")', 'child-process child_process.exec'],
    ['require("x")', 'require require'],
    ['self.x', 'global-access self.x'],
    ['[].filter.constructor("x")()', 'global-access .constructor'],
    ['f["constructor"]("x")', "global-access ['constructor']"],
    ['const k = "constr" + "uctor"; f[k](1)', "global-access ['constructor']"],
    ['const AsyncFunction = (async () => {}).constructor', 'global-access .constructor'],
    ['import "node:fs"', 'fs node:fs'],
    ['import("child_process")', 'child-process child_process'],
    ['import vm from "vm"', 'eval vm'],
    ['export * from "fs/promises"', 'fs fs/promises'],
  ])('%s', (text, found) => {
    expect(uses(text)).toContain(found);
  });

  it('finds the power behind a detour through the global object', () => {
    expect(uses('globalThis["pro" + "cess"].env')).toEqual([
      'process globalThis.process',
      'global-access globalThis.process',
    ]);
  });

  it.each([
    ['a text', 'const x = "eval(process.env, fs.x, https://a/gbfs.json)"'],
    ['a comment', '// eval(x); process.exit()\n/* require("fs") */'],
    ['a template', 'const x = `globalThis.process` + `eval()`'],
    ['a property', 'x.process.eval(y.fs.require)'],
    ['a key', 'const x = { process: 1, eval() {}, fs: { fetch: 2 } }'],
    ['a parameter', 'const f = (process, { fs, eval: e }) => process.x + fs.y + e'],
    ['a local constant', 'const f = () => { const process = {}; return process.env }'],
    ['a name declared further down', 'const f = () => fs.x\nconst fs = {}'],
    [
      'a name that var hoists out of a block',
      'const f = () => { if (1) { var process = {} } return process.env }',
    ],
    ['a class and a function', 'class process {}\nfunction require() {}\nnew process(require())'],
    ['a name of a loop', 'for (const fs of list) fs.x()'],
    ['a caught error', 'try { a() } catch (process) { process.env }'],
    ['an import', 'import { process } from "./own.mjs"\nprocess.env'],
    ['a function’s own name', 'const f = function fs() { return fs.x }'],
    ['a test for existence', 'typeof process === "undefined" || typeof window'],
    ['the name of a constructor', 'x.constructor.name + (x.constructor === Object)'],
    ['a test for functions', 'x instanceof Function'],
    ['a timer with a function', 'setTimeout(() => {}, 1); setTimeout(later, 1)'],
    ['a method of a class', 'class A { process() {} static fs = 1 }'],
    ['a label', 'process: for (;;) { break process }'],
  ])('not in %s', (_, text) => {
    expect(uses(text)).toEqual([]);
  });

  it('a name declared only in another scope is still the global', () => {
    expect(uses('{ const process = {} }\nprocess.env')).toEqual(['process process.env']);
  });

  it('gives the place of a use', () => {
    expect(read('const a = 1\n  + process.pid').uses[0]?.at).toEqual({ line: 2, column: 5 });
  });
});

describe('network', () => {
  const addressOf = (body: string, given = '{ struct, payload }') =>
    read(`const f = async (${given}) => { ${body} }`).uses.map(({ what, address }) => [
      what,
      address === null ? null : address?.kind === 'request' ? 'request' : address?.text,
    ]);

  it.each<[string, unknown, string?]>([
    ['await fetch(struct.url)', 'request'],
    ['fetch(payload.url + "?a=1")', 'request'],
    [`fetch(\`\${payload.url}/x\`)`, 'request'],
    ['const { url } = payload; fetch(url)', 'request'],
    ['const url = new URL(struct.url); fetch(url.toString())', 'request'],
    ['let url = struct.url; url = url + "&p=2"; fetch(url)', 'request'],
    ['let url = struct.url; url = "https://a.example"; fetch(url)', 'https://a.example'],
    ['let url = struct.url; if (x) url = make(); fetch(url)', null],
    ['let made = make(); let url = struct.url; url = made; fetch(url)', null],
    ['let { url } = struct; ({ url } = other); fetch(url)', null],
    ['let url; url = url; fetch(url)', null],
    ['fetch(new URL("/next", struct.url))', 'request'],
    ['fetch(given.struct.url)', 'request', 'given'],
    ['fetch("https://a.example/x")', 'https://a.example/x'],
    ['const BASE = "https://a.example"; fetch(BASE + struct.url)', 'https://a.example'],
    [`fetch(\`https://a.example?to=\${struct.url}\`)`, 'https://a.example?to='],
    ['fetch(payload.userParams.url)', null],
    ['fetch(struct.url ? struct.url : "https://a.example")', 'https://a.example'],
    ['const url = struct.url; fetch(url)', null, '{ other }'],
  ])('%s', (body, address, given) => {
    expect(addressOf(body, given)).toEqual([['fetch', address]]);
  });

  it.each([
    ['new WebSocket("wss://a.example")', ['WebSocket', 'wss://a.example']],
    ['new XMLHttpRequest()', ['XMLHttpRequest', null]],
    ['navigator.sendBeacon("https://a.example", x)', ['navigator.sendBeacon', 'https://a.example']],
    ['globalThis.fetch("https://a.example")', ['fetch', 'https://a.example']],
    ['const get = fetch', ['fetch', null]],
  ])('%s', (body, found) => {
    expect(addressOf(body)).toContainEqual(found);
  });

  it('recognizes injected and imported HTTP libraries', () => {
    const text = `import http from 'node:http'
export const handlers = ({ libraries }) => {
    const axios = libraries['axios']
    return { a: { preRequest: async ({ struct }) => axios.get(struct.url) }, b: axios('https://a.example') }
}`;
    expect(read(text).uses.map(({ what, address }) => [what, address?.kind ?? null])).toEqual([
      ['node:http', null],
      ['axios', 'request'],
      ['axios', 'text'],
    ]);
  });

  it.each([
    'const fetch = (x) => x; fetch("https://a.example")',
    'api.fetch("https://a.example")',
    'typeof fetch',
    'const x = { fetch: 1 }',
  ])('not: %s', (body) => {
    expect(addressOf(body)).toEqual([]);
  });
});

describe('imports', () => {
  it.each([
    ['import a, { b } from "ethers/utils"', 'import ethers npm'],
    ['import * as a from "@scope/name/part"', 'import @scope/name npm'],
    ['import "./own.mjs"', 'import ./own.mjs relative'],
    ['export { a } from "../b.mjs"', 'export from ../b.mjs relative'],
    ['export * from "https://a.example/x.mjs"', 'export from https://a.example/x.mjs url'],
    ['await import("crypto")', 'import() crypto node'],
    ['import("node:crypto")', 'import() crypto node'],
    ['import("npm:left-pad@1.0.0")', 'import() left-pad npm'],
    ['import(name)', 'import() null unknown'],
    ['const name = "a" + "b"; import(name)', 'import() ab npm'],
    ['require("ethers")', 'require() ethers npm'],
    ['const load = require; load("ethers")', 'require() ethers npm'],
  ])('%s', (text, expected) => {
    const found = read(text).imports.map(({ form, name, source }) => `${form} ${name} ${source}`);
    expect(found).toEqual([expected]);
  });

  it('follows createRequire', () => {
    const text =
      'import { createRequire } from "node:module"\nconst need = createRequire(import.meta.url)\nneed("x")';
    expect(read(text).imports.map(({ form, name }) => `${form} ${name}`)).toEqual([
      'import module',
      'require() x',
    ]);
  });

  it.each(['const require = (x) => x; require("a")', 'x.require("a")', 'const t = "import a from b"'])(
    'not: %s',
    (text) => {
      expect(read(text).imports).toEqual([]);
    },
  );
});

describe('silence and load time', () => {
  it.each([
    ['try { a() } catch {}', 1],
    ['try { a() } catch (e) { /* no matter */ }', 1],
    ['a().catch(() => {})', 1],
    ['a().catch(function () {})', 1],
    ['try { a() } catch (e) { throw e }', 0],
    ['a().catch(() => null)', 0],
    ['a().catch(report)', 0],
    ['catch_(() => {})', 0],
  ])('swallowed: %s', (text, count) => {
    expect(read(text).emptyCatches).toHaveLength(count);
  });

  it.each([
    ['a.push(1)', 1],
    ['if (a) b()', 1],
    ['const x = await load()', 1],
    ['for (const a of b) c(a)', 1],
    ['await load()', 1],
    ['"use strict"', 0],
    ['const x = Object.freeze(make({ a: 1 }))', 0],
    ['export const main = {}\nfunction f() { a() }\nclass B {}', 0],
    ['const f = async () => { await a() }', 0],
  ])('load time: %s', (text, count) => {
    expect(read(text).loadTimeCode).toHaveLength(count);
  });
});

describe('formatting', () => {
  const kinds = (text: string) =>
    read(text).formatting.map(
      ({ kind, count, total, first }) => `${kind} ${count}/${total} at ${first.line}`,
    );

  it.each([
    ['const a = {\n    b: 1,\n  c: 2,\n\td: 3\n}', ['indentation 2/3 at 3']],
    ['const a = `\n  x\n   y`\n/*\n * z\n */', []],
    ['const a = 1;\nfoo()\nbar();', ['semicolons 2/3 at 1']],
    ['for (let i = 0; i < 2; i++) {}\nexport const b = 1', []],
    ['export const b = 1;', ['semicolons 1/1 at 1']],
    ['foo()\n;[1].map(foo)', []],
    ['const a = "x;"\nclass B {\n    c = 1;\n}', ['semicolons 1/2 at 3']],
    ['if(a) b()\nif (a) b()\nif( a ) b()\nif ( a ) b()\nif(\na ) b()', ['if-spacing 2/5 at 1']],
  ])('%j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});

describe('a whole module', () => {
  it('reads value and code from one parse, equal to separate reads', () => {
    const text = '\uFEFF// a\r\nexport const main = { a: [1] };\r\nprocess.exit()\r\n';
    const { reading, code } = parseModuleWithCode(text, { exports: ['main'] });
    const alone = parseModule(text, { exports: ['main'] });
    expect({ ...reading, locate: reading.locate(['a', 0]) }).toEqual({
      ...alone,
      locate: alone.locate(['a', 0]),
    });
    expect(code).toEqual(parseCodeFacts(text));
    expect(code?.uses[0]?.at).toEqual({ line: 3, column: 1 });
    expect(code?.comments).toEqual([{ text: ' a', at: { line: 1, column: 1 } }]);
  });

  it('gives no facts about text that cannot be parsed; the reading has the reason', () => {
    const { reading, code } = parseModuleWithCode('export const main = {', { exports: ['main'] });
    expect(code).toBeNull();
    expect(reading.problems.map((found) => found.code)).toEqual(['SRC-001']);
    expect(parseCodeFacts('a\0b')).toBeNull();
  });

  it('finds nothing in texts, whatever they contain', () => {
    const word = fc.constantFrom(
      'eval(',
      'process.env',
      'require("fs")',
      'fetch(',
      'import x',
      '`',
      '${',
      '"',
      "'",
      '\n',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const facts = read(`export const main = { a: ${JSON.stringify(words.join(' '))} }`);
        expect([facts.uses, facts.imports, facts.prints, facts.comments]).toEqual([[], [], [], []]);
      }),
    );
  });

  it.each([
    [
      'a chain of names',
      `${Array.from({ length: 3000 }, (_, at) => `const a${at + 1} = a${at} + a${at};`).join('\n')}\nconsole.log(a3000); fetch(a3000); x[a3000]()`,
    ],
    [
      'names that name each other',
      'let a = b; var b = a; a = b; b = a; console.log(a); fetch(a); require(a)',
    ],
    [
      'a name given a thousand times',
      `let a = 1;\n${'a = a + a;\n'.repeat(1000)}${'console.log(a);\n'.repeat(200)}`,
    ],
    ['a long sum', `fetch(${Array.from({ length: 3000 }, () => 'struct.url').join(' + ')})`],
    [
      'a long chain of members',
      `x${'.globalThis'.repeat(2000)}; globalThis${'.globalThis'.repeat(2000)}.eval`,
    ],
  ])('is not slowed down by %s', (_, text) => {
    expect(cpuMs(() => expect(parseCodeFacts(text)).not.toBeNull())).toBeLessThan(4000);
  });
});

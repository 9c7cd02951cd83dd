// The handlers of a module and their stages.
import { describe, expect, it } from 'vitest';
import { parseModule } from '../../src/sources/parse-module.js';

const read = (code: string) => parseModule(`export const main = {};\n${code}`, { exports: ['main'] });

describe('handlers', () => {
  it.each<[string, string[]]>([
    ['{ preRequest: x }', ['a']],
    ['{ "executeRequest": x }', ['a']],
    ['{ postRequest: x }', []],
    ['{}', []],
    ['{ [name]: x }', ['a']],
    ['{ ...shared }', ['a']],
    ['build()', ['a']],
  ])('%s may build the request: %s', (handler, requesting) => {
    expect(read(`export const handlers = () => ({ a: ${handler} });`).handlers).toMatchObject({ requesting });
  });

  it.each<[string, string[], string[]]>([
    ['export const handlers = () => ({ a: {}, "b": { postRequest: x }, ["c"]: {} });', ['a', 'b', 'c'], []],
    [
      'export const handlers = ({ libraries }) => { const { x } = libraries; return { a: { executeRequest: x } }; };',
      ['a'],
      ['a'],
    ],
    ['export const handlers = () => { const all = { a: {} }; return all; };', ['a'], []],
    [
      'export const handlers = () => { const all = { a: {} }; all.b = make(); return all; };',
      ['b', 'a'],
      ['b'],
    ],
    ['const all = { a: build() };\nexport const handlers = () => all;', ['a'], ['a']],
    ['const rest = { b: {} };\nexport const handlers = () => ({ a: {}, ...rest });', ['a', 'b'], []],
    ['export function handlers() { return { a: {} }; }', ['a'], []],
    ['const make = function () { return { a: {} }; };\nexport { make as handlers };', ['a'], []],
    ['export const handlers = (x) => { if (x) return { a: {} }; return { b: {} }; };', ['b', 'a'], []],
    [
      'export const handlers = () => ({ a: { preRequest: async () => { return { struct: 1 }; } } });',
      ['a'],
      [],
    ],
    ['export const handlers = () => ({ a: { ...shared } });', ['a'], ['a']],
    ['export const handlers = () => ({});', [], []],
  ])('%s', (code, tools, executing) => {
    const { handlers } = read(code);
    expect(handlers.kind).toBe('named');
    if (handlers.kind !== 'named') return;
    expect([...handlers.tools].sort()).toEqual([...tools].sort());
    expect(handlers.executing).toEqual(executing);
  });

  it.each([
    ['export const handlers = () => ({ ...made() });'],
    ['export const handlers = () => ({ [name]: {} });'],
    ['export const handlers = () => { const all = {}; fill(all); return all; };'],
    ['export const handlers = () => { const all = {}; all[name] = {}; return all; };'],
    ['export const handlers = () => Object.fromEntries([]);'],
    ['export const handlers = async () => ({ a: {} });'],
    ['export const handlers = () => { run(); };'],
    ['export { handlers } from "./x.mjs";'],
    ['const a = b;\nconst b = a;\nexport { a as handlers };'],
  ])('unreadable: %s', (code) => {
    expect(read(code).handlers).toEqual({ kind: 'unreadable' });
  });

  it.each([
    ['export const handlers = { a: {} };'],
    ['export const handlers = "x";'],
    ['export class handlers {}'],
  ])('no function: %s', (code) => {
    expect(read(code).handlers).toEqual({ kind: 'unreadable', notAFunction: true });
  });

  it('none, with the place of the export', () => {
    expect(read('').handlers).toEqual({ kind: 'none' });
    expect(read('\nexport const handlers = () => ({});').handlersAt).toEqual({ line: 3, column: 1 });
  });
});

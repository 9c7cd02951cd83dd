// What a file is, by its exports and members, whatever it is called.
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../../src/problems/error-codes.js';
import {
  describeKind,
  kindOfDocument,
  kindOfModule,
  SOURCE_EXPORTS,
} from '../../../src/sources/logic/source-kind.js';
import { parseModule } from '../../../src/sources/parse-module.js';

const read = (text: string) => parseModule(text, { exports: SOURCE_EXPORTS });
const main = (members: string) => `export const main = { ${members} };`;
const OLD_TOOL = "tools: { a: { requestMethod: 'GET', route: '/' } }";

/** The kind, and what it is called. */
function kindOf(text: string): string {
  const kind = kindOfModule(read(text));
  const name =
    kind.kind === 'old-schema'
      ? kind.generation
      : kind.kind === 'ungraded' || kind.kind === 'written'
        ? kind.what
        : '';
  return [kind.kind, name].filter(Boolean).join(' ');
}

describe('the kind of a module', () => {
  it.each([
    [main("version: '4.0.0', tools: { a: { method: 'GET', path: '/' } }"), 'schema'],
    [main(''), 'schema'],
    [main("version: '5.0.0'"), 'schema'],
    [main("version: '4.2'"), 'schema'],
    [main('version: 3'), 'schema'],
    [main("version: '30.0.0'"), 'schema'],
    ["export const schema = { version: '4.0.0' };", 'schema'],
    ['export const main = [];', 'schema'],
    ['export const main = call();', 'schema'],
    [`${main('')}\nexport const list = {};`, 'schema'],
    ["const main = { version: '2.0.0' };\nexport { main };", 'old-schema 2.0.0'],
    [main("version: '3.2.0', tools: call()"), 'old-schema 3.2.0'],
    [main("version: '3.0.0-beta'"), 'old-schema 3.0.0'],
    ["export const schema = { flowMCP: '1.2.0', routes: {} };", 'old-schema 1.x'],
    ["export const schema = { flowMCP: '1.0.0', version: '4.0.0' };", 'old-schema 1.x'],
    [main(`version: '4.0.0', ${OLD_TOOL}`), 'old-schema 1.x'],
    [main("version: '3.0.0', routes: { a: { route: '/' } }"), 'old-schema 1.x'],
    [main("version: '4.0.0', tools: { a: { method: 'GET', path: '/', modifiers: [] } }"), 'schema'],
    [
      main("version: '4.0.0', tools: { a: { requestMethod: 'GET', method: 'GET', path: '/', route: '/' } }"),
      'schema',
    ],
    [main("version: '4.0.0', tools: { a: null }"), 'schema'],
    [main("version: '4.0.0', model: 'm', systemPrompt: 's', tools: ['a']"), 'ungraded an agent'],
    [main("version: '3.0.0', model: 'm', systemPrompt: 's'"), 'ungraded an agent'],
    ['export const agent = {};', 'ungraded an agent'],
    ['export const prompt = {};', 'ungraded a prompt'],
    ['export const list = {};', 'list'],
    ['export const skill = {};', 'skill'],
    ["export const skill = { type: 'selection' };", 'skill'],
    ["export const skill = { type: 'agent' };", 'ungraded the skill of an agent'],
    ['export const feeds = [];', 'unknown'],
    ['export default {};', 'unknown'],
    ['export const main = {', 'unknown'],
    ['', 'unknown'],
  ])('%s', (text, expected) => {
    expect(kindOf(text)).toBe(expected);
  });
});

describe('the kind of a document', () => {
  it.each<[object | string | null, string]>([
    [{ whenToUse: '…', schemas: [] }, 'selection'],
    [{ selectionId: 'a' }, 'selection'],
    [{ members: [] }, 'selection'],
    [{ meta: {}, entries: [] }, 'list'],
    [{ schemaSpec: '3.0.0', schemas: [] }, 'ungraded'],
    [{ version: '4.0.0', providers: {}, selections: {} }, 'ungraded'],
    [{ agent: { model: 'm', systemPrompt: 's' } }, 'ungraded'],
    [{ model: 'm', systemPrompt: 's', whenToUse: '…' }, 'ungraded'],
    [{ gradingId: 'a', gradings: [] }, 'written'],
    [{ indexVersion: 2, selectionId: 'a', members: {} }, 'written'],
    [{ scoringProtocol: 'v1', areas: [] }, 'written'],
    [{ name: 'a' }, 'unknown'],
    [{}, 'unknown'],
    [[], 'unknown'],
    ['text', 'unknown'],
    [null, 'unknown'],
  ])('%j', (value, expected) => {
    expect(kindOfDocument(value).kind).toBe(expected);
  });
});

describe('what is said of a kind', () => {
  const tell = (text: string) => {
    const reading = read(text);
    return describeKind(kindOfModule(reading), { file: 'a.mjs', reading });
  };
  const messageOf = (text: string) => {
    const told = tell(text);
    return told && describeProblem(told).message;
  };

  it('is nothing for a schema, or for a file of which nothing is known', () => {
    expect([main(''), 'export const a = 1;'].map(tell)).toEqual([null, null]);
  });

  it('is where an old generation is seen, and how the members of its tools are called now', () => {
    const half = main(`version: '4.0.0',\n${OLD_TOOL}`);
    expect(tell(half)).toMatchObject({
      code: 'SRC-011',
      severity: 'error',
      where: { file: 'a.mjs', path: 'main.tools.a', line: 2 },
    });
    expect(messageOf(half)).toBe(
      'a FlowMCP 1.x schema; 4.x is read here: write method for requestMethod, path for route',
    );
    const third = main("\nversion: '3.1.0'");
    expect(tell(third)?.where).toMatchObject({ path: 'main.version', line: 2 });
    expect(messageOf(third)).toBe('a FlowMCP 3.1.0 schema; 4.x is read here');
    expect(tell("export const schema = { flowMCP: '1.2.0' };")?.where?.path).toBe('schema.flowMCP');
  });

  it.each([
    ['export const list = {};', 'a shared list, skipped: '],
    ['export const skill = {};', 'a skill, skipped: '],
    ['export const agent = {};', 'an agent, skipped: '],
  ])('is a note for what belongs elsewhere: %s', (text, begin) => {
    expect(tell(text)).toMatchObject({ code: 'SRC-012', severity: 'info', where: { file: 'a.mjs' } });
    expect(messageOf(text)?.startsWith(begin)).toBe(true);
  });

  it('is a note for what a run has written', () => {
    const kind = kindOfDocument({ gradingId: 'a', gradings: [] });
    const told = describeKind(kind, { file: 'a.json', reading: read('') });
    expect(told).toMatchObject({ code: 'SRC-013', severity: 'info' });
  });
});

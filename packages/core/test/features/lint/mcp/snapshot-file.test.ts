// A snapshot is read as written, with the place of each part; any other file is refused with reason and place.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSnapshotFile, writeSnapshotFile } from '../../../../src/features/lint/mcp/snapshot-file.js';
import { describeProblem } from '../../../../src/problems/error-codes.js';
import { ask, fixture, problemOf, serverOf } from './asking.js';

async function read(content: string | Buffer) {
  const folder = await createFixture({});
  onTestFinished(() => folder.rm());
  const file = join(folder.path, 'snapshot.json');
  await writeFile(file, content);
  return { file, outcome: readSnapshotFile(file) };
}

describe('a snapshot', () => {
  it('of a server is read as it was listed', async () => {
    const folder = await createFixture({});
    onTestFinished(() => folder.rm());
    const file = join(folder.path, 'good.json');
    const { snapshot } = serverOf(await ask(fixture('careless')));
    expect(await writeSnapshotFile(file, snapshot)).toBeNull();
    const again = serverOf(readSnapshotFile(file));
    expect(again).toMatchObject({ target: file, snapshot, incomplete: [], source: { file } });
    const text = await readFile(file, 'utf8');
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    expect(Object.keys(JSON.parse(text))).toEqual([
      'format',
      'serverInfo',
      'capabilities',
      'tools',
      'resources',
      'resourceTemplates',
      'prompts',
    ]);
  });

  it('of format 2 is read as it was written', async () => {
    const folder = await createFixture({});
    onTestFinished(() => folder.rm());
    const file = join(folder.path, 'all.json');
    const snapshot = {
      serverInfo: { name: 'ferry', version: '1.0.0' },
      protocolVersion: '2025-11-25',
      capabilities: { resources: {} },
      instructions: { not: 'text' },
      ...{ tools: [], resources: [], prompts: [] },
      resourceTemplates: [{ uriTemplate: 'ferry://{landing}' }, null],
      observations: [{ code: 'string-id', detail: 'ids are text' }],
      clientCapabilities: ['roots'],
    };
    expect(await writeSnapshotFile(file, snapshot)).toBeNull();
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ format: 2, ...snapshot });
    expect(serverOf(readSnapshotFile(file)).snapshot).toEqual(snapshot);
  });

  it('of format 1 may have members of other names', async () => {
    const { outcome } = await read('{"format": 1, "tools": [], "_meta": 7, "result": {}}');
    expect(serverOf(outcome).snapshot).toEqual({ tools: [], resources: [], prompts: [] });
  });

  it.each(['"abc"', '7', '{}'])('with a next page (%s) has incomplete lists', async (cursor) => {
    const { file, outcome } = await read(`{"serverInfo": {}, "tools": ["one"],\n "nextCursor": ${cursor}}`);
    const { snapshot, incomplete } = serverOf(outcome);
    expect(snapshot.tools).toEqual(['one']);
    expect(incomplete).toEqual([
      {
        list: 'tools',
        reason: expect.stringMatching(/^the file is one page of several, because it has a nextCursor/),
        problem: expect.objectContaining({
          code: 'MCP-020',
          where: { file, path: '/nextCursor', line: 2, column: 16 },
        }),
      },
    ]);
  });

  it.each(['""', 'null'])('with %s as its next page is complete', async (cursor) => {
    const { outcome } = await read(`{"tools": [], "nextCursor": ${cursor}}`);
    expect(serverOf(outcome).incomplete).toEqual([]);
  });

  it('has the place of each part', async () => {
    const { outcome } = await read(
      '\uFEFF{\n  "tools": [\n    { "name": "a" },\n    { "name": "b",\n      "inputSchema": {} }\n  ]\n}',
    );
    const { snapshot, source } = serverOf(outcome);
    expect(snapshot).toEqual({
      tools: [{ name: 'a' }, { name: 'b', inputSchema: {} }],
      resources: [],
      prompts: [],
    });
    expect(source?.locate(['tools', 1])).toEqual({ line: 4, column: 5 });
    expect(source?.locate(['tools', 1, 'inputSchema'])).toEqual({ line: 5, column: 22 });
    expect(source?.locate(['tools', 1, 'inputSchema', 'type'])).toEqual({ line: 5, column: 22 });
  });

  it('keeps properties that every object inherits, with their places', async () => {
    const properties =
      '{ "__proto__": {},\n "constructor": {}, "toString": {}, "a": { "__proto__": { "type": "string" } } }';
    const { outcome } = await read(
      `{"tools": [{ "name": "t", "inputSchema": { "properties": ${properties} } }]}`,
    );
    const { snapshot, source } = serverOf(outcome);
    expect(JSON.stringify(snapshot.tools)).toBe(
      JSON.stringify([{ name: 't', inputSchema: { properties: JSON.parse(properties) } }]),
    );
    const path = ['tools', 0, 'inputSchema', 'properties'];
    expect(source?.locate([...path, '__proto__'])).toEqual({ line: 1, column: 73 });
    expect(source?.locate([...path, 'constructor'])).toEqual({ line: 2, column: 17 });
  });

  it('may hold only an identity, even null', async () => {
    const { outcome } = await read('{"serverInfo": null}');
    expect(serverOf(outcome).snapshot).toEqual({ serverInfo: null, tools: [], resources: [], prompts: [] });
  });

  it.each<[string, string | Buffer, string, object, RegExp]>([
    [
      'a list that is none',
      '{\n "tools": [],\n "prompts": {}\n}',
      'MCP-032',
      { path: '/prompts', line: 3, column: 13 },
      /the member prompts of the snapshot is an object instead of a list/,
    ],
    [
      'null in place of a list',
      '{"tools": null}',
      'MCP-032',
      { path: '/tools', line: 1, column: 11 },
      /is null instead of a list/,
    ],
    [
      'nothing that is known',
      '{"server": {}}',
      'MCP-031',
      { line: 1, column: 1 },
      /it has none of serverInfo/,
    ],
    ['a list', '[]', 'MCP-031', {}, /it is a list/],
    [
      'a later format',
      '{"tools": [],\n "format": 3}',
      'MCP-033',
      { path: '/format', line: 2, column: 12 },
      /the member format of the snapshot is 3; 1 or 2 was expected/,
    ],
    [
      'templates that are no list',
      '{"resourceTemplates": {}}',
      'MCP-032',
      { path: '/resourceTemplates', line: 1, column: 23 },
      /the member resourceTemplates of the snapshot is an object instead of a list/,
    ],
    [
      'observations that are none',
      '{"tools": [], "observations": [{ "code": "a", "detail": "b" },\n "text"]}',
      'MCP-033',
      { path: '/observations/1', line: 2, column: 2 },
      /observations\/1 of the snapshot is a string; an object with the texts code and detail was expected/,
    ],
    [
      'capabilities that are no text',
      '{"tools": [], "clientCapabilities": [7]}',
      'MCP-033',
      { path: '/clientCapabilities/0', line: 1, column: 38 },
      /clientCapabilities\/0 of the snapshot is a number; text was expected/,
    ],
    ['no JSON', '{"tools": [}', 'MCP-030', { line: 1, column: 12 }, /not valid JSON/],
    [
      'a key that occurs twice',
      '{"tools": [{"description": "a", "description": "b"}]}',
      'MCP-030',
      { path: '/tools/0/description', line: 1, column: 33 },
      /the key "description" occurs twice/,
    ],
    ['nothing', '', 'MCP-030', { line: 1, column: 1 }, /not valid JSON/],
    ['no text', Buffer.from([0x7b, 0xff, 0x7d]), 'MCP-030', {}, /UTF-8/],
    [
      'a nesting without end',
      `{"tools": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      'MCP-030',
      { line: 1 },
      /levels of nesting/,
    ],
  ])('is refused with %s', async (_, content, code, where, words) => {
    const { file, outcome } = await read(content);
    const { message, ...found } = problemOf(outcome);
    expect(found).toMatchObject({ code, where: { file, ...where } });
    expect(message).toMatch(words);
  });

  it('is refused if the file is missing', () => {
    expect(problemOf(readSnapshotFile('/nowhere/at/all.json'))).toMatchObject({ code: 'MCP-030' });
  });

  it('that cannot be written is a problem', async () => {
    const found = await writeSnapshotFile('/nowhere/at/all.json', { tools: [], resources: [], prompts: [] });
    expect(found).toMatchObject({ code: 'LNT-003', args: { reason: 'ENOENT' } });
    expect(found && describeProblem(found).message).toContain('ENOENT');
  });
});

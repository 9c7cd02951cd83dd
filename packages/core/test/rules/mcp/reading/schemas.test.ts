// How schemas are read: which nodes they have, where references lead, which inputs are leaves, and what they are told by.
import { describe, expect, test } from 'vitest';
import { describeInput, leafInputs } from '../../../../src/rules/mcp/reading/leaf-inputs.js';
import { resolveSchema, schemaNodes } from '../../../../src/rules/mcp/reading/schema-nodes.js';

const TEXT = { type: 'string' };

/** As a server sends it: `__proto__` is a member like any other. */
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('nodes', () => {
  test.each([
    ['no object', null, []],
    [
      'properties of any name',
      json('{"properties":{"__proto__":{},"constructor":{}}}'),
      ['', 'properties/__proto__', 'properties/constructor'],
    ],
    [
      'maps',
      { patternProperties: { a: {} }, dependentSchemas: { b: {} }, $defs: { c: {} }, definitions: { d: {} } },
      ['', ...['patternProperties/a', 'dependentSchemas/b', '$defs/c', 'definitions/d']],
    ],
    [
      'lists',
      { oneOf: [{}], anyOf: [{}], allOf: [true, {}], prefixItems: [{}], items: [{}] },
      ['', ...['oneOf/0', 'anyOf/0', 'allOf/1', 'prefixItems/0', 'items/0']],
    ],
    [
      'single schemas',
      json('{"items":{},"additionalProperties":{},"contains":{},"not":{},"if":{},"then":{},"else":{}}'),
      ['', ...['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else']],
    ],
    ['nothing else', { default: {}, const: {}, enum: [{}], properties: [{}], anyOf: {}, 'x-more': {} }, ['']],
  ])('%s', (_, root, paths) => {
    expect(schemaNodes(root, ['inputSchema']).map(({ path }) => path.slice(1).join('/'))).toEqual(paths);
  });

  test('know whether they are in a branch, and in which definition', () => {
    const root = { properties: { a: { anyOf: [{ items: {} }] } }, $defs: { D: { $defs: { E: {} } } } };
    const nodes = schemaNodes(root, []);
    expect(nodes.filter(({ isInBranch }) => isInBranch).map(({ path }) => path.join('/'))).toEqual([
      'properties/a/anyOf/0',
      'properties/a/anyOf/0/items',
    ]);
    expect(
      nodes.filter(({ definition }) => definition === root.$defs.D).map(({ path }) => path.join('/')),
    ).toEqual(['$defs/D', '$defs/D/$defs/E']);
  });

  test('end 200 steps down', () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 1_000; level += 1) deep = { not: deep };
    expect(schemaNodes(deep, [])).toHaveLength(201);
  });
});

describe('references', () => {
  const root = {
    properties: {
      plain: TEXT,
      'a/b~c d': { title: 'escaped' },
      flag: true,
      loop: { $ref: '#/properties/loop' },
      ring: { $ref: '#/properties/back' },
      back: { $ref: '#/properties/ring' },
    },
    anyOf: [{ title: 'branch' }],
    $defs: {
      anchored: { $anchor: 'here', title: 'anchored' },
      dynamic: { $dynamicAnchor: 'there', title: 'dynamic' },
      old: { $id: '#old', title: 'old' },
      part: { $id: 'https://example.org/part', title: 'part', $defs: { inner: { title: 'inner' } } },
      chain: { $ref: '#/$defs/anchored', description: 'from the chain' },
      ...json('{"__proto__":{"title":"proto"}}'),
    },
  };

  test.each([
    ['#', 'found', undefined],
    ['#/properties/plain', 'found', undefined],
    ['#/properties/a~1b~0c%20d', 'found', 'escaped'],
    ['#/properties/flag', 'found', undefined],
    ['#/anyOf/0', 'found', 'branch'],
    ['#here', 'found', 'anchored'],
    ['#there', 'found', 'dynamic'],
    ['#old', 'found', 'old'],
    ['#/$defs/__proto__', 'found', 'proto'],
    ['https://example.org/part', 'found', 'part'],
    ['https://example.org/part#/$defs/inner', 'found', 'inner'],
    ['#/$defs/chain', 'found', 'anchored'],
    ['#/$defs/constructor', 'dangling', undefined],
    ['#/$defs/none', 'dangling', undefined],
    ['#/anyOf/1', 'dangling', undefined],
    ['#nowhere', 'dangling', undefined],
    ['https://example.org/part#/$defs/none', 'dangling', undefined],
    ['#/properties/loop', 'dangling', undefined],
    ['#/properties/ring', 'dangling', undefined],
    ['#/%', 'dangling', undefined],
    ['other.json', 'external', undefined],
    ['https://example.org/other#/a', 'external', undefined],
  ])('%s: %s', ($ref, kind, title) => {
    const found = resolveSchema({ schema: { $ref }, root, path: ['inputSchema', 'properties', 'x'] });
    expect(found.kind).toBe(kind);
    expect(found.schema.title).toBe(title);
  });

  test('own members stand on top of those of the target', () => {
    const schema = { $ref: '#/$defs/chain', title: 'mine' };
    expect(resolveSchema({ schema, root, path: ['inputSchema'] }).schema).toEqual({
      ...{ $anchor: 'here', title: 'mine', description: 'from the chain' },
    });
  });

  test('inside a schema with an $id, a pointer starts there, or else at the whole', () => {
    const path = ['inputSchema', '$defs', 'part', 'properties', 'x'];
    expect(resolveSchema({ schema: { $ref: '#/$defs/inner' }, root, path }).schema.title).toBe('inner');
    expect(resolveSchema({ schema: { $ref: '#/$defs/anchored' }, root, path }).schema.title).toBe('anchored');
  });
});

describe('leaf inputs', () => {
  const point = { type: 'object', properties: { x: TEXT, y: TEXT } };

  test.each<[string, unknown, string[]]>([
    ['no properties', { type: 'object' }, []],
    ['values that are no schema', { properties: { a: true, b: null, c: false, d: 3 } }, ['a', 'b', 'd']],
    ['names of any kind', json('{"properties":{"__proto__":{},"toString":{}}}'), ['__proto__', 'toString']],
    ['a wrapper', { properties: { params: point } }, ['params.x', 'params.y']],
    [
      'a wrapper by reference',
      { properties: { params: { $ref: '#/$defs/P' } }, $defs: { P: point } },
      ['params.x', 'params.y'],
    ],
    ['the whole by reference', { $ref: '#/definitions/P', definitions: { P: point } }, ['x', 'y']],
    ['a list of objects', { properties: { at: { type: 'array', items: point } } }, ['at.x', 'at.y']],
    [
      'a list of references',
      { properties: { at: { items: { $ref: '#/$defs/P' } } }, $defs: { P: point } },
      ['at.x', 'at.y'],
    ],
    ['a list of texts', { properties: { at: { type: 'array', items: TEXT } } }, ['at']],
    ['an object without properties', { properties: { free: { type: 'object', properties: {} } } }, ['free']],
    [
      'one schema in two places',
      { properties: { a: point, b: { $ref: '#/properties/a' } } },
      [...['a.x', 'a.y', 'b.x', 'b.y']],
    ],
    ['recursion', { properties: { name: TEXT, child: { $ref: '#' } } }, ['name']],
    ['branches of an input', { properties: { a: { anyOf: [point, TEXT] } } }, ['a.x', 'a.y']],
    ['branches of texts', { properties: { a: { anyOf: [TEXT, { type: 'null' }] } } }, ['a']],
    [
      'items in branches',
      { properties: { a: { anyOf: [{ items: { oneOf: [point] } }, TEXT] } } },
      ['a.x', 'a.y'],
    ],
    [
      'every branch',
      {
        properties: { a: TEXT },
        allOf: [{ properties: { b: TEXT } }, { oneOf: [{ properties: { c: TEXT } }] }],
        anyOf: [{ properties: { d: TEXT } }, true],
        oneOf: [{ $ref: '#/$defs/P' }],
        if: { properties: { no: TEXT } },
        ...json('{"then":{"properties":{"e":{}}}}'),
        else: { properties: { f: TEXT } },
        not: { properties: { no: TEXT } },
        dependentSchemas: { a: { properties: { g: TEXT } } },
        $defs: { P: point },
      },
      [...'abdxyefgc'],
    ],
    [
      'one name in several branches',
      {
        properties: { a: TEXT, b: false },
        oneOf: [{ properties: { a: {}, b: {} } }, { properties: { a: false } }],
      },
      ['a', 'b'],
    ],
    [
      'an input that is an object in one place',
      { properties: { a: TEXT }, else: { properties: { a: point } } },
      ['a.x', 'a.y'],
    ],
    [
      'branches that hold the whole',
      { properties: { a: TEXT }, allOf: [{ $ref: '#', title: 'again' }] },
      ['a'],
    ],
    [
      'branches in a circle, and others after them',
      { properties: { a: { anyOf: [{ $ref: '#/properties/a' }] }, b: { anyOf: [point] } } },
      ['a', 'b.x', 'b.y'],
    ],
    ['no schema', null, ['inputSchema']],
    ['properties that are no map', { properties: ['a'] }, ['properties']],
    ['another document', { $ref: 'other.json' }, ['$ref']],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }, ['$ref']],
    [
      'another document in a branch',
      { properties: { a: TEXT }, allOf: [{ $ref: 'other.json' }] },
      ['a', '$ref'],
    ],
    ['an input in another document', { properties: { a: { $ref: 'other.json' } } }, ['a']],
  ])('%s', (_, schema, names) => {
    expect(leafInputs(schema).map(({ name }) => name)).toEqual(names);
  });

  test('what lies deeper than six levels counts with its owner', () => {
    let schema: Record<string, unknown> = TEXT;
    for (const name of 'hgfedcba') schema = { type: 'object', properties: { [name]: schema } };
    expect(leafInputs(schema).map(({ name }) => name)).toEqual(['a.b.c.d.e.f']);
  });

  test('many definitions that refer to each other are read in bounded work', () => {
    const names = Array.from({ length: 30 }, (_, at) => `D${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const $defs = Object.fromEntries(names.map((name) => [name, { properties: { ...properties } }]));
    expect(leafInputs({ properties, $defs }).length).toBeLessThan(20_000);
  });

  test('branches without end are read in bounded work', () => {
    const branches = Array.from({ length: 1_000 }, () => ({ const: 1 }));
    const properties = Object.fromEntries(branches.map((_, at) => [`p${at}`, { $ref: '#/$defs/wide' }]));
    expect(leafInputs({ properties, $defs: { wide: { anyOf: branches } } })).toHaveLength(1_000);
  });

  test('a path leads to the input as it stands in the schema', () => {
    const [input] = leafInputs({ properties: { p: { $ref: '#/$defs/P' } }, $defs: { P: point } });
    expect(input?.path).toEqual(['inputSchema', '$defs', 'P', 'properties', 'x']);
  });

  test.each<[string, Record<string, unknown>, ReturnType<typeof describeInput>]>([
    [
      'at itself',
      { description: ' Its own. ', anyOf: [{ description: 'Branch.' }] },
      { text: 'Its own.', isAtInput: true },
    ],
    ['at its reference', { $ref: '#/$defs/D' }, { text: 'Shared.', isAtInput: true }],
    ['in a branch', { oneOf: [TEXT, { description: 'Branch.' }] }, { text: 'Branch.', isAtInput: false }],
    ['in a branch by reference', { allOf: [{ $ref: '#/$defs/D' }] }, { text: 'Shared.', isAtInput: false }],
    ['in its items', { items: { description: 'Item.' } }, { text: 'Item.', isAtInput: false }],
    ['nowhere', { description: '  ', anyOf: [TEXT] }, undefined],
    ['by no text', { description: 7 }, undefined],
  ])('described %s', (_, schema, described) => {
    const [input] = leafInputs({ properties: { a: schema }, $defs: { D: { description: 'Shared.' } } });
    expect(input && describeInput(input)).toEqual(described);
  });

  test('an input is described if it is described in one of its places', () => {
    const [input] = leafInputs({
      properties: { a: TEXT },
      else: { properties: { a: { description: 'Its own.' } } },
    });
    expect(input && describeInput(input)).toEqual({ text: 'Its own.', isAtInput: true });
    expect(input?.path).toEqual(['inputSchema', 'properties', 'a']);
  });
});

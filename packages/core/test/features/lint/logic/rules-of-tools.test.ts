// Limits of every rule about tools and their parameters: lengths, blanks, unexpected shapes.
import { describe, expect, test } from 'vitest';
import { lint, rulesOf, soundSchema, soundTool } from './linted-server.js';

const described = { type: 'string', description: 'Name of a town.' };

const onTool = (changes: Record<string, unknown>) => rulesOf(lint({ tools: [soundTool(changes)] }));
const onSchema = (changes: Record<string, unknown>) => onTool({ inputSchema: soundSchema(changes) });
const onProperty = (place: unknown) => onSchema({ properties: { place } });

test.each([
  ['absent', undefined, ['tool-no-description']],
  ['null', null, ['tool-no-description']],
  ['empty', '', ['tool-no-description']],
  ['blank', ' \n\t\u00a0', ['tool-no-description']],
  ['no text', 42, ['tool-no-description']],
  ['no text but with a length', ['a', 'b'], ['tool-no-description']],
  ['1 character', 'x', ['tool-short-description']],
  ['9 characters', 'x'.repeat(9), ['tool-short-description']],
  ['9 characters within spaces', `  ${'x'.repeat(9)}  `, ['tool-short-description']],
  ['10 characters', 'x'.repeat(10), []],
  ['5 characters of two units', '\u{1f600}'.repeat(5), []],
  ['4 characters of two units', '\u{1f600}'.repeat(4), ['tool-short-description']],
  ['500 characters', 'x'.repeat(500), []],
  ['500 characters within spaces', ` ${'x'.repeat(500)} `, []],
  ['501 characters', 'x'.repeat(501), ['tool-long-description']],
])('description: %s', (_, description, rules) => {
  expect(onTool({ description })).toEqual(rules);
});

test.each([
  ['get_price_list', 'Get price list', ['tool-description-is-name']],
  ['get_price_list', ' get-price_list ', ['tool-description-is-name']],
  ['GetPriceList', 'getpricelist', ['tool-description-is-name']],
  ['getPriceList', 'get price list', []],
  ['get_price_list', 'Get price list.', []],
  ['get_price_list', 'get  price list', []],
  ['price', 'Price', ['tool-short-description', 'tool-description-is-name']],
  ['get price list ', 'get price list', ['tool-name-convention']],
  ['get price list', 'get price list', ['tool-description-is-name', 'tool-name-convention']],
])('name %j with description %j', (name, description, rules) => {
  expect(onTool({ name, description })).toEqual(rules);
});

test.each([
  ['a', true],
  ['Z9_-', true],
  ['getPrice', true],
  [`a${'b'.repeat(5000)}`, true],
  ['', false],
  ['a.b', false],
  ['a/b', false],
  ['a b', false],
  ['_a', false],
  ['-a', false],
  ['1a', false],
  ['é', false],
  ['\u017f', false],
  ['a\n', false],
  [undefined, false],
  [null, false],
  [7, false],
  [['a'], false],
])('name %j fits the convention: %s', (name, fits) => {
  expect(onTool({ name })).toEqual(fits ? [] : ['tool-name-convention']);
});

describe('input schema', () => {
  test.each([
    ['absent', undefined, ['tool-no-schema']],
    ['null', null, ['tool-no-schema']],
    ['text', 'object', ['tool-no-schema']],
    ['true', true, ['tool-no-schema']],
    ['0', 0, ['tool-no-schema']],
    ['a list', [], ['tool-schema-not-object']],
    ['empty', {}, ['tool-schema-not-object']],
    ['without a type', { properties: {} }, ['tool-schema-not-object']],
    ['of another type', { type: 'array' }, ['tool-schema-not-object']],
    ['of a list of types', { type: ['object'], properties: {} }, ['tool-schema-not-object']],
    ['of a type in capitals', { type: 'Object', properties: {} }, ['tool-schema-not-object']],
    ['of type object alone', { type: 'object' }, ['tool-empty-schema']],
    ['with properties null', { type: 'object', properties: null }, ['tool-empty-schema']],
    ['with properties true', { type: 'object', properties: true }, ['tool-empty-schema']],
    ['with properties as text', { type: 'object', properties: 'place' }, ['tool-empty-schema']],
    ['with no properties', { type: 'object', properties: {} }, []],
    ['with a list of no properties', { type: 'object', properties: [] }, []],
    ['required without properties', { type: 'object', required: ['a'] }, ['tool-empty-schema']],
    [
      'required with no properties',
      { type: 'object', properties: {}, required: ['a'] },
      ['required-not-in-properties'],
    ],
  ])('%s', (_, inputSchema, rules) => {
    expect(onTool({ inputSchema })).toEqual(rules);
  });

  test('a wrong type does not silence the rules about properties', () => {
    const inputSchema = { properties: { place: {} }, required: ['hour'] };
    expect(onTool({ inputSchema })).toEqual([
      'tool-schema-not-object',
      'prop-no-description',
      'prop-no-type',
      'required-not-in-properties',
    ]);
  });
});

describe('required', () => {
  test.each([
    ['absent', undefined, ['tool-no-required']],
    ['null', null, ['tool-no-required']],
    ['empty', [], ['tool-no-required']],
    ['text', 'place', ['tool-no-required']],
    ['an object', { place: true }, ['tool-no-required']],
    ['a known one', ['place'], []],
    ['a known one twice', ['place', 'place'], []],
    ['an unknown one', ['hour'], ['required-not-in-properties']],
    ['an unknown one twice', ['hour', 'hour'], ['required-not-in-properties', 'required-not-in-properties']],
    ['a name of the prototype', ['toString'], ['required-not-in-properties']],
    ['what no JSON object has by itself', ['__proto__'], ['required-not-in-properties']],
    [
      'no names at all',
      [null, 0, {}],
      ['required-not-in-properties', 'required-not-in-properties', 'required-not-in-properties'],
    ],
  ])('%s', (_, required, rules) => {
    expect(onSchema({ required })).toEqual(rules);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is an ordinary property',
    (name) => {
      const properties = JSON.parse(`{"${name}":{}}`);
      expect(onSchema({ properties, required: [name] })).toEqual(['prop-no-description', 'prop-no-type']);
    },
  );

  test('a falsy property counts as a property', () => {
    expect(onSchema({ properties: { place: null } })).toEqual([]);
    expect(onSchema({ properties: { place: false }, required: [] })).toEqual(['tool-no-required']);
  });
});

describe('a property', () => {
  test.each([
    ['null', null, []],
    ['false', false, []],
    ['0', 0, []],
    ['empty text', '', []],
    ['true', true, ['prop-no-description', 'prop-no-type']],
    ['text', 'string', ['prop-no-description', 'prop-no-type']],
    ['a list', [], ['prop-no-description', 'prop-no-type']],
    ['empty', {}, ['prop-no-description', 'prop-no-type']],
    ['with a blank description', { ...described, description: ' ' }, ['prop-no-description']],
    ['with a description of null', { ...described, description: null }, ['prop-no-description']],
    ['with a description that is no text', { ...described, description: { en: 'Town' } }, []],
    ['with a title only', { type: 'string', title: 'Place' }, ['prop-no-description']],
    ['with an empty type', { ...described, type: '' }, ['prop-no-type']],
    ['with a type of null', { ...described, type: null }, ['prop-no-type']],
    ['with a list of types', { ...described, type: ['string', 'null'] }, []],
    ['with an empty enum', { description: 'Town.', enum: [] }, []],
  ])('%s', (_, place, rules) => {
    expect(onProperty(place)).toEqual(rules);
  });

  test.each([
    ['enum', ['a']],
    ['oneOf', [{}]],
    ['anyOf', [{}]],
    ['allOf', [{}]],
    ['$ref', '#/$defs/place'],
  ])('%s gives a type', (key, value) => {
    expect(onProperty({ description: 'Town.', [key]: value })).toEqual([]);
  });

  test.each([
    ['const', 1],
    ['not', {}],
    ['properties', {}],
    ['items', {}],
    ['format', 'date'],
  ])('%s gives no type', (key, value) => {
    expect(onProperty({ description: 'Town.', [key]: value })).toEqual(['prop-no-type']);
  });

  test('only the top level is checked', () => {
    const nested = { type: 'object', description: 'Town.', properties: { name: {} }, items: [{}] };
    expect(onProperty(nested)).toEqual([]);
  });

  test('both rules check a property before the next one', () => {
    const { issues } = lint({
      tools: [soundTool({ inputSchema: soundSchema({ properties: { b: {}, a: {} }, required: ['b'] }) })],
    });
    expect(issues.map(({ rule, subject }) => `${subject} ${rule}`)).toEqual([
      'weather.b prop-no-description',
      'weather.b prop-no-type',
      'weather.a prop-no-description',
      'weather.a prop-no-type',
    ]);
  });
});

test('the issues of one tool are in the order of the rule set', () => {
  const inputSchema = { type: 'array', properties: { a: {} }, required: ['b'] };
  expect(onTool({ name: 'a b', description: 'A-b', inputSchema })).toEqual([
    'tool-short-description',
    'tool-description-is-name',
    'tool-schema-not-object',
    'prop-no-description',
    'prop-no-type',
    'required-not-in-properties',
    'tool-name-convention',
  ]);
});

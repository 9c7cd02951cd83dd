// Limits of the rules about resources, prompts and the server, and lists with members of any kind.
import { describe, expect, test } from 'vitest';
import { lint, rulesOf, soundTool } from './linted-server.js';

const resource = { uri: 'file:///a', name: 'A', description: 'All of A.', mimeType: 'text/plain' };
const prompt = { name: 'p', description: 'Asks for P.' };

test.each([
  ['sound', resource, []],
  ['without a name', { ...resource, name: undefined }, ['resource-no-name']],
  ['with an empty name', { ...resource, name: '' }, ['resource-no-name']],
  ['with a name of null', { ...resource, name: null }, ['resource-no-name']],
  ['with a blank name: it is not trimmed', { ...resource, name: ' ' }, []],
  ['with a blank description', { ...resource, description: '\t' }, ['resource-no-description']],
  ['with an empty type', { ...resource, mimeType: '' }, ['resource-no-mimetype']],
  ['with a type of any form', { ...resource, mimeType: 'x' }, []],
  ['without anything', {}, ['resource-no-name', 'resource-no-description', 'resource-no-mimetype']],
  ['null', null, ['resource-no-name', 'resource-no-description', 'resource-no-mimetype']],
])('a resource %s', (_, item, rules) => {
  expect(rulesOf(lint({ resources: [item] }))).toEqual(rules);
});

test.each([
  ['sound', prompt, []],
  ['with a blank description', { ...prompt, description: ' ' }, ['prompt-no-description']],
  ['null', null, ['prompt-no-description']],
  ['with arguments that are no list', { ...prompt, arguments: { a: {} } }, []],
  ['with an argument that is described', { ...prompt, arguments: [{ name: 'a', description: 'A.' }] }, []],
  ['with a blank argument', { ...prompt, arguments: [{ description: ' ' }] }, ['prompt-arg-no-description']],
  [
    'with arguments that are nothing',
    { ...prompt, arguments: [null, 'a', {}] },
    ['prompt-arg-no-description', 'prompt-arg-no-description', 'prompt-arg-no-description'],
  ],
])('a prompt %s', (_, item, rules) => {
  expect(rulesOf(lint({ prompts: [item] }))).toEqual(rules);
});

describe('the server', () => {
  test.each([
    ['absent', undefined, ['server-no-name', 'server-no-version']],
    ['null', null, ['server-no-name', 'server-no-version']],
    ['text', 'prices', ['server-no-name', 'server-no-version']],
    ['a list', [{ name: 'a', version: '1' }], ['server-no-name', 'server-no-version']],
    ['without a version', { name: 'a' }, ['server-no-version']],
    ['with an empty name', { name: '', version: '1' }, ['server-no-name']],
    ['with a name of null', { name: null, version: '1' }, ['server-no-name']],
    ['with blanks: they are not trimmed', { name: ' ', version: ' ' }, []],
    ['that says it is unknown', { name: 'unknown', version: 'unknown' }, []],
  ])('with serverInfo %s', (_, serverInfo, rules) => {
    expect(rulesOf(lint({ serverInfo, tools: [soundTool()] }))).toEqual(rules);
  });

  test.each([
    ['twice', ['a', 'a'], 1],
    ['three times', ['a', 'a', 'a'], 1],
    ['two names twice', ['a', 'b', 'b', 'a'], 1],
    ['in other letters', ['a', 'A'], 0],
    ['with a space', ['a', 'a '], 0],
    ['no name twice', [null, null], 0],
    ['a number twice', [1, 1], 0],
  ])('names %s', (_, names, count) => {
    const report = lint({ tools: names.map((name) => soundTool({ name })) });
    expect(rulesOf(report).filter((rule) => rule === 'server-duplicate-tools')).toHaveLength(count);
  });

  test('each copy of a tool is linted, and the issue about both names them and the place of the second', () => {
    const copy = soundTool({ description: '' });
    const { issues } = lint({ tools: [copy, copy, soundTool({ name: 'b' }), soundTool({ name: 'b' })] });
    expect(issues.map(({ rule }) => rule)).toEqual([
      'server-duplicate-tools',
      'tool-no-description',
      'tool-no-description',
    ]);
    expect(issues[0]).toMatchObject({ path: '/tools/1/name', target: 'server', category: 'server' });
    expect(issues[0]?.message).toMatch(/: "weather", "b"$/);
  });

  test('without any content it is empty and has no points, whatever its description', () => {
    const report = lint({ serverInfo: null });
    expect(rulesOf(report)).toEqual(['server-empty', 'server-no-name', 'server-no-version']);
    expect(report).toMatchObject({ score: 0, grade: 'F', bonus: false });
  });

  test.each([[{ tools: [null] }], [{ resources: [null] }], [{ prompts: [null] }]])(
    'with a member that is null it is not empty: %j',
    (lists) => {
      expect(rulesOf(lint(lists))).not.toContain('server-empty');
    },
  );
});

test.each([[null], [true], [0], ['tool'], [[]], [[soundTool()]], [{}]])(
  'a tool that is %j has the issues of an empty one, under its place',
  (tool) => {
    const { issues, tokenEstimate } = lint({ tools: [soundTool(), tool] });
    expect(issues.map(({ rule, target, path }) => [rule, target, path])).toEqual([
      ['tool-no-description', 'tools/1', '/tools/1'],
      ['tool-no-schema', 'tools/1', '/tools/1'],
      ['tool-name-convention', 'tools/1', '/tools/1'],
    ]);
    expect(tokenEstimate.perTool[1]).toEqual({ name: 'tools/1', tokens: 1 });
  },
);

test('issues are in the order server, tools, resources, prompts, outcome', () => {
  const report = lint({ serverInfo: null, prompts: [null], resources: [null], tools: [null] });
  const categories = report.issues.map(({ category }) => category);
  expect([...new Set(categories)]).toEqual(['server', 'tool', 'resource', 'prompt']);
  expect(categories.indexOf('prompt')).toBeGreaterThan(categories.lastIndexOf('resource'));
});

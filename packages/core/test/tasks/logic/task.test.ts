// Tasks from the tests of a schema: ids, texts, values and places, tests that are no tasks, and tools that are not there.
import { expect, it } from 'vitest';
import { describeProblem } from '../../../src/problems/error-codes.js';
import { parseModule } from '../../../src/sources/parse-module.js';
import { findUnknownTools, listTestTasks } from '../../../src/tasks/logic/task.js';

const listed = (text: string) => {
  const reading = parseModule(text, { exports: ['main'] });
  return listTestTasks({ schemaId: 'demo.coins', file: 'coins.mjs', reading });
};

it('makes a task of each test, with all of its values and its place', () => {
  expect(
    listed(`export const main = { tools: {
  price: { tests: [
    { _description: 'Price of bitcoin', coin: 'bitcoin', days: [1, 2] },
    { _description: 'Price of ether' } ] },
  'a/b': { tests: [{ _description: 'Both' }] },
  bare: {} } }`),
  ).toEqual({
    tasks: [
      {
        ...{ id: 'demo.coins.price#1', task: 'Price of bitcoin', tool: 'price' },
        arguments: { coin: 'bitcoin', days: [1, 2] },
        place: { file: 'coins.mjs', path: 'main.tools.price.tests[0]', line: 3, column: 5 },
      },
      {
        ...{ id: 'demo.coins.price#2', task: 'Price of ether', tool: 'price', arguments: {} },
        place: { file: 'coins.mjs', path: 'main.tools.price.tests[1]', line: 4, column: 5 },
      },
      {
        ...{ id: 'demo.coins.a/b#1', task: 'Both', tool: 'a/b', arguments: {} },
        place: { file: 'coins.mjs', path: 'main.tools["a/b"].tests[0]', line: 5, column: 20 },
      },
    ],
    problems: [],
  });
});

it('warns of each test that is not a task, and counts it', () => {
  const { tasks, problems } = listed(`export const main = { tools: { price: { tests: [
    null,
    { coin: 'bitcoin' },
    { _description: words() },
    more(),
    { _description: 'Price', coin: coin() } ] }, other: { tests: all() } } }`);
  expect(tasks.map(({ id, arguments: values }) => [id, values])).toEqual([
    ['demo.coins.price#5', { coin: undefined }],
  ]);
  expect(problems.map(({ code, severity, where }) => `${code} ${severity} ${where?.path}`).sort()).toEqual([
    'SRC-002 warning main.tools.other.tests',
    'SRC-002 warning main.tools.price.tests[2]._description',
    'SRC-002 warning main.tools.price.tests[3]',
    'SRC-002 warning main.tools.price.tests[4].coin',
    'TST002 warning main.tools.price.tests[0]',
    'TST002 warning main.tools.price.tests[1]',
  ]);
});

it.each([
  ['price', []],
  [['gone', 'price'], []],
  [null, []],
  ['prise', ['the task "t" wants the tool "prise", but there is no such tool → Did you mean price?']],
  [
    ['gone', 'elsewhere'],
    [
      'the task "t" wants the tool "gone" or "elsewhere", but there is no such tool → Write the name as its schema or its server does, or null if no tool should be called.',
    ],
  ],
])('holds %j against the tools', (tool, told) => {
  const task = { id: 't', task: 'text', tool, arguments: {}, place: { file: 'tasks.jsonl', line: 1 } };
  const found = findUnknownTools([task], new Set(['price']));
  expect(found.map((one) => [one.code, one.where])).toEqual(told.map(() => ['TRI-003', task.place]));
  expect(found.map(describeProblem).map(({ message, hint }) => `${message} → ${hint}`)).toEqual(told);
});

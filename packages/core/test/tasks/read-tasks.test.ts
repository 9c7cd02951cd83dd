// Task files: which lines are tasks, all bad ones at once, and ids that are used once.
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeProblem } from '../../src/problems/error-codes.js';
import { readTasks } from '../../src/tasks/read-tasks.js';

let fixture: FsFixture;
beforeAll(async () => {
  fixture = await createFixture({});
});
afterAll(() => fixture.rm());

async function read(...lines: readonly string[]) {
  await fixture.writeFile('tasks.jsonl', lines.join('\n'));
  const file = fixture.getPath('tasks.jsonl');
  const { records, problems } = await readTasks(file);
  const told = problems.map(
    (found) => `${found.where?.line} ${found.code} ${describeProblem(found).message}`,
  );
  return { records: records.map(({ place, ...task }) => ({ ...task, line: place.line })), told };
}

it('reads tasks with one tool, several tools or none, and with plain numbers', async () => {
  expect(
    await read(
      '{"id":"a","task":"What is it worth?","tool":"getPrice","arguments":{"coin":"bitcoin","days":1.0,"at":12345678901234567890}}',
      '',
      '{"id":"b","task":"And now?","tool":["getPrice","price"]}',
      '{"id":"c","task":"Book a flight.","tool":null,"arguments":{}}',
    ),
  ).toEqual({
    records: [
      {
        id: 'a',
        task: 'What is it worth?',
        tool: 'getPrice',
        arguments: { coin: 'bitcoin', days: 1, at: Number('12345678901234567890') },
        line: 1,
      },
      { id: 'b', task: 'And now?', tool: ['getPrice', 'price'], arguments: {}, line: 3 },
      { id: 'c', task: 'Book a flight.', tool: null, arguments: {}, line: 4 },
    ],
    told: [],
  });
});

it.each([
  ['{"task":"t","tool":"x"}', '"id" is missing; text was expected'],
  ['{"id":"","task":"t","tool":"x"}', '"id" is ""; text was expected'],
  ['{"id":"a","task":7,"tool":"x"}', '"task" is 7; text was expected'],
  ['{"id":"a","task":"t"}', '"tool" is missing; a name, a list of names or null was expected'],
  ['{"id":"a","task":"t","tool":[]}', '"tool" is a list; a name, a list of names or null was expected'],
  [
    '{"id":"a","task":"t","tool":["x",null]}',
    '"tool" is a list; a name, a list of names or null was expected',
  ],
  ['{"id":"a","task":"t","tool":"x","arguments":[1]}', '"arguments" is a list; an object was expected'],
  ['{"id":"a","task":"t","tool":null,"arguments":{"b":1}}', '"arguments" are given, but "tool" is null'],
  ['{"id":"a","task":"t","tool":"x","argument":{}}', '"argument" is not a member of a task'],
  [
    '{"id":1,"task":"t"}',
    '"id" is 1; text was expected; "tool" is missing; a name, a list of names or null was expected',
  ],
])('refuses %s', async (line, reason) => {
  expect(await read(line)).toEqual({ records: [], told: [`1 TRI-002 the line is not a task: ${reason}`] });
});

it('names every bad line at once, and the first line of an id', async () => {
  const good = '{"id":"a","task":"t","tool":"x"}';
  expect(await read(good, 'no', '{}', good, '[]')).toEqual({
    records: [],
    told: [
      expect.stringMatching(/^2 DST-001/),
      expect.stringMatching(/^3 TRI-002/),
      '4 TRI-002 the line is not a task: the id "a" already stands in line 1',
      expect.stringMatching(/^5 DST-002/),
    ],
  });
});

// Tasks that no answer can do, and tasks that leave a value open: both are found before a model is asked.
import { describe, expect, it } from 'vitest';
import { checkTasks, taskProblems } from '../../../src/trials/logic/check-tasks.js';
import type { TrialTask } from '../../../src/trials/logic/trial-lines.js';
import { sampleTask, sampleTool } from './sample-trials.js';

const tools = [
  sampleTool(
    'x',
    { coin: { type: 'string', minLength: 3 }, days: { type: 'integer' } },
    { required: ['coin'] },
  ),
  sampleTool('y', { q: { type: 'string' } }),
  sampleTool('free', {}, { additionalProperties: true }),
  { ...sampleTool('bare'), inputSchema: { type: 'object' } },
];
const settings = { samples: 1, seed: 1, among: 'own', selfContained: false, prompt: 'p' } as const;

function check(tasks: readonly TrialTask[], selfContained = false) {
  const checked = checkTasks({ tools, tasks, settings: { ...settings, selfContained } });
  return { ...checked, ids: checked.toAsk.map(({ id }) => id), problems: taskProblems(tasks, checked) };
}

describe('a task that contradicts its tool', () => {
  it.each<[string, Partial<TrialTask>, string | null]>([
    ['fits', { arguments: { coin: 'bitcoin', days: 3 } }, null],
    ['has another type', { arguments: { coin: 'bitcoin', days: 'three' } }, 'arguments.days'],
    [
      'is too short, though its text does not state it',
      { arguments: { coin: 'b' }, scored: [] },
      'arguments.coin',
    ],
    ['gives no required value, which is open', { arguments: { days: 3 } }, null],
    [
      'scores what the tool does not take',
      { arguments: { coin: 'bitcoin', COIN: 'x' } },
      'arguments.COIN: x has no',
    ],
    ['gives it without scoring it', { arguments: { coin: 'bitcoin', COIN: 'x' }, scored: ['coin'] }, null],
    ['gives more to a tool that takes anything', { tool: 'free', arguments: { any: 1 } }, null],
    ['gives more to a tool without properties', { tool: 'bare', arguments: { any: 1 } }, null],
    ['fits one of two tools', { tool: ['x', 'y'], arguments: { q: 'a' } }, null],
    ['fits neither', { tool: ['x', 'y'], arguments: { other: 'a' } }, 'arguments.other'],
    ['fits the one that is there', { tool: ['gone', 'y'], arguments: { q: 'a' } }, null],
    ['wants none', { tool: null }, null],
  ])('%s', (_, task, reason) => {
    const { ids, unsound } = check([sampleTask('a', task)]);
    expect(ids).toEqual(reason === null ? ['a'] : []);
    const found = unsound.get('a');
    expect(found?.kind === 'contradicts' ? found.reason : null).toEqual(
      reason === null ? null : expect.stringContaining(reason),
    );
  });
});

describe('tasks of the same text', () => {
  const [text, same] = ['Get the price', ' get  THE price '];
  it.each<[string, Partial<TrialTask>[], string[]]>([
    [
      'for one tool',
      [
        { task: text, tool: 'y' },
        { task: same, tool: 'y' },
      ],
      ['0', '1'],
    ],
    [
      'for two tools',
      [
        { task: text, tool: 'y' },
        { task: same, tool: 'free' },
      ],
      [],
    ],
    [
      'for two tools, beside another text',
      [{ task: text, tool: 'y' }, { tool: 'y' }, { task: same, tool: 'free' }],
      ['1'],
    ],
    [
      'with a tool in common',
      [
        { task: text, tool: ['y', 'free'] },
        { task: same, tool: 'free' },
      ],
      ['0', '1'],
    ],
    [
      'without one for all',
      [
        { task: text, tool: ['y', 'free'] },
        { task: text, tool: 'free' },
        { task: text, tool: 'y' },
      ],
      [],
    ],
    [
      'for a tool and for none',
      [
        { task: text, tool: 'y' },
        { task: text, tool: null },
      ],
      [],
    ],
    [
      'for none, twice',
      [
        { task: text, tool: null },
        { task: text, tool: null },
      ],
      ['0', '1'],
    ],
  ])('%s', (_, tasks, asked) => {
    expect(check(tasks.map((task, at) => sampleTask(String(at), task))).ids).toEqual(asked);
  });
});

it('a task that leaves a required value open is asked, unless it is to be left out', () => {
  const tasks = [
    sampleTask('open', { arguments: { coin: 'bitcoin' }, scored: [] }),
    sampleTask('bare', { tool: 'y' }),
  ];
  expect(check(tasks)).toMatchObject({ ids: ['open', 'bare'], open: new Map([['open', ['coin']]]) });
  expect(check(tasks, true).ids).toEqual(['bare']);
});

it('each unsound task is reported at its place, and open values once', () => {
  const at = (line: number) => ({ file: 'tasks.jsonl', line });
  const tasks = [
    sampleTask('a', { arguments: { days: 'x' }, place: at(1) }),
    sampleTask('b', { task: 'same', tool: 'y', place: at(2) }),
    sampleTask('c', { task: 'same', tool: 'bare', place: at(3) }),
    ...Array.from({ length: 7 }, (_, n) => sampleTask(`open${n}`)),
  ];
  expect(check(tasks).problems).toEqual([
    expect.objectContaining({ code: 'TRI-004', severity: 'warning', where: at(1) }),
    expect.objectContaining({ code: 'TRI-006', where: at(2), args: { task: 'b', others: 'c' } }),
    expect.objectContaining({ code: 'TRI-006', where: at(3), args: { task: 'c', others: 'b' } }),
    expect.objectContaining({
      code: 'TRI-005',
      severity: 'info',
      args: { count: 7, all: 10, tasks: 'open0, open1, open2, open3, open4 and 2 more' },
    }),
  ]);
});

// Comparing two trials: what may differ, which tasks count, what came and what went.
import { describe, expect, it } from 'vitest';
import { compareTrials } from '../../../../src/features/trial/logic/compare.js';
import type { TrialHeader } from '../../../../src/trials/logic/trial-lines.js';
import {
  call,
  sampleAttempt,
  sampleTask,
  sampleTool,
  sampleTrial,
} from '../../../trials/logic/sample-trials.js';

const ids = Array.from({ length: 8 }, (_, at) => `t${at}`);
const tasks = ids.map((id) => sampleTask(id));
const reworded = { tools: [{ ...sampleTool('x'), description: 'Better.' }, sampleTool('y')] };

/** A trial in which the tasks of `right` succeed, and all others are taken by y. */
function trialOf(right: readonly string[], header: Partial<TrialHeader> = {}) {
  const own = header.tasks ?? tasks;
  return sampleTrial(
    own,
    own.map(({ id }) => sampleAttempt(id, [call(right.includes(id) ? 'x' : 'y')])),
    header,
  );
}

describe('what may differ', () => {
  const settings = {
    samples: 1,
    seed: 1,
    among: 'own',
    selfContained: false,
    prompt: 'trial-prompt/1',
  } as const;
  it.each<[string, Partial<TrialHeader>, 'tools' | 'model' | null | RegExp]>([
    ['nothing', { startedAt: '2026-12-01T01:00:00.000Z', plan: 'ffffffff' }, null],
    ['the tools', reworded, 'tools'],
    ['the model', { model: 'anthropic/claude' }, 'model'],
    ['where the model is asked', { askedAt: 'http://127.0.0.1:8080' }, 'model'],
    ['the adapter', { adapter: '@ai-sdk/openai-compatible 2.0.92' }, 'model'],
    ['the version of the adapter', { adapter: '@ai-sdk/openai 3.1.0' }, null],
    ['the tools and the model', { ...reworded, model: 'anthropic/claude' }, /both tools and model/],
    ['the samples', { settings: { ...settings, samples: 3 } }, /differ in samples/],
    ['the seed and the tools', { ...reworded, settings: { ...settings, seed: 2 } }, /differ in seed/],
    [
      'the text beside the task',
      { settings: { ...settings, prompt: 'trial-prompt/2' } },
      /text beside the task/,
    ],
    ['whether open tasks are left out', { settings: { ...settings, selfContained: true } }, null],
  ])('%s', (_, header, expected) => {
    const found = compareTrials(trialOf(ids), trialOf(ids, header));
    if (expected instanceof RegExp) expect(found).toEqual({ reason: expect.stringMatching(expected) });
    else expect(found).toMatchObject({ changed: expected, tasks: { compared: 8 } });
  });
});

it('shows the difference, its p, and which tasks it is made of', () => {
  const found = compareTrials(trialOf(['t0']), trialOf(ids.slice(1), reworded));
  expect(found).toMatchObject({
    first: { rate: 0.125 },
    second: { rate: 0.875 },
    difference: { mean: 0.75 },
    p: 0.0703125,
    gained: ids.slice(1),
    lost: ['t0'],
    confusion: { came: [], went: [] },
  });
});

it('shows confusions that only one trial has', () => {
  const found = compareTrials(trialOf(['t0']), trialOf(ids, reworded));
  const confusion = { wanted: 'x', chosen: 'y', count: 7 };
  expect(found).toMatchObject({ confusion: { came: [], went: [confusion] } });
});

describe('a task is the same', () => {
  const other = (more: Parameters<typeof sampleTask>[1]) => [sampleTask('t0', more), ...tasks.slice(1)];
  it.each<[string, TrialHeader['tasks'], boolean]>([
    ['in another place', other({ place: { file: 'other.jsonl', line: 3 } }), true],
    ['with a value that is not scored', other({ arguments: { a: 1 }, scored: [] }), true],
    ['unless its text differs', other({ task: 'Do something else.' }), false],
    ['unless another tool is wanted', other({ tool: ['x', 'y'] }), false],
    ['unless it is held to another value', other({ arguments: { a: 1 } }), false],
  ])('%s', (_, changed, isSame) => {
    const free = [sampleTool('x', {}, { additionalProperties: true }), sampleTool('y')];
    const found = compareTrials(trialOf(ids, { tools: free }), trialOf(ids, { tools: free, tasks: changed }));
    expect(found).toMatchObject({
      tasks: isSame
        ? { compared: 8, onlyFirst: [], onlySecond: [] }
        : { compared: 7, onlyFirst: ['t0'], onlySecond: ['t0'] },
    });
  });

  it('and two trials need one', () => {
    const found = compareTrials(trialOf(ids), trialOf(ids, { tasks: [sampleTask('new')] }));
    expect(found).toEqual({ reason: 'no task was asked in both' });
  });
});

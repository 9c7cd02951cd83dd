import {
  planOf,
  type Trial,
  type TrialAttempt,
  type TrialCall,
  type TrialHeader,
  type TrialTask,
} from '../../../src/trials/logic/trial-lines.js';

/** A task for the tool `x`, unless another is named. */
export function sampleTask(id: string, more: Partial<TrialTask> = {}): TrialTask {
  const values = more.arguments ?? {};
  return {
    id,
    task: `Do ${id}.`,
    tool: 'x',
    arguments: values,
    scored: Object.keys(values),
    place: {},
    ...more,
  };
}

/** A tool whose schema has these properties. */
export function sampleTool(
  name: string,
  properties: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): TrialHeader['tools'][number] {
  return { name, alias: name, inputSchema: { type: 'object', properties, ...more } };
}

export function sampleAttempt(
  task: string,
  calls: readonly TrialCall[],
  more: Partial<TrialAttempt> = {},
): TrialAttempt {
  return {
    task,
    sample: 0,
    calls: [...calls],
    text: '',
    finish: 'tool-calls',
    usage: { in: 10, out: 2 },
    ...more,
  };
}

export function call(name: string, input: unknown = {}): TrialCall {
  return { name, input };
}

/** A whole trial of the tools `x` and `y`, unless others are given; one sample. */
export function sampleTrial(
  tasks: readonly TrialTask[],
  attempts: readonly TrialAttempt[],
  header: Partial<TrialHeader> = {},
): Trial {
  const own: Omit<TrialHeader, 'format' | 'plan'> = {
    target: 'weather.mjs',
    tools: [sampleTool('x'), sampleTool('y')],
    tasks: [...tasks],
    model: 'openai/gpt-5-mini',
    askedAt: null,
    settings: { samples: 1, seed: 1, among: 'own', selfContained: false, prompt: 'trial-prompt/1' },
    adapter: '@ai-sdk/openai 3.0.141',
    package: '0.1.0',
    startedAt: '2026-11-30T01:00:00.000Z',
    ...header,
  };
  return {
    header: { format: 'flowmcp-trial/1', plan: planOf(own), ...own },
    attempts,
    isWhole: true,
  };
}

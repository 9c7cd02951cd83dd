import { readFileSync } from 'node:fs';
import { createFixture, type FileTree, type FsFixture } from 'fs-fixture';
import { afterEach } from 'vitest';
import { type CommandOptions, createCommandEvaluator } from '../../../src/evaluators/command.js';
import {
  buildPayload,
  type CommandSpec,
  type EvaluationOutcome,
  type Evaluator,
} from '../../../src/evaluators/logic/evaluator.js';

const fixtures: FsFixture[] = [];
const evaluators: Evaluator[] = [];

afterEach(async () => {
  await Promise.all(evaluators.splice(0).map((evaluator) => evaluator.close()));
  await Promise.all(fixtures.splice(0).map((fixture) => fixture.rm()));
});

/** A folder with these files, deleted after the test. */
export async function folderWith(files: FileTree): Promise<string> {
  const fixture = await createFixture(files);
  fixtures.push(fixture);
  return fixture.path;
}

export type Argv = readonly [string, ...string[]];

/** An evaluator that is closed after the test. */
export function commandOf(
  argv: Argv,
  spec: Partial<CommandSpec> = {},
  options: CommandOptions = {},
): Evaluator {
  const whole = {
    kind: 'command',
    cwd: null,
    timeoutMs: 15_000,
    range: 'unit',
    taskModel: null,
    ...spec,
    argv,
  } as const;
  const evaluator = createCommandEvaluator(whole, options);
  evaluators.push(evaluator);
  return evaluator;
}

/** One call of a Node script. */
export async function ask(
  script: string,
  spec: Partial<CommandSpec> & { readonly candidate?: string } = {},
  options: CommandOptions = {},
): Promise<EvaluationOutcome> {
  const cwd = await folderWith({ 'grade.mjs': script });
  const { candidate = 'text', ...rest } = spec;
  return commandOf(['node', 'grade.mjs'], { cwd, ...rest }, options).evaluate(
    buildPayload({ candidate }),
    {},
  );
}

/** The problem of an outcome that must be one: a score would be the worst possible result. */
export function problemOf(outcome: EvaluationOutcome) {
  if ('problem' in outcome) return outcome.problem;
  throw new Error(`a broken evaluator became the score ${outcome.evaluation.score}`);
}

/** Uses only /proc: a zombie has ended, although it still accepts signals. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

export function readPids(file: string): number[] {
  return readFileSync(file, 'utf8').trim().split('\n').map(Number);
}

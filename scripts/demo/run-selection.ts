import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LYRE_ORIGINS, startLyrePortsApi } from '../../fixtures/mock-apis/lyre-port-calls.mjs';
import type { SelectionIndex } from '../../packages/core/src/spec/index-file.js';
import type { PromptsFile } from '../../packages/core/src/spec/prompts.js';
import { nodesOf } from '../../packages/core/src/target/logic/build-index.js';
import { listSelectionFaults } from './roll-up-faults.js';
import { DemoFailure, type Program, type RunCommand } from './run-command.js';

const SELECTION = 'lyre-port-calls';
const TARGET = `selections/${SELECTION}`;
const GRADER = 'npx tsx scripts/example-grader.ts';
const SCORES = '$DEMO/scores.json';
const EMIT = `grading emit ${TARGET}`;
const MOST_RUNS = 9;

export interface SelectionDemo {
  /** Folders of the selection and of its members' providers, relative to the checkout. */
  readonly sources: readonly string[];
  /** Absolute temporary folder. */
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly run: RunCommand;
}

/**
 * Grades the sample selection: members first, then its own areas level by level. Seven members and four runs
 * print much the same, so only the results are shown.
 *
 * @throws DemoFailure
 */
export async function runSelection(demo: SelectionDemo): Promise<void> {
  const { print, sources } = demo;
  const api = await startLyrePortsApi();
  try {
    print(`
And a selection, ${SELECTION}: schemas of seven invented providers that serve one topic, with an About and four skills. It
can reach an A. A mock of all seven APIs listens on ${api.origin}.

0  Check the providers and the selection, and keep a copy
$ flowmcp grading import ${sources.join(' ')}

1  Its members come first: --chain tests and asks about each of them, in the place of the selection
$ flowmcp ${EMIT} --chain --allow-host 127.0.0.1 --origin-map <each API>=${api.origin}`);
    await runQuietly(demo, 'flowmcp', ['grading', 'import', ...sources]);
    const origins = LYRE_ORIGINS.flatMap((origin) => ['--origin-map', `${origin}=${api.origin}`]);
    await runQuietly(demo, 'flowmcp', [
      ...EMIT.split(' '),
      '--chain',
      '--allow-host',
      '127.0.0.1',
      ...origins,
    ]);
  } finally {
    await api.close();
  }
  await gradeMembers(demo);
  await gradeSelection(demo);
  showSelection(demo);
}

async function gradeMembers(demo: SelectionDemo): Promise<void> {
  const members = Object.keys(readIndex(demo).members);
  const namespaces = [...new Set(members.map((member) => member.slice(0, member.indexOf('.'))))];
  demo.print(`
2  The same grader for each, 3  and its hand-in
$ ${GRADER} $DEMO/island/providers/<namespace>/prompts.json ${SCORES}
$ flowmcp grading hand-in <namespace> ${SCORES}`);
  for (const namespace of namespaces) await answer(demo, `providers/${namespace}`);
}

/** Emits prompts, grades them and hands in the scores until nothing is left to ask. */
async function gradeSelection(demo: SelectionDemo): Promise<void> {
  demo.print(`
   Now the selection itself, level by level: 1, 2 and 3 until nothing is due
$ flowmcp ${EMIT}
$ ${GRADER} $DEMO/island/${TARGET}/prompts.json ${SCORES}
$ flowmcp grading hand-in ${TARGET} ${SCORES}`);
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const before = readPrompts(demo)?.taskId;
    await runQuietly(demo, 'flowmcp', EMIT.split(' '));
    const prompts = readPrompts(demo);
    if (!prompts || prompts.taskId === before) return;
    await answer(demo, TARGET);
    demo.print(`   run ${run}: ${listGrades(prompts, readIndex(demo)).join(', ')}`);
  }
  throw new DemoFailure(`${MOST_RUNS} runs were not enough for ${TARGET}`);
}

function showSelection(demo: SelectionDemo): void {
  const index = readIndex(demo);
  const faults = listSelectionFaults(index);
  if (faults.length > 0)
    throw new DemoFailure(`the selection is not what it should be: ${faults.join('; ')}`);
  const { status, grade, summary } = index;
  demo.print(`
The roll-up of ${SELECTION}: ${status}, grade ${grade}. ${summary.verdict}, ${summary.namespaces} namespaces; A takes
seven, each member stable, and a grader who finds that they belong together.`);
}

async function answer(demo: SelectionDemo, target: string): Promise<void> {
  const scores = join(demo.folder, 'scores.json');
  await runQuietly(demo, GRADER, [join(demo.folder, 'island', target, 'prompts.json'), scores]);
  await runQuietly(demo, 'flowmcp', ['grading', 'run', target, '--consume-scores', scores]);
}

async function runQuietly({ run, folder }: SelectionDemo, program: Program, args: readonly string[]) {
  const code = await run(program, args, folder, true);
  if (code !== 0) throw new DemoFailure(`this command ended with ${code}: ${program} ${args.join(' ')}`);
}

/** The subjects of the prompts, with their grades now. */
function listGrades({ prompts }: PromptsFile, index: SelectionIndex): string[] {
  const nodes = new Map(nodesOf(index));
  return prompts.map(({ area, subject }) => {
    if (area === 'about-selection') return `About ${nodes.get('about')?.grade}`;
    if (area === 'selection-aggregate') return `the whole ${nodes.get('selectionAggregate')?.grade}`;
    return `${area.slice(-2)} ${subject} ${nodes.get(`skills.${subject}`)?.grade}`;
  });
}

function readPrompts({ folder }: SelectionDemo): PromptsFile | null {
  const path = join(folder, 'island', TARGET, 'prompts.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PromptsFile) : null;
}

function readIndex({ folder }: SelectionDemo): SelectionIndex {
  return JSON.parse(readFileSync(join(folder, 'island', TARGET, 'index.json'), 'utf8')) as SelectionIndex;
}

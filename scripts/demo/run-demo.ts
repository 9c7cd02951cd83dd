import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTidewatchApi } from '../../fixtures/mock-apis/tidewatch.mjs';
import type { NamespaceIndex } from '../../packages/core/src/spec/index-file.js';
import { listRollUpFaults } from './roll-up-faults.js';
import { DemoFailure, type Program, type RunCommand } from './run-command.js';
import { runSelection } from './run-selection.js';

/** The provider's API as named in its schemas; it does not exist. */
const API = 'https://api.tidewatch.example';
const NAMESPACE = 'tidewatch';
const FIRST_SCORES = '$DEMO/scores-1.json';
const SECOND_SCORES = '$DEMO/scores-2.json';

interface Step {
  readonly title: string;
  readonly program: Program;
  /** The command as shown; `$DEMO` stands for the temporary folder, as in a shell. */
  readonly words: string;
}

export interface DemoOptions {
  /** Provider folder, relative to the checkout. */
  readonly source: string;
  /** Folders of the selection and of its members' providers, relative to the checkout. */
  readonly group: readonly string[];
  readonly print: (line: string) => void;
  readonly run: RunCommand;
}

/**
 * Runs the whole loop for the sample provider and then for the sample selection: real commands, mocks of the
 * APIs, a temporary island. Nothing is left afterwards, even if a step fails or a signal ends the process.
 *
 * @throws DemoFailure
 */
export async function runDemo({ source, group, print, run }: DemoOptions): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'flowmcp-demo-')));
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', cleanUp);
  try {
    const api = await startTidewatchApi();
    try {
      introduce(print, folder, api.origin);
      for (const { title, program, words } of listSteps(source, api.origin)) {
        print(`\n${title}\n$ ${program} ${words}`);
        const args = words.split(' ').map((word) => word.replace('$DEMO', () => folder));
        const code = await run(program, args, folder);
        if (code !== 0) throw new DemoFailure(`this command ended with ${code}: ${program} ${words}`);
      }
    } finally {
      await api.close();
    }
    showRollUp(print, readExportedIndex(folder));
    await runSelection({ sources: group, folder, print, run });
    showWhatIsNext(print);
  } finally {
    process.removeListener('exit', cleanUp);
    cleanUp();
  }
}

function listSteps(source: string, origin: string): Step[] {
  const flowmcp = (title: string, words: string): Step => ({ title, program: 'flowmcp', words });
  const emit = `grading emit ${NAMESPACE} --origin-map ${API}=${origin} --allow-host 127.0.0.1`;
  const grade = (title: string, scores: string): Step => ({
    title,
    program: 'npx tsx scripts/example-grader.ts',
    words: `$DEMO/island/providers/${NAMESPACE}/prompts.json ${scores}`,
  });
  const consume = (title: string, scores: string): Step =>
    flowmcp(title, `grading hand-in ${NAMESPACE} ${scores}`);
  return [
    flowmcp('0  Check the sources without running them, and keep a copy', `grading import ${source}`),
    flowmcp('   How it stands', `grading state ${NAMESPACE}`),
    flowmcp('1  Test the tools, answer by code what code can answer, ask the rest', emit),
    grade('2  A grader answers. This one counts faults; an agent or a person would read', FIRST_SCORES),
    consume('3  Check the answers, do the sums, write the entries', FIRST_SCORES),
    flowmcp(
      '   How it stands now: the About had to wait until every schema was stable',
      `grading state ${NAMESPACE}`,
    ),
    flowmcp('1  So there is a second run. It asks only for what is due', emit),
    grade('2  The same grader', SECOND_SCORES),
    consume('3  The same checks and sums', SECOND_SCORES),
    flowmcp('   Nothing is missing any more', `grading state ${NAMESPACE}`),
    flowmcp(
      '   What was graded when, and by whom; here of one tool',
      `grading history ${NAMESPACE}/tool/getNextTide`,
    ),
    flowmcp('   Take it out', `grading export ${NAMESPACE} --export-dir $DEMO/export`),
  ];
}

function readExportedIndex(folder: string): NamespaceIndex {
  const exports = readdirSync(join(folder, 'export'));
  const [only] = exports;
  if (only === undefined || exports.length > 1) {
    throw new DemoFailure(`one export was expected, found ${exports.length}`);
  }
  return JSON.parse(readFileSync(join(folder, 'export', only, 'index.json'), 'utf8')) as NamespaceIndex;
}

function introduce(print: DemoOptions['print'], folder: string, origin: string): void {
  print(`The whole loop on a sample provider, ${NAMESPACE}: an invented company with 2 schemas, 6 tools, an
About and a skill. A namespace takes two runs: its About is judged once its schemas are stable.

A mock of its API listens on ${origin}. Everything is written into a temporary folder, which
is removed at the end. Where you read "flowmcp", type "npm run -s flowmcp --" in this checkout.

$ DEMO=${folder}
$ export FLOWMCP_GRADING_DATA=$DEMO/island`);
}

function showRollUp(print: DemoOptions['print'], index: NamespaceIndex): void {
  const faults = listRollUpFaults(index);
  if (faults.length > 0) throw new DemoFailure(`the roll-up is not what it should be: ${faults.join('; ')}`);
  const { status, grade, summary } = index;
  print(`
The roll-up of ${NAMESPACE}: ${status}, grade ${grade}. ${summary.toolsStable} of ${summary.tools} tools are stable, ${summary.skills} skill is graded, the About is
${summary.about}. B is the best that a grading without a selection gives.`);
}

function showWhatIsNext(print: DemoOptions['print']): void {
  print(`
Next, your own provider folder. These write to ~/.flowmcp/grading, unless FLOWMCP_GRADING_DATA says otherwise:

  npm run -s flowmcp -- validate <folder>
  npm run -s flowmcp -- grading import <folder>
  npm run -s flowmcp -- grading emit <namespace>
  npm run -s flowmcp -- grading history <namespace>

The third one says where prompts.json is and what to do with it.`);
}

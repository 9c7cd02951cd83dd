import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  fatal,
  GRADER_VETO_TRIGGERS,
  HINT_PRIORITIES,
  type Problem,
  problem,
} from '@flowmcp/grading-core/commands';
import type { ConsumeResult } from '@flowmcp/grading-core/features/consume/run';
import type { Draft, DraftRun } from '@flowmcp/grading-core/features/draft/logic/draft';
import { type OpinionResult, openDraft, openOpinion } from '@flowmcp/grading-core/features/draft/run';
import { stopOnSignal } from '../asking/queue-session.js';
import type { IslandFlags } from '../options/island-options.js';
import { openWorkplace, shownIslandPath } from '../options/workplace.js';
import { showConsumed, surfaceConsumed } from '../run/consume.js';
import { printProblems, printResult, printTalk } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';
import { type ReviewServer, serveReview, showProblem } from './server.js';
import type { HandedIn } from './wire.js';

export interface ReviewFlags extends Pick<IslandFlags, 'gradingData'> {
  readonly by?: string;
  readonly open?: boolean;
  readonly port?: number;
  readonly secondOpinion?: boolean;
}

type HandIn = ConsumeResult | OpinionResult;

interface ReviewResult {
  readonly status: boolean;
  /** Why the last hand-in was refused. */
  readonly errors: readonly Problem[];
  /** null: stopped before a hand-in was accepted. */
  readonly handedIn: HandIn | null;
  /** The run as it was left. */
  readonly run: DraftRun;
}

/**
 * `flowmcp grading review`: serves a page on which a person answers, until the answers are handed in or a signal comes.
 *
 * @param version of this program, recorded with the answers
 */
export function review(target: string, flags: ReviewFlags, version: string): Promise<number> {
  return runAction({
    json: false,
    run: () => answerByHand(target, flags, version),
    show: ({ handedIn, run }) => {
      if (handedIn === null) {
        printTalk(describeLeft(run, flags));
      } else if ('results' in handedIn) showConsumed(handedIn, flags);
      else if (handedIn.path) {
        printResult(`opinion  ${shownIslandPath(handedIn.path, openWorkplace(flags))}`);
      }
    },
  });
}

async function answerByHand(target: string, flags: ReviewFlags, version: string): Promise<ReviewResult> {
  const draft = await openAnswers(target, flags, version);
  let last: HandIn | null = null;
  let running: Promise<HandedIn> | null = null;
  const take = async (allowMissing: boolean) => {
    last = await draft.handIn({ allowMissing });
    return showHandIn(last, draft.run);
  };
  const handIn = (allowMissing: boolean) => {
    running ??= take(allowMissing).finally(() => {
      running = null;
    });
    return running;
  };
  try {
    await serveUntilDone(draft, handIn, flags);
    // A signal may have come in the middle. If it fails, nothing was handed in, and the draft is kept.
    await (running as Promise<HandedIn> | null)?.catch(() => undefined);
  } finally {
    draft.close();
  }
  // Assigned by the page, which the compiler cannot see.
  const found = last as HandIn | null;
  const errors = found?.status === false ? found.errors : [];
  return { status: errors.length === 0, errors, handedIn: found?.status ? found : null, run: draft.run };
}

async function openAnswers(target: string, flags: ReviewFlags, version: string): Promise<Draft<HandIn>> {
  const { island } = openWorkplace(flags);
  const harness = { name: 'flowmcp-review', version };
  const grader = { kind: 'human', name: readName(flags), version: '1', harness } as const;
  const options = { island, target, grader, command: 'grading review' };
  if (flags.secondOpinion) return openOpinion(options);
  const draft = await openDraft(options);
  if (!draft.run.isGraded) return draft;
  draft.close();
  throw fatal('SCR-017', undefined, { target });
}

/** @throws GradingError REV-001 */
function readName({ by = '' }: ReviewFlags): string {
  const name = by.trim();
  const refuse = (reason: string) => fatal('REV-001', undefined, { reason });
  if (name === '') throw refuse('it is missing');
  if (name.length > 256) throw refuse(`it has ${name.length}`);
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) throw refuse('it has invisible ones');
  return name;
}

async function serveUntilDone(
  draft: Draft<HandIn>,
  handIn: (allowMissing: boolean) => Promise<HandedIn>,
  { by = '', open, port = 0, secondOpinion = false }: ReviewFlags,
): Promise<void> {
  const page = {
    by: by.trim(),
    isOpinion: secondOpinion,
    vetoes: GRADER_VETO_TRIGGERS,
    priorities: HINT_PRIORITIES,
    draft,
    handIn,
  };
  const { signal } = stopOnSignal();
  const server = await serveReview(page, port);
  const releaseEnter = onEnter(() => printResult(server.newLink()));
  try {
    announce(server, open);
    await Promise.race([server.done, signal.aborted || once(signal, 'abort')]);
  } finally {
    releaseEnter();
    await server.close();
  }
}

function announce(server: ReviewServer, open = false): void {
  const link = server.newLink();
  printResult(link);
  const enter = process.stdin.isTTY ? 'Press Enter for a new link, Ctrl+C to stop.' : 'Ctrl+C stops.';
  printTalk(`${enter} Your answers are saved as you type.`);
  if (!open) return;
  // Not waited for: some openers end with their browser.
  void openInBrowser(link).then((warning) => {
    if (warning) printProblems([warning]);
  });
}

/** Listens for Enter, if there is somebody to press it. @returns what ends that */
function onEnter(obey: () => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  stdin.on('data', obey);
  return () => {
    stdin.off('data', obey);
    stdin.pause();
  };
}

function showHandIn(result: HandIn, { prompts }: DraftRun): HandedIn {
  const [{ rollupStatus = null, rollupGrade = null } = {}] = 'results' in result ? result.results : [];
  if (result.status && 'results' in result) surfaceConsumed(result);
  const problems = result.errors.map((found) => {
    const id = 'prompt' in found ? found.prompt : undefined;
    return showProblem(found, prompts.find((prompt) => prompt.id === id)?.number ?? null);
  });
  return { status: result.status, rollupStatus, rollupGrade, problems };
}

function describeLeft({ file, prompts }: DraftRun, flags: ReviewFlags): string {
  const begun = prompts.filter((prompt) => prompt.begun).length;
  if (begun === 0) return 'stopped; nothing was answered';
  const answered = prompts.filter((prompt) => prompt.answered).length;
  const kept = shownIslandPath(file, openWorkplace(flags));
  return `stopped; draft kept: ${answered} of ${prompts.length} prompts answered\n  ${kept}\nThe same command goes on with it.`;
}

/** Programs that open an address in the browser that somebody uses. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // Takes the address as it is; `start` of cmd.exe would read its `&`.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** @returns a warning if no program took the address */
async function openInBrowser(address: string): Promise<Problem | null> {
  const [program = '', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  opener.unref();
  try {
    const [code] = await once(opener, 'exit');
    return code === 0 ? null : problem('REV-003', undefined, { reason: `${program}: exit code ${code}` });
  } catch (error) {
    return problem('REV-003', undefined, { reason: `${program}: ${(error as NodeJS.ErrnoException).code}` });
  }
}

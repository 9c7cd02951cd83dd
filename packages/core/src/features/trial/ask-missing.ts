import type { SearchedItem } from '../../catalogue/logic/catalogue.js';
import { openSearch, type Search } from '../../catalogue/logic/search.js';
import { askEach, DEFAULT_RETRIES } from '../../evaluators/ask/ask-each.js';
import { createCallGate } from '../../evaluators/ask/call-gate.js';
import type { CallMeter, Usage } from '../../evaluators/ask/call-meter.js';
import { estimateTokens } from '../../evaluators/logic/estimate.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { type OfferedTool, orderTools } from '../../trials/logic/offer.js';
import type { TrialAttempt, TrialTask } from '../../trials/logic/trial-lines.js';
import type { TrialFile } from '../../trials/trial-file.js';
import type { ToolCaller } from './ask-tools.js';
import { estimateSent } from './logic/prompt.js';

interface Item {
  readonly task: TrialTask;
  readonly sample: number;
  readonly tools: readonly OfferedTool[];
  readonly search: Search | null;
}

interface Asking {
  readonly caller: ToolCaller;
  /** Counts what all trials of the command take, with what their files already hold. */
  readonly meter: CallMeter;
  /** What it has counted. */
  readonly used: () => Usage;
  readonly concurrency: number;
  readonly throttleMs: number;
  readonly toAsk: readonly TrialTask[];
  readonly searched: readonly SearchedItem[] | null;
  readonly onProgress: (done: number, total: number, what: string) => void;
}

/** If nothing is answered, so many failures end the asking: the others would fail in the same way. */
const MOST_FAILURES = 3;
const HOPELESS = new Set(['EVL-036', 'TRI-008']);

/** Whether every further call would fail in the same way. */
export function isHopeless({ code }: Problem): boolean {
  return HOPELESS.has(code);
}

/** Counts what the file of a trial already holds. */
export function countKept({ trial }: TrialFile, meter: CallMeter): void {
  const { tools, tasks, settings } = trial.header;
  const texts = new Map(tasks.map(({ id, task }) => [id, task]));
  for (const { task, steps = 1, text, calls, usage } of trial.attempts) {
    for (let step = 0; step < steps; step += 1) meter.countCall();
    const shown = settings.engine ? null : tools;
    meter.countTokens({
      in: usage.in ?? steps * estimateSent(texts.get(task) ?? '', shown),
      out: usage.out ?? estimateTokens(text + JSON.stringify(calls)),
      isEstimated: usage.in === null || usage.out === null,
    });
  }
}

/**
 * Asks for the attempts that a trial lacks.
 *
 * @returns why attempts are missing, each reason once; empty if none is
 */
export async function askMissing(
  file: TrialFile,
  { caller, meter, used, concurrency, throttleMs, toAsk, searched, onProgress }: Asking,
): Promise<Problem[]> {
  const { trial } = file;
  const { samples, seed, engine = null } = trial.header.settings;
  const kept = new Set(trial.attempts.map(({ task, sample }) => keyOf(task, sample)));
  const known = new Map(searched?.map((item) => [item.wireName, item]));
  const rounds = Array.from({ length: samples }, async (_, sample) => {
    const tools = orderTools(trial.header.tools, { seed, sample });
    const items = tools.flatMap(({ name }) => known.get(name) ?? []);
    const search = engine && (await openSearch(engine, items));
    return toAsk.map((task): Item => ({ task, sample, tools, search }));
  });
  const items = (await Promise.all(rounds)).flat();
  const missing = items.filter(({ task, sample }) => !kept.has(keyOf(task.id, sample)));
  const failures = new Map<string, Problem>();
  const count = { answered: 0, failed: 0 };
  const stop = new AbortController();
  const gate = createCallGate({ concurrency, throttleMs, meter });
  try {
    await askEach<Item, TrialAttempt>({
      items: missing,
      gate,
      retries: DEFAULT_RETRIES,
      signal: stop.signal,
      ask: async ({ task, sample, tools, search }, { signal }) => {
        const answer = await caller.ask({ task: task.task, tools, search, seed, meter }, signal);
        return 'problem' in answer ? answer : { task: task.id, sample, ...answer };
      },
      keep: async (_, attempt) => file.add(attempt),
      onOutcome: (_, outcome) => {
        if (!('problem' in outcome)) {
          count.answered += 1;
          return;
        }
        const { problem: found } = outcome;
        failures.set(JSON.stringify(found), found);
        // What is over the budget was not called.
        if (found.code === 'EVL-055') return;
        count.failed += 1;
        const isVain = kept.size + count.answered === 0 && count.failed >= MOST_FAILURES;
        if (isHopeless(found) || isVain) stop.abort(stop);
      },
      onProgress: ({ done, total, failed: lost }) =>
        onProgress(done, total, lost > 0 ? `task, ${lost} failed` : 'task'),
    });
  } catch (error) {
    if (error !== stop) throw error;
  }
  const args = { missing: missing.length - count.answered, all: items.length };
  const { estimated = 0 } = used().tokens ?? {};
  return [...failures.values()].map((found) => {
    if (found.code !== 'EVL-055') return found;
    const limit = String(found.args?.budget);
    const isGuessed = estimated > 0 && limit.startsWith('--max-tokens');
    const budget = isGuessed ? `${limit}, estimated, since the server does not count all tokens` : limit;
    return problem('TRI-007', undefined, { budget, ...args });
  });
}

function keyOf(task: string, sample: number): string {
  return `${sample} ${task}`;
}

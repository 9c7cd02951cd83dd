import { z } from 'zod';
import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { isoTime } from '../spec/common.js';
import { canonicalJson, sha256 } from '../spec/hash.js';
import { scoreArea } from '../spec/scores.js';
import { GRADER_KINDS, HARNESSES } from '../spec/vocabulary.js';
import type { DatedPart } from './logic/build-scores.js';
import type { Evaluator, EvaluatorIdentity, ScoreRange } from './logic/evaluator.js';
import type { EvaluatedLine } from './logic/find-edits.js';

/** What was asked: a question of a prompt, or all of a prompt at once. */
export interface AskedItem {
  /** `‹area›/‹subject›`. */
  readonly prompt: string;
  readonly question: string | null;
}

/** An answer, with the time at which the evaluator gave it: also one that was recalled from a cache. */
export type KeptAnswer = DatedPart;

const keptAnswer = z.object({
  at: isoTime,
  part: scoreArea.pick({ answers: true, improvementHints: true, veto: true }),
});

const journalLine = keptAnswer.extend({
  evaluator: z.string(),
  by: z
    .object({
      kind: z.enum(GRADER_KINDS),
      name: z.string(),
      version: z.string(),
      harness: z.enum(HARNESSES),
      model: z.string().exactOptional(),
    })
    .optional(),
  prompt: z.string(),
  question: z.string().nullable(),
});

/** What a journal holds, answers of every evaluator; null for a line that cannot be read. */
export function* readEvaluations(island: Island, path: string): Generator<EvaluatedLine | null> {
  for (const line of (island.readText(path) ?? '').split('\n')) {
    if (line !== '') yield journalLine.safeParse(parseLine(line)).data ?? null;
  }
}

/** An answer as it was kept; null for anything else. */
export function storedAnswer(stored: unknown): KeptAnswer | null {
  return keptAnswer.safeParse(stored).data ?? null;
}

/**
 * Every answer of an evaluator, written down as it comes, so that a command that was stopped goes on where it was: one
 * file for each run, one line for each answer, nothing ever changed in it. A line that was torn is an answer that was
 * not given.
 */
export class Journal {
  readonly #island: Island;
  readonly #path: string;
  readonly #evaluator: string;
  readonly #by: EvaluatedLine['by'];
  readonly #kept = new Map<string, KeptAnswer>();
  /** Lines that cannot be read. */
  #torn = 0;
  #endsWhole = true;

  /** @param range in which the evaluator scores; answers of others are passed over */
  constructor({
    island,
    folder,
    taskId,
    evaluator,
    range,
  }: {
    readonly island: Island;
    readonly folder: string;
    readonly taskId: string;
    readonly evaluator: Pick<Evaluator, 'identity' | 'cacheKey'>;
    readonly range: ScoreRange;
  }) {
    this.#island = island;
    const { asked: _, ...by } = evaluator.identity;
    this.#path = journalFile(folder, taskId);
    this.#evaluator = evaluatorKey(evaluator, range);
    this.#by = by;
    this.#read();
  }

  answerTo(item: AskedItem): KeptAnswer | undefined {
    return this.#kept.get(keyOf(item));
  }

  /** Writes an answer down before it is used. */
  add(item: AskedItem, answer: KeptAnswer): void {
    const { prompt, question } = item;
    const line = JSON.stringify({ evaluator: this.#evaluator, by: this.#by, prompt, question, ...answer });
    // A torn line is ended first: what follows must not become a part of it. Nobody waits for the disk: a line lost with
    // the machine's power is asked for again, and hundreds are written within seconds.
    this.#island.append(this.#path, `${this.#endsWhole ? '' : '\n'}${line}\n`, 'quick');
    this.#endsWhole = true;
    this.#kept.set(keyOf(item), answer);
  }

  /** EVR-009 where lines cannot be read. */
  get warnings(): Problem[] {
    if (this.#torn === 0) return [];
    const lines = this.#torn === 1 ? 'one line' : `${this.#torn} lines`;
    return [problem('EVR-009', { file: this.#path }, { lines, file: this.#path })];
  }

  #read(): void {
    const text = this.#island.readText(this.#path) ?? '';
    this.#endsWhole = text === '' || text.endsWith('\n');
    for (const line of readEvaluations(this.#island, this.#path)) {
      if (!line) this.#torn += 1;
      else if (line.evaluator === this.#evaluator) this.#keep(line);
    }
  }

  /** The first answer counts: what was handed in with it stays what it is. */
  #keep({ at, part, ...item }: EvaluatedLine): void {
    const key = keyOf(item);
    if (!this.#kept.has(key)) this.#kept.set(key, { at, part });
  }
}

/** Path of the journal of a run. */
export function journalFile(folder: string, taskId: string): string {
  return `${evaluationFile(folder, taskId)}.jsonl`;
}

/** Path of what an evaluation keeps of a run, without its extension. */
export function evaluationFile(folder: string, taskId: string): string {
  return `${folder}/${FILE_NAMES.evaluations}/${taskId}`;
}

/** Equal for evaluators whose answers may stand in one hand-in. How a judge is asked is part of its cacheKey. */
export function evaluatorKey(
  {
    identity: { asked: _, ...identity },
    cacheKey,
  }: { readonly identity: EvaluatorIdentity; readonly cacheKey: string },
  range: ScoreRange,
): string {
  return sha256(canonicalJson({ identity, cacheKey, range }));
}

function keyOf({ prompt, question }: AskedItem): string {
  return JSON.stringify([prompt, question]);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // No line of a journal: its shape is looked at next.
    return null;
  }
}

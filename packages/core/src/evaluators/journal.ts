import { z } from 'zod';
import type { Island } from '../island/island.js';
import { FILE_NAMES } from '../island/logic/paths.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { isoTime } from '../spec/common.js';
import { canonicalJson, sha256 } from '../spec/hash.js';
import { scoreArea } from '../spec/scores.js';
import { GRADER_KINDS, HARNESSES } from '../spec/vocabulary.js';
import type { DatedPart, EvaluatedLine } from './logic/evaluated-scores.js';
import type { Evaluator, EvaluatorIdentity, ScoreRange } from './logic/evaluator.js';

/** The item asked about: a question of a prompt, or a whole prompt. */
export interface AskedItem {
  /** `‹area›/‹subject›`. */
  readonly prompt: string;
  readonly question: string | null;
}

/** An answer and the time the evaluator gave it; an answer from a cache keeps its original time. */
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
  sample: z.number().int().positive().optional(),
});

/** Yields the answers of every evaluator in a journal; null for an unreadable line. */
export function* readEvaluations(island: Island, path: string): Generator<EvaluatedLine | null> {
  for (const line of (island.readText(path) ?? '').split('\n')) {
    if (line !== '') yield journalLine.safeParse(parseLine(line)).data ?? null;
  }
}

/** Reads a stored answer; null for anything else. */
export function storedAnswer(stored: unknown): KeptAnswer | null {
  return keptAnswer.safeParse(stored).data ?? null;
}

/**
 * Records every answer of an evaluator as it arrives, so that an interrupted command can continue: one file for each
 * run, one line for each answer and each of its samples, and no line is ever changed. A torn line counts as no answer.
 */
export class Journal {
  readonly #island: Island;
  readonly #path: string;
  readonly #evaluator: string;
  readonly #by: EvaluatedLine['by'];
  readonly #kept = new Map<string, KeptAnswer>();
  /** Number of unreadable lines. */
  #torn = 0;
  #endsWhole = true;

  /** @param range the range in which the evaluator scores; answers in other ranges are ignored */
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

  /** @param sample number of a sample, from 1 on; absent: the answer itself */
  answerTo(item: AskedItem, sample?: number): KeptAnswer | undefined {
    return this.#kept.get(keyOf(item, sample));
  }

  /** Records an answer, or one sample of it, before it is used. */
  add(item: AskedItem, answer: KeptAnswer, sample?: number): void {
    const { prompt, question } = item;
    const who = { evaluator: this.#evaluator, by: this.#by };
    const line = JSON.stringify({ ...who, prompt, question, sample, ...answer });
    // End a torn line first, so that it does not absorb the next one. The write is not flushed: an answer lost in a
    // power failure is asked for again, and hundreds are written within seconds.
    this.#island.append(this.#path, `${this.#endsWhole ? '' : '\n'}${line}\n`, 'quick');
    this.#endsWhole = true;
    this.#kept.set(keyOf(item, sample), answer);
  }

  /** EVR-009 if there are unreadable lines. */
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

  /** The first answer to an item counts, so that a hand-in written earlier still agrees with the journal. */
  #keep({ at, part, sample, ...item }: EvaluatedLine): void {
    const key = keyOf(item, sample);
    if (!this.#kept.has(key)) this.#kept.set(key, { at, part });
  }
}

/** Path of the journal of a run. */
export function journalFile(folder: string, taskId: string): string {
  return `${evaluationFile(folder, taskId)}.jsonl`;
}

/** Path, without its extension, of the files that an evaluation keeps for a run. */
export function evaluationFile(folder: string, taskId: string): string {
  return `${folder}/${FILE_NAMES.evaluations}/${taskId}`;
}

/** A key, equal for evaluators whose answers may share a hand-in. How a judge is asked is part of its cacheKey. */
export function evaluatorKey(
  {
    identity: { asked: _, ...identity },
    cacheKey,
  }: { readonly identity: EvaluatorIdentity; readonly cacheKey: string },
  range: ScoreRange,
): string {
  return sha256(canonicalJson({ identity, cacheKey, range }));
}

function keyOf({ prompt, question }: AskedItem, sample: number | undefined): string {
  return JSON.stringify([prompt, question, sample]);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // This is not a line of a journal: the caller's shape check rejects null.
    return null;
  }
}

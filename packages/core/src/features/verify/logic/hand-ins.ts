import { oneLine } from '../../../documents/quoted-text.js';
import type { GradingEntry } from '../../../spec/entry.js';
import { isRecord } from '../../../values/is-record.js';

/** The parts of a hand-in that its entries must contain: small enough to keep for all hand-ins. */
export interface HandedArea {
  /** Relative to the island. */
  readonly file: string;
  readonly area: string;
  /** As in a grading id. */
  readonly subject: string;
  /** Questions and scores as one string, for comparison. */
  readonly digest: string;
  /** Whether the area produces an entry: at least one of its answers counts, or there is a veto. */
  readonly makesEntry: boolean;
  answered: boolean;
  /** Entries made from its answers, in the order in which they were found. */
  readonly entries: string[];
}

/** The origin of an entry. */
export interface HandInMatch {
  readonly handed: HandedArea;
  readonly isSame: boolean;
  /** The earlier entry made from these answers; null unless there are more entries than hand-ins. */
  readonly madeBefore: string | null;
}

/** The part of a scores file that entries are compared with. */
export interface HandIn {
  readonly taskId: string;
  readonly timestamp: string;
  readonly areas: readonly {
    readonly area: string;
    readonly subject: string;
    readonly schemaHash: string;
    readonly answers: readonly HandedAnswer[];
    readonly veto?: unknown;
  }[];
}

/**
 * Checks the shape with hand-written code: a hand-in was validated when it was accepted, and is as large as all of its
 * entries together.
 */
export function isHandIn(value: unknown): value is HandIn {
  return (
    isRecord(value) &&
    [value.taskId, value.timestamp].every(isText) &&
    Array.isArray(value.areas) &&
    value.areas.every(
      (area) =>
        isRecord(area) &&
        [area.area, area.subject, area.schemaHash].every(isText) &&
        Array.isArray(area.answers) &&
        area.answers.every(isAnswer),
    )
  );
}

function isAnswer(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value.questionId) &&
    (isText(value.score) || typeof value.score === 'number') &&
    (value.timestamp === undefined || isText(value.timestamp))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

type Answer = Pick<GradingEntry['gradings'][number], 'questionId' | 'score' | 'naReason'>;
/** An answer without a time gets the time of its hand-in. */
type HandedAnswer = Answer & { readonly timestamp?: string | undefined };

/** The areas of all hand-ins, which can be searched by the content of an entry. */
export class HandIns {
  readonly #areas = new Map<string, HandedArea[]>();
  /** Number of unreadable hand-ins, which may contain anything. */
  unreadable = 0;

  add(file: string, { areas, timestamp }: HandIn): void {
    for (const { area, subject, schemaHash, answers, veto } of areas) {
      const times = answers.map((answer) => answer.timestamp ?? timestamp);
      const key = keyOf(area, schemaHash, times);
      const counts = answers.some(({ score }) => score !== 'n/a' && score !== 'stale');
      const handed = {
        file,
        area,
        subject: oneLine(subject),
        digest: digestOf(answers),
        answered: false,
        entries: [],
      };
      const known = this.#areas.get(key) ?? [];
      this.#areas.set(key, [...known, { ...handed, makesEntry: counts || Boolean(veto) }]);
    }
  }

  /**
   * Finds the origin of an entry; null if no hand-in matches, undefined if only code answered.
   *
   * @param file of the entry
   */
  find(file: string, entry: GradingEntry, subject: string): HandInMatch | null | undefined {
    const given = entry.gradings.filter(({ determinism }) => determinism === 'non-deterministic');
    if (given.length === 0) return undefined;
    const times = given.map(({ timestamp }) => timestamp);
    const named = (this.#areas.get(keyOf(entry.area, entry.schemaHash, times)) ?? []).filter(
      (handed) => subject === handed.subject || subject.endsWith(`.${handed.subject}`),
    );
    const digest = digestOf(given);
    const same = named.filter((handed) => handed.digest === digest);
    const [handed] = same.length > 0 ? same : named;
    if (!handed) return null;
    // The same file may have been handed in twice, so that each entry matches both hand-ins.
    for (const one of same.length > 0 ? same : [handed]) one.answered = true;
    if (same.length === 0) return { handed, isSame: false, madeBefore: null };
    handed.entries.push(file);
    const [before = null] = handed.entries.length > same.length ? handed.entries : [];
    return { handed, isSame: true, madeBefore: before };
  }

  /** Areas by the file that contains them. */
  byFile(): Map<string, HandedArea[]> {
    const files = new Map<string, HandedArea[]>();
    for (const handed of [...this.#areas.values()].flat()) {
      files.set(handed.file, [...(files.get(handed.file) ?? []), handed]);
    }
    return files;
  }
}

/**
 * @param times of all answers, in any order; the key contains only the newest, which is the same in a hand-in and its
 *   entry
 */
function keyOf(area: string, hash: string, times: readonly string[]): string {
  return `${area} ${hash} ${Math.max(...times.map((time) => Date.parse(time)))}`;
}

/**
 * The digest is kept short because there is one for every entry. It leaves out wording, because the journal reveals any
 * change to that.
 */
function digestOf(answers: readonly Answer[]): string {
  const told = answers.map(({ questionId, score, naReason = '' }) => `${questionId} ${score} ${naReason}`);
  return told.sort().join('\n');
}

import { oneLine } from '../../../documents/quoted-text.js';
import type { GradingEntry } from '../../../spec/entry.js';
import { isRecord } from '../../../values/is-record.js';

/** The parts of a hand-in that its entries must contain: small enough to keep for all hand-ins. */
export interface HandedArea {
  /** Relative to the island. */
  readonly file: string;
  readonly area: string;
  /** As a grading id writes it. */
  readonly subject: string;
  /** Of questions and scores. */
  readonly digest: string;
  /** An area of which nothing counts makes no entry. */
  readonly makesEntry: boolean;
  answered: boolean;
  /** Entries that hold its answers, in the order in which they were found. */
  readonly entries: string[];
}

/** What an entry was made of. */
export interface HandInMatch {
  readonly handed: HandedArea;
  readonly isSame: boolean;
  /** The entry that these answers have made already; null unless there are more entries than hand-ins. */
  readonly madeBefore: string | null;
}

/** As much of a scores file as its entries are held against. */
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

/** By hand: a hand-in was checked as a whole when it was taken in, and is as large as all of its entries. */
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
/** Without a time of its own it was given at that of its hand-in. */
type HandedAnswer = Answer & { readonly timestamp?: string | undefined };

/** The areas of hand-ins, found again by what an entry says of itself. */
export class HandIns {
  readonly #areas = new Map<string, HandedArea[]>();
  /** What could not be read may hold anything. */
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
   * What an entry was made of; null where nothing was handed in that fits, undefined where code answered alone.
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
    // One file may have been handed in twice: either entry answers for both.
    for (const one of same.length > 0 ? same : [handed]) one.answered = true;
    if (same.length === 0) return { handed, isSame: false, madeBefore: null };
    handed.entries.push(file);
    const [before = null] = handed.entries.length > same.length ? handed.entries : [];
    return { handed, isSame: true, madeBefore: before };
  }

  /** Areas by the file that holds them. */
  byFile(): Map<string, HandedArea[]> {
    const files = new Map<string, HandedArea[]>();
    for (const handed of [...this.#areas.values()].flat()) {
      files.set(handed.file, [...(files.get(handed.file) ?? []), handed]);
    }
    return files;
  }
}

/** @param times of all answers: the newest is the same in hand-in and entry, in whatever order they stand */
function keyOf(area: string, hash: string, times: readonly string[]): string {
  return `${area} ${hash} ${Math.max(...times.map((time) => Date.parse(time)))}`;
}

/** Short, for there is one for every entry: whether the words were changed the journal tells. */
function digestOf(answers: readonly Answer[]): string {
  const told = answers.map(({ questionId, score, naReason = '' }) => `${questionId} ${score} ${naReason}`);
  return told.sort().join('\n');
}

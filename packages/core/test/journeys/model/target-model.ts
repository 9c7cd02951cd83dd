import {
  type Answer,
  bandOf,
  decidingEntry,
  type Entry,
  type Evidence,
  isJudged,
  meanOf,
  type Node,
  nodeOf,
  type RollUp,
  type Status,
  type Subject,
  vetoedAt,
} from './rules.js';

/** The part that providers and selections share: their questions, hand-ins and results. */

export interface Asking {
  readonly scope: 'pending' | 'all';
  readonly regrade: boolean;
  readonly area: string | null;
  readonly schema: string | null;
  readonly question: string | null;
}

export interface AskedSubject extends Subject {
  readonly questions: readonly string[];
  readonly byCode: readonly Answer[];
}

export interface Run {
  readonly mode: 'full' | 'partial';
  readonly asked: readonly AskedSubject[];
  isOpen: boolean;
}

/** A grader's answer about one subject. */
export interface Said {
  readonly answers: readonly Answer[];
  readonly veto: boolean;
}

export interface Standing {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly schemas: ReadonlyMap<string, Status>;
  readonly status: RollUp;
  readonly letter: string | null;
}

/** Entries of one target and its open run; the same for providers and selections. */
export abstract class TargetModel {
  readonly entries: Entry[] = [];
  readonly history: { schema: string; content: string; at: number }[] = [];
  readonly kin = new Map<string, { kin: string; schema: string | null }>();
  /** Subjects that hand-ins left out and none has answered since. */
  readonly leftOut = new Set<string>();
  run: Run | null = null;
  /** Whether A can be reached. */
  abstract best(area: string): 'A' | 'B';
  abstract subjects(): Subject[];
  abstract standing(now: number): Standing;

  evidence(): Evidence {
    return { entries: this.entries, history: this.history, kin: this.kin };
  }

  /** Subjects by the keys of their places, which vetoes use. */
  protected remember(subjects: readonly Subject[]): void {
    for (const { place, kin, schema } of subjects) this.kin.set(place, { kin, schema });
  }

  /** null: the hand-in is refused, and nothing is written. */
  consume(said: ReadonlyMap<string, Said>, now: number): 'refused' | 'written' {
    const { run } = this;
    if (!run?.isOpen) return 'refused';
    const current = new Map(this.subjects().map((one) => [one.subject, one]));
    const given = run.asked.filter(({ subject }) => said.has(subject));
    const isChanged = (one: AskedSubject) => {
      const is = current.get(one.subject);
      return is?.content !== one.content || is.list !== one.list || is.place !== one.place;
    };
    if (given.some(isChanged)) return 'refused';
    // Only an answer given after a veto can lift it.
    const isTooOld = (one: AskedSubject) => {
      const at = vetoedAt(one, this.evidence());
      return at !== null && (said.get(one.subject)?.answers ?? []).some((answer) => answer.at < at);
    };
    if (run.mode === 'full' && given.some(isTooOld)) return 'refused';
    for (const one of given) this.#write(one, run.mode, said.get(one.subject) as Said, now);
    run.isOpen = false;
    // Chosen questions make nothing due.
    if (run.mode === 'partial') return 'written';
    for (const { subject, place } of run.asked) {
      if (said.has(subject)) this.leftOut.delete(place);
      else this.leftOut.add(place);
    }
    return 'written';
  }

  #write(one: AskedSubject, mode: Run['mode'], said: Said, at: number): void {
    const { place, content, list, area } = one;
    const answers = [...one.byCode, ...said.answers];
    const mean = meanOf(area, answers);
    const entry = { area, place, content, list, at, mode, answers, raises: said.veto };
    if (said.veto) {
      this.entries.push({ ...entry, letter: 'REJECTED' });
      return;
    }
    if (mean === null || (mode === 'full' && !isJudged(area, answers))) return;
    const own = bandOf(mean, this.best(area));
    this.entries.push({ ...entry, letter: mode === 'full' ? own : (this.#repeated(one, at) ?? own) });
  }

  #repeated(one: Subject, now: number): string | null {
    if (nodeOf(one, this.evidence(), now).status === 'rejected') return 'REJECTED';
    return decidingEntry(one, this.evidence())?.letter ?? null;
  }
}

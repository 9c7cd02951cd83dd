import type { Problem } from '../../../problems/problem.js';
import type { PromptView } from '../../../runs/logic/prompts/prompt-view.js';
import type { AreaPrompt } from '../../../spec/prompts.js';
import type { AreaId, GRADER_KINDS, NaReason, Persona } from '../../../spec/vocabulary.js';

/** Whoever fills in a draft. Kind, name and model decide in which file it lies. */
export interface DraftGrader {
  readonly kind: (typeof GRADER_KINDS)[number];
  /** Recorded with each answer. */
  readonly name: string;
  readonly version: string;
  /** Required for an llm, here or at the hand-in. */
  readonly model?: string;
  /** The program that shows the prompts. */
  readonly harness: { readonly name: string; readonly version: string };
}

/** An answer that may be unfinished. */
export interface DraftAnswer {
  readonly questionId: string;
  /** null: not given yet. */
  readonly score: number | string | null;
  readonly reasoning: string;
  readonly evidence?: string | Readonly<Record<string, unknown>> | undefined;
  readonly naReason?: string | null | undefined;
}

/** What a grader has written about one prompt so far: scores may be null and texts empty. */
export interface DraftPart {
  readonly answers: readonly DraftAnswer[];
  readonly improvementHints: readonly {
    readonly targetField: string;
    readonly suggestion: string;
    readonly priority: string;
  }[];
  readonly veto?:
    | {
        readonly triggeredBy: string;
        readonly evidence: string;
        readonly reasoning?: string | undefined;
      }
    | null
    | undefined;
}

/** One prompt of the run, and how far the grader is with it. */
export interface DraftPrompt {
  /** Position in the run, from 1 on. */
  readonly number: number;
  /** `‹area›/‹subject›`. */
  readonly id: string;
  readonly area: AreaId;
  readonly subject: string;
  readonly persona: Persona | null;
  /** Number of questions. */
  readonly questions: number;
  /** Something was saved. */
  readonly begun: boolean;
  /** What was saved is finished: the hand-in takes it, unless the content has changed. */
  readonly answered: boolean;
}

export interface DraftRun {
  readonly target: string;
  readonly taskId: string;
  readonly maxGrade: 'A' | 'B';
  /** It was graded when the draft was opened: nothing more is saved, and handing in the same again changes nothing. */
  readonly isGraded: boolean;
  /** The draft's file, relative to the island; it exists after the first save. */
  readonly file: string;
  /** Reasons that an n/a may have in this run. */
  readonly naReasons: readonly NaReason[];
  readonly prompts: readonly DraftPrompt[];
}

/** A problem with an answer, and the prompt that it belongs to. */
export interface DraftProblem extends Problem {
  /** Id of the prompt; absent: the problem concerns the whole draft. */
  readonly prompt?: string;
}

export interface HandInOptions {
  /** Hand in the finished prompts, and leave out the others. */
  readonly allowMissing?: boolean;
  /** The model of an llm that was opened without one. */
  readonly model?: string;
}

/** The answers of one grader to one run, on their way to a hand-in. */
export interface Draft<Result> {
  /** The run as it is after the last save. */
  readonly run: DraftRun;
  /**
   * @param prompt id, or number as text
   * @returns what is asked and what was saved; before the first save, a part with every question and no score
   * @throws GradingError DRF-004 if the prompt cannot be split, DRF-005 if the run has no such prompt
   */
  read(prompt: string): {
    readonly number: number;
    readonly prompt: AreaPrompt;
    readonly view: PromptView;
    readonly part: DraftPart;
  };
  /**
   * Saves a part, finished or not. It is on the disk when this returns.
   *
   * @param part a `DraftPart`; its shape is checked
   * @returns `savedAt` in UTC; `problems` say what the hand-in would refuse, each at a JSON pointer inside the part, and
   *   are empty once the part is finished. `savedAt` is null if nothing was written: the part has another shape, is too
   *   large (SCR-020), or holds something that looks like a key (SCR-031)
   * @throws GradingError DRF-002 or DRF-003 if the run is no longer open, DRF-005 if the run has no such prompt, ISL-001
   *   if the disk refuses; everything saved before stays
   */
  write(
    prompt: string,
    part: unknown,
  ): { readonly savedAt: string | null; readonly problems: readonly DraftProblem[] };
  /** What keeps the draft from being handed in, each at a JSON pointer inside the hand-in. */
  check(options?: HandInOptions): DraftProblem[];
  /** Builds the hand-in, and hands it in. The same draft gives the same bytes, so this can be repeated. */
  handIn(options?: HandInOptions): Promise<Result>;
  /** Releases the lock on the draft. */
  close(): void;
}

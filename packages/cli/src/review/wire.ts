import type { Draft, DraftRun } from '@flowmcp/grading-core/features/draft/logic/draft';

/** What the page and the command say to each other, as JSON. */

/** The header that carries the session: a page of another site cannot send it. */
export const SESSION_HEADER = 'x-flowmcp-review';

/** Longest body, in bytes: the longest answers to one prompt take a tenth of it. */
export const LONGEST_BODY = 256 * 1024;

/** A problem in words. */
export interface ShownProblem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** JSON pointer to the field, inside the part that was saved; '' for the whole part. */
  readonly path: string;
  /** Number of the prompt; null if the problem concerns the whole draft. */
  readonly prompt: number | null;
}

/** `GET /api/run`. */
export interface ShownRun {
  /** Who answers. */
  readonly by: string;
  readonly target: string;
  readonly taskId: string;
  /** The run is graded already: the answers become an opinion beside it. */
  readonly isOpinion: boolean;
  readonly prompts: DraftRun['prompts'];
  /** The closed lists that a reviewer chooses from. */
  readonly naReasons: readonly string[];
  readonly vetoes: readonly string[];
  readonly priorities: readonly string[];
}

/** `GET /api/prompts/<n>`. */
export type ShownPrompt = Pick<ReturnType<Draft<unknown>['read']>, 'number' | 'view' | 'part'>;

/** `PUT /api/prompts/<n>`. */
export interface Saved {
  /** UTC; null if nothing was written. */
  readonly savedAt: string | null;
  /** What the hand-in would refuse. */
  readonly problems: readonly ShownProblem[];
  readonly answered: boolean;
}

/** `POST /api/hand-in`. */
export interface HandedIn {
  readonly status: boolean;
  /** Null for an opinion, and when the hand-in was refused. */
  readonly rollupStatus: string | null;
  readonly rollupGrade: string | null;
  readonly problems: readonly ShownProblem[];
}

/** Any answer but success. */
export interface Refused {
  readonly message: string;
  readonly hint?: string;
}

/** What became of a call, for the page. */
export type Reply<T> =
  | { readonly ok: true; readonly body: T }
  /** Status 0: the command cannot be reached. */
  | { readonly ok: false; readonly status: number; readonly text: string };

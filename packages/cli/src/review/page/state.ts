import type { HandedIn, ShownProblem, ShownRun } from '../wire.js';
import type { OpenPrompt, Score } from './part.js';
import type { Saving } from './saver.js';

/** All that the page shows follows from this. */
export interface State {
  readonly run: ShownRun | null;
  /** Number of the prompt that was asked for last. */
  readonly at: number;
  /** That prompt; null while it is being read. */
  readonly open: OpenPrompt | null;
  readonly saving: Saving;
  /** Read out at once by a screen reader. */
  readonly alert: string;
  readonly dialog: 'keys' | 'hand-in' | null;
  /** Why the last hand-in was refused, as far as no single prompt is the cause. */
  readonly refusals: readonly ShownProblem[];
  readonly isIntroOpen: boolean;
  /** Set when the answers were accepted. */
  readonly end: HandedIn | null;
  /** Why the page cannot be used. */
  readonly closed: string | null;
}

/** What a reviewer can do; each draws the page again. */
export interface Actions {
  score(at: number, score: Score): void;
  /** Changes a text while it is typed; `undefined` takes the field away. */
  write(field: string, text: string | undefined): void;
  /** Changes what is not typed; `undefined` takes it away. */
  choose(field: string, value: unknown): void;
  addHint(): void;
  undo(): void;
  goTo(number: number): Promise<void>;
  goBy(by: 1 | -1): void;
  /** Shows the faults of the prompt, or goes on to the next one that is not answered. */
  check(): Promise<void>;
  handIn(allowMissing: boolean): Promise<void>;
  show(dialog: State['dialog']): void;
  closeDialog(): void;
  keepIntro(isIntroOpen: boolean): void;
}

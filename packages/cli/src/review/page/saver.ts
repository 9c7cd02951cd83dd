import type { Reply, Saved } from '../wire.js';
import type { Part } from './part.js';

/** How saving stands, for the header. */
export type Saving =
  | { readonly state: 'idle' | 'waiting' }
  | { readonly state: 'saved'; readonly at: string }
  | { readonly state: 'failed'; readonly text: string };

/** After a failure, saving is tried again this often. */
const AGAIN_MS = 2_000;

/** Saves the newest answers to each prompt, one prompt at a time, and keeps trying while the command cannot be reached. */
export class Saver {
  readonly #waiting = new Map<number, Part>();
  /** Prompts whose newest answers the command did not take; they are not tried again before they change. */
  readonly #refused = new Set<number>();
  readonly #put: (number: number, part: Part) => Promise<Reply<Saved>>;
  readonly #onSaved: (number: number, saved: Saved) => void;
  readonly #onSaving: (saving: Saving) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;

  constructor(options: {
    readonly put: (number: number, part: Part) => Promise<Reply<Saved>>;
    readonly onSaved: (number: number, saved: Saved) => void;
    readonly onSaving: (saving: Saving) => void;
  }) {
    this.#put = options.put;
    this.#onSaved = options.onSaved;
    this.#onSaving = options.onSaving;
  }

  /** Whether anything is not saved yet. */
  get isBehind(): boolean {
    return this.#waiting.size + this.#refused.size > 0;
  }

  /** Numbers of the prompts whose newest answers cannot be saved as they are. */
  get refused(): readonly number[] {
    return [...this.#refused];
  }

  /** Whether the newest answers to a prompt are here alone. */
  holds(number: number): boolean {
    return this.#waiting.has(number) || this.#refused.has(number);
  }

  /** Saves after a while, together with what changes until then. */
  later(number: number, part: Part, delayMs: number): void {
    this.#waiting.set(number, part);
    this.#schedule(delayMs);
  }

  /** Saves now. @returns whether the command has answered about everything */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delayMs);
  }

  async #saveAll(): Promise<boolean> {
    for (let next = first(this.#waiting); next; next = first(this.#waiting)) {
      const [number, part] = next;
      const reply = await this.#put(number, part);
      if (!reply.ok) {
        this.#onSaving({ state: 'failed', text: reply.text });
        this.#schedule(AGAIN_MS);
        return false;
      }
      if (this.#waiting.get(number) === part) this.#waiting.delete(number);
      const { savedAt } = reply.body;
      if (savedAt === null) this.#refused.add(number);
      else this.#refused.delete(number);
      const [refused] = this.#refused;
      if (refused !== undefined)
        this.#onSaving({ state: 'failed', text: `Prompt ${refused} has a fault that is marked there.` });
      else if (savedAt !== null) this.#onSaving({ state: 'saved', at: savedAt });
      this.#onSaved(number, reply.body);
    }
    return true;
  }
}

function first(waiting: ReadonlyMap<number, Part>): readonly [number, Part] | undefined {
  return waiting.entries().next().value;
}

import type { Node } from 'acorn';
import { type ErrorCode, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { formatValuePath } from '../values/value-path.js';
import type { ModuleReading, Position, ReadingLimits, ValuePath } from './logic/module-reading.js';
import type { ModuleScope } from './module-scope.js';
import type { PlacedValue } from './placed-value.js';
/** Reading stops after this many refusals, because further ones would add no information. */
export const MAX_PROBLEMS = 100;
/** With this many holes, the whole value counts as refused. */
const MAX_HOLES = 1000;

/** The state of one evaluation: refusals, holes, duplicates, and the remaining limits. */
export class EvaluationSession {
  readonly scope: ModuleScope;
  /** Constants evaluated so far, by name; `placed` is undefined if the constant was refused. */
  readonly constants = new Map<string, { readonly placed: PlacedValue | undefined }>();
  /** Current path; steps are pushed on the way down and popped on the way up. */
  readonly path: (string | number)[] = [];
  readonly problems: Problem[] = [];
  readonly duplicateKeys: ModuleReading['duplicateKeys'][number][] = [];
  readonly #exportName: string;
  readonly #limits: ReadingLimits;
  readonly #position: (offset: number) => Position;
  readonly #refused = new Map<string, ValuePath>();
  #left: number;
  #depth = 0;
  #stopped = false;

  constructor(options: {
    readonly scope: ModuleScope;
    readonly exportName: string;
    readonly limits: ReadingLimits;
    readonly position: (offset: number) => Position;
  }) {
    this.scope = options.scope;
    this.#exportName = options.exportName;
    this.#limits = options.limits;
    this.#position = options.position;
    this.#left = options.limits.maxNodes;
  }

  get refused(): readonly ValuePath[] {
    return this.#stopped || this.#refused.size >= MAX_HOLES ? [[]] : [...this.#refused.values()];
  }

  /** Goes down one level. If a limit forbids it, refuses the node and returns false; otherwise `leave` must follow. */
  enter(node: Node): boolean {
    if (this.problems.length >= MAX_PROBLEMS) this.#stop(node, `${MAX_PROBLEMS} refused values`);
    if (this.#stopped) this.markRefused();
    else if (this.#depth >= this.#limits.maxDepth) {
      this.#report('SRC-003', node, { limit: `${this.#limits.maxDepth} levels of nesting` });
    } else {
      this.#depth += 1;
      return true;
    }
    return false;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /**
   * Counts a value against the limit; returns undefined once the limit is exceeded. The members of a new object have
   * already been counted, so the object itself costs one; a second use of a constant costs the constant's whole size.
   */
  charge(node: Node, placed: PlacedValue, cost = placed.members ? 1 : placed.size): PlacedValue | undefined {
    this.#left -= cost;
    if (this.#left < 0) this.#stop(node, `${this.#limits.maxNodes} values`);
    if (!this.#stopped) return placed;
    this.markRefused();
    return undefined;
  }

  /** Returns false if a computed string exceeds the limit. */
  holdsText(node: Node, text: string): boolean {
    if (text.length <= this.#limits.maxBytes) return true;
    this.#report('SRC-003', node, { limit: `${this.#limits.maxBytes} characters in one text` });
    return false;
  }

  refuse(node: Node, reason: string): undefined {
    return this.#report('SRC-002', node, { reason });
  }

  /** Refuses a value that can never be JSON, with the code that the Schemas-Spec has for such values. */
  refuseData(node: Node, found: string): undefined {
    return this.#report('SEC017', node, { found });
  }

  /** Records a hole whose reason has already been reported, such as a second use of a refused constant. */
  markRefused(): void {
    if (this.#refused.size < MAX_HOLES) this.#refused.set(JSON.stringify(this.path), [...this.path]);
  }

  noteDuplicate(key: string, start: number): void {
    this.duplicateKeys.push({ path: [...this.path], key, position: this.#position(start) });
  }

  #report(code: ErrorCode, node: Node, args: Record<string, string | number>): undefined {
    this.markRefused();
    if (this.#stopped) return undefined;
    const where = { path: formatValuePath(this.#exportName, this.path), ...this.#position(node.start) };
    this.problems.push(problem(code, where, args));
    return undefined;
  }

  #stop(node: Node, limit: string): void {
    this.#report('SRC-003', node, { limit });
    this.#stopped = true;
  }
}

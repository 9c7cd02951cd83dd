import type { ListCatalogue } from '../../adapters/shared-lists.js';
import type { GraderIdentity } from '../../model/common.js';
import type { SchemaFacts } from '../../model/facts.js';
import type { HttpClient } from '../../model/http.js';
import type { Problem } from '../../model/problem.js';
import { gradingSystem } from '../../tables/grading-system-1.0.0.js';
import type { NamespaceTarget } from '../targets.js';
import type { EmitOptions, EmittedTarget } from './options.js';

export interface EmitSurroundings {
  /** null: offline. */
  readonly client: HttpClient | null;
  readonly lists: ListCatalogue;
  readonly script: GraderIdentity;
  readonly newFence: () => string;
}

/** A namespace as one run sees it. */
export interface RunContext {
  readonly options: EmitOptions;
  readonly surroundings: EmitSurroundings;
  readonly target: NamespaceTarget;
  readonly folder: string;
  readonly now: Date;
  readonly key: string;
}

export interface TestedTools {
  /** Of every schema that has any, as they are after the tests. */
  readonly facts: ReadonlyMap<string, SchemaFacts>;
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
  /** `<schema>.<tool>` of what was tested in this run. */
  readonly tools: ReadonlySet<string>;
}

export function emptyResult(target: NamespaceTarget): EmittedTarget {
  return {
    target: target.name,
    flow: 'provider',
    tier: 'autonomous',
    maxGrade: gradingSystem.maxGrade.autonomous,
    taskId: null,
    promptsPath: null,
    statePath: null,
    promptCount: 0,
    pretests: [],
    vetoes: [],
    blocked: [],
    skippedAreas: [],
    gatedAreas: [],
    skipped: false,
    nothingDue: false,
    refusals: [],
    warnings: [],
  };
}

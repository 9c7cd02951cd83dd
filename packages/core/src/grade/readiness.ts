import { type NodeStatus, READINESS, type Readiness } from '../spec/vocabulary.js';

/** What decides how far a schema has come. */
export interface SchemaReadiness {
  readonly status: NodeStatus;
  /** Whether its content can be used: what is imported has passed the gate, but may have been damaged since. */
  readonly isValid: boolean;
  readonly tools: readonly string[];
}

/**
 * How far a schema has come. A stable one stays stable whatever newer tests show; without tools there is nothing to
 * test.
 *
 * @param passes checks whether a tool has as many working tests as it needs, for the current content
 * @see spec 21, Area Dependency Model
 */
export function readinessOf(
  { status, isValid, tools }: SchemaReadiness,
  passes: (tool: string) => boolean,
): Readiness {
  if (!isValid) return 'imported';
  if (status === 'stable') return 'stable';
  return tools.every(passes) ? 'deterministic-green' : 'structural-valid';
}

/** The level of the schema that has come least far; undefined if there is none. */
export function weakest(levels: readonly Readiness[]): Readiness | undefined {
  return READINESS.find((level) => levels.includes(level));
}

/** Whether code has nothing left to find wrong with a schema, so that graders may be asked about its namespace. */
export function isGreen(level: Readiness): boolean {
  return READINESS.indexOf(level) >= READINESS.indexOf('deterministic-green');
}

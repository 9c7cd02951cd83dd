import { isGreen, readinessOf } from '../../grade/readiness.js';
import { reasonsIn, rollUpSchema } from '../../grade/roll-up.js';
import type { BlockedCause, Obstacle, SpecRules } from '../../spec/books/book.js';
import type { IndexNode, IndexSchema, SnapshotRef } from '../../spec/index-file.js';
import { NO_TESTABLE_TOOL } from './waits-for.js';

export interface SchemaNodes {
  readonly schema: string;
  /** Absent if no version of the schema has passed the gate. */
  readonly snapshot?: SnapshotRef;
  readonly failed?: IndexSchema['failed'];
  /** Why its content cannot be used; null if it can. */
  readonly unreadable: Obstacle | null;
  readonly toolsAggregate: IndexNode;
  readonly tools: Readonly<Record<string, IndexNode>>;
  /** Tools with as many working tests as they need, for the current content. */
  readonly passing: ReadonlySet<string>;
  /** Whether its content could be read at all, valid or not. */
  readonly isReadable: boolean;
  /** What the blocked tools have in common. */
  readonly cause: BlockedCause;
}

/** The node of a schema, with its tools and their aggregate. */
export function buildSchemaNode(nodes: SchemaNodes, spec: SpecRules): IndexSchema {
  const { snapshot, failed, toolsAggregate, tools } = nodes;
  const rollUp = rollUpOf(nodes, spec);
  const readiness = spec.waitForGreen.length > 0 && { readiness: readinessOfNodes(nodes, rollUp) };
  const content = { ...(snapshot && { snapshot }), ...(failed && { failed }) };
  return { ...rollUp, ...readiness, ...content, toolsAggregate, tools };
}

function rollUpOf({ unreadable, toolsAggregate, tools, cause }: SchemaNodes, spec: SpecRules) {
  const { blocked } = spec;
  const { status, grade, ...why } = rollUpSchema(toolsAggregate, Object.values(tools), (text) =>
    blocked({ cause, text }),
  );
  const graded = grade !== undefined && { grade };
  // Without a readable snapshot, the schema's tools are unknown: earlier grades do not make it stable.
  if (unreadable === null || status === 'rejected') return { status, ...graded, ...why };
  const shown = blocked(unreadable);
  // A record of content that cannot be used is no grade (spec 08, from 3.0.3 on).
  return { status: shown.status, ...(spec.recordsInvalid ? {} : graded), ...reasonsIn(shown) };
}

function readinessOfNodes(
  { unreadable, tools, passing }: SchemaNodes,
  { status }: Pick<IndexNode, 'status'>,
) {
  const schema = { status, isValid: unreadable === null, tools: Object.keys(tools) };
  return readinessOf(schema, (tool) => passing.has(tool));
}

/**
 * What the areas of a namespace wait for that need all of its schemas to be green; null if none waits.
 *
 * @see spec 21, Provider-Namespace-Gate
 */
export function waitForSchemas(schemas: readonly SchemaNodes[], spec: SpecRules): Obstacle | null {
  if (spec.waitForGreen.length === 0) return null;
  const below = schemas.flatMap((nodes) => {
    const readiness = readinessOfNodes(nodes, rollUpOf(nodes, spec));
    return isGreen(readiness) ? [] : `${nodes.schema} (${readiness})`;
  });
  return below.length === 0
    ? null
    : { cause: 'waits', text: `waits until every schema is deterministic-green: ${below.join(', ')}` };
}

/**
 * Why nothing about a whole namespace counts: none of its schemas can be used, so that earlier grades are about content
 * that is no longer there; null if one can be used. Specifications that refuse such a file keep the grades.
 */
export function withoutUsableSchema(schemas: readonly SchemaNodes[], spec: SpecRules): Obstacle | null {
  if (!spec.recordsInvalid || schemas.length === 0) return null;
  if (schemas.some(({ unreadable }) => unreadable === null)) return null;
  return { cause: 'invalid', text: 'no schema of the namespace can be used' };
}

/** What prevents graders from being asked about several tools if none of them can be tested. */
export function noTestableTool(causes: readonly BlockedCause[]): Obstacle {
  return { cause: commonCause(causes), text: NO_TESTABLE_TOOL };
}

/** The API is down only if that is what every blocked tool says; otherwise too few tests are known to work. */
export function commonCause(causes: readonly (BlockedCause | undefined)[]): BlockedCause {
  const isDown = causes.length > 0 && causes.every((cause) => cause === 'api-down');
  return isDown ? 'api-down' : 'few-tests';
}

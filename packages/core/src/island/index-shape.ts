import { specOf } from '../spec/books/registered.js';
import type { LockSnapshot, NamespaceIndex, SelectionIndex } from '../spec/index-file.js';
import { isRecord } from '../values/is-record.js';
import { parseSnapshotName } from './logic/names.js';

// These checks are written by hand instead of with zod, because every command that only shows an index would have to
// load zod. Fields that they leave out are used unchecked: a value of the wrong type would crash the command, and a
// path could lead outside the island.

/** Whether a document is marked as an index, and not as a proof as well (spec 23). */
function isMarked({ indexVersion, proofVersion }: Readonly<Record<string, unknown>>): boolean {
  return indexVersion === 2 && proofVersion === undefined;
}

export function isNamespaceIndex(value: unknown): value is NamespaceIndex {
  return (
    isRecord(value) &&
    isMarked(value) &&
    hasTexts(value, ['namespace', 'updatedAt', 'status']) &&
    areOptional(value, ['grade', 'reason'], isText) &&
    isRecord(value.summary) &&
    isOptional(value.summary.readiness, isText) &&
    isList(value.summary.retired, isText) &&
    [value.about, value.description, value.namespaceAggregate].every(isNode) &&
    isMap(value.skills, isNode) &&
    isMap(value.schemas, isIndexSchema) &&
    isBlockers(value.blockers) &&
    isOptional(value.lockSnapshot, isLockSnapshot) &&
    haveReasons(value.summary, [
      ...[value.about, value.description, value.namespaceAggregate, ...itemsOf(value.skills)],
      ...itemsOf(value.schemas).flatMap((schema) => [
        schema,
        schema.toolsAggregate,
        ...itemsOf(schema.tools),
      ]),
    ])
  );
}

export function isSelectionIndex(value: unknown): value is SelectionIndex {
  return (
    isRecord(value) &&
    isMarked(value) &&
    hasTexts(value, ['selectionId', 'updatedAt', 'status']) &&
    areOptional(value, ['grade', 'reason', 'namespace'], isText) &&
    isRecord(value.summary) &&
    isList(value.summary.notImported, isText) &&
    [value.about, value.selectionAggregate].every(isNode) &&
    isMap(value.skills, isNode) &&
    isMap(value.members, isMember) &&
    isBlockers(value.blockers) &&
    isOptional(value.lockSnapshot, isLockSnapshot) &&
    haveReasons(value.summary, [
      ...[value.about, value.selectionAggregate],
      ...[...itemsOf(value.skills), ...itemsOf(value.members)],
    ])
  );
}

/**
 * Where reasons are a closed list, a blocked node must have one; the JSON Schema does not ask for it, and does not look
 * below `schemas` and `members` (spec 23).
 */
function haveReasons({ gradingSpec }: Record<string, unknown>, nodes: readonly unknown[]): boolean {
  const isClosed = isText(gradingSpec) && specOf(gradingSpec)?.reasons !== undefined;
  return (
    !isClosed || nodes.every((node) => isRecord(node) && (node.status !== 'blocked' || isText(node.reason)))
  );
}

function itemsOf(map: unknown): Record<string, unknown>[] {
  return isRecord(map) ? Object.values(map).filter(isRecord) : [];
}

export function isLockSnapshot(value: unknown): value is LockSnapshot {
  return (
    isRecord(value) &&
    hasTexts(value, ['selectionId', 'generatedAt']) &&
    isList(value.members, (member) => isRecord(member) && hasTexts(member, ['schemaId']))
  );
}

function isBlockers(value: unknown): boolean {
  return isList(
    value,
    (blocker) =>
      isRecord(blocker) &&
      hasTexts(blocker, ['node', 'reason']) &&
      areOptional(blocker, ['message', 'code'], isText),
  );
}

function isMember(value: unknown): boolean {
  return isNode(value) && (value.resolvedArtifact === null || isText(value.resolvedArtifact));
}

function isIndexSchema(value: unknown): boolean {
  return (
    isNode(value) &&
    isOptional(value.readiness, isText) &&
    isOptional(value.failed, isFailed) &&
    (value.snapshot === undefined ? value.failed !== undefined : isSnapshot(value.snapshot)) &&
    isNode(value.toolsAggregate) &&
    isMap(value.tools, isNode)
  );
}

function isFailed(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value.file) &&
    (value.fileSha256 === null || isText(value.fileSha256)) &&
    isList(
      value.problems,
      (found) => isRecord(found) && hasTexts(found, ['code', 'message']) && isOptional(found.line, isNumber),
    )
  );
}

/** The file must be a name, not a path: it is read, and an export publishes it. */
function isSnapshot(value: unknown): boolean {
  return (
    isRecord(value) &&
    hasTexts(value, ['hash', 'fileSha256']) &&
    isText(value.file) &&
    parseSnapshotName(value.file) !== null &&
    !/[\\/]/.test(value.file)
  );
}

const OPTIONAL_TEXTS = [
  'grade',
  'rawGrade',
  'ref',
  'reason',
  'detail',
  'code',
  'gradedAt',
  'boundTo',
  'testDepth',
];

function isNode(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    isText(value.status) &&
    areOptional(value, OPTIONAL_TEXTS, isText) &&
    isOptional(value.waits, (waits) => waits === true) &&
    isOptional(value.score, isNumber) &&
    isOptional(value.stale, (stale) => isList(stale, isText)) &&
    isOptional(value.agedScore, (score) => score === null || isNumber(score)) &&
    isOptional(value.gathered, isRecord) &&
    isOptional(value.due, isText) &&
    isOptional(
      value.rules,
      (rules) => isRecord(rules) && hasTexts(rules, ['scoringSystem', 'gradingSystem']),
    ) &&
    isOptional(
      value.regraded,
      (mark) => isRecord(mark) && hasTexts(mark, ['gradingSystem', 'grade', 'status']),
    ) &&
    isOptional(value.veto, (veto) => isRecord(veto) && hasTexts(veto, ['gradingId', 'at']))
  );
}

type Check = (value: unknown) => boolean;

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isOptional(value: unknown, check: Check): boolean {
  return value === undefined || check(value);
}

function areOptional(value: Record<string, unknown>, names: readonly string[], check: Check): boolean {
  return names.every((name) => isOptional(value[name], check));
}

function isList(value: unknown, check: Check): boolean {
  return Array.isArray(value) && value.every(check);
}

function isMap(value: unknown, check: Check): boolean {
  return isRecord(value) && Object.values(value).every(check);
}

function hasTexts(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => isText(value[name]));
}

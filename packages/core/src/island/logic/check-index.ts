import { describeValue } from '../../problems/describe-issue.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { INDEX_VERSION } from '../../spec/versions.js';
import { AGGREGATE_GRADES, NODE_STATUSES, ROLLUP_STATUSES } from '../../spec/vocabulary.js';
import { isRecord } from '../../values/is-record.js';
import { formatPointer } from '../../values/value-path.js';

/**
 * What the specification asks of any index, whoever wrote it; `index-shape.ts` asks for all that this tool writes.
 */

type Path = readonly (string | number)[];

const NODES = ['about', 'description', 'namespaceAggregate', 'selectionAggregate'] as const;
/** Nodes by name. */
const MAPS = ['skills', 'members'] as const;
/** Every namespace has a description and may have skills, so that its index says how both stand. */
const OF_NAMESPACE: readonly string[] = ['description', 'skills'];

/**
 * Checks the index of a namespace, or, if it has a `selectionId`, of a selection (spec 23).
 *
 * @returns one problem for each field: IDX-001 (missing), IDX-002 (wrong type or form), IDX-003 (another version), IDX-007
 *   (a status outside the words for nodes, or for the whole; a grade of the About that is none)
 */
export function checkIndex(index: Readonly<Record<string, unknown>>): Problem[] {
  const isSelection = !isAbsent(index.selectionId);
  const required = (name: string) => !isSelection && OF_NAMESPACE.includes(name);
  const { indexVersion, status, updatedAt, lockSnapshot } = index;
  const name = isSelection ? 'selectionId' : 'namespace';
  return [
    ...(indexVersion === INDEX_VERSION
      ? []
      : [
          problem(
            'IDX-003',
            { path: '/indexVersion' },
            { expected: INDEX_VERSION, found: describeValue(indexVersion) },
          ),
        ]),
    ...checkText(index[name], [name]),
    ...checkText(updatedAt, ['updatedAt']),
    ...checkWord(status, ['status'], ROLLUP_STATUSES),
    ...NODES.flatMap((node) => checkNode(index[node], [node], required(node))),
    ...checkGrade(index.about, ['about']),
    ...MAPS.flatMap((map) => checkMap(index[map], [map], required(map))),
    ...checkMap(index.schemas, ['schemas'], false, checkSchema),
    ...checkLock(lockSnapshot),
  ];
}

function checkText(found: unknown, path: Path): Problem[] {
  if (isAbsent(found) || found === '') return [missing(path)];
  return typeof found === 'string' ? [] : [wrongType(path, 'text', found)];
}

function checkWord(found: unknown, path: Path, words: readonly string[]): Problem[] {
  if (isAbsent(found)) return [missing(path)];
  if (typeof found === 'string' && words.includes(found)) return [];
  return [problem('IDX-007', placeOf(path), { expected: words.join(', '), found: describeValue(found) })];
}

function checkNode(found: unknown, path: Path, isRequired = true): Problem[] {
  if (isAbsent(found)) return isRequired ? [missing(path)] : [];
  if (!isRecord(found)) return [wrongType(path, 'an object', found)];
  return checkWord(found.status, [...path, 'status'], NODE_STATUSES);
}

function checkGrade(node: unknown, path: Path): Problem[] {
  return isRecord(node) && !isAbsent(node.grade)
    ? checkWord(node.grade, [...path, 'grade'], AGGREGATE_GRADES)
    : [];
}

function checkSchema(found: unknown, path: Path): Problem[] {
  if (!isRecord(found)) return checkNode(found, path);
  return [
    ...checkNode(found, path),
    ...checkNode(found.toolsAggregate, [...path, 'toolsAggregate'], false),
    ...checkMap(found.tools, [...path, 'tools'], false),
  ];
}

function checkMap(
  found: unknown,
  path: Path,
  isRequired: boolean,
  check: (node: unknown, path: Path) => Problem[] = checkNode,
): Problem[] {
  if (isAbsent(found)) return isRequired ? [missing(path)] : [];
  if (!isRecord(found) || isInstance(found)) return [wrongType(path, 'a plain object', found)];
  return Object.entries(found).flatMap(([name, node]) => check(node, [...path, name]));
}

function checkLock(found: unknown): Problem[] {
  if (isAbsent(found)) return [];
  if (!isRecord(found)) return [wrongType(['lockSnapshot'], 'an object', found)];
  const path = ['lockSnapshot', 'members'];
  const { members } = found;
  if (!Array.isArray(members))
    return [isAbsent(members) ? missing(path) : wrongType(path, 'a list', members)];
  // A copy, because a hole in a list is passed over.
  return [...members].flatMap((member: unknown, at) =>
    isRecord(member)
      ? [
          ...checkText(member.schemaId, [...path, at, 'schemaId']),
          ...checkWord(member.gradingStatus, [...path, at, 'gradingStatus'], NODE_STATUSES),
        ]
      : [wrongType([...path, at], 'an object', member)],
  );
}

/** Whether an object is of a class, as a Map is: what it holds are no keys. */
function isInstance(found: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(found);
  return prototype !== null && prototype !== Object.prototype;
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function missing(path: Path): Problem {
  return problem('IDX-001', placeOf(path), { field: path.join('.') });
}

function wrongType(path: Path, expected: string, found: unknown): Problem {
  return problem('IDX-002', placeOf(path), { expected, found: describeValue(found) });
}

function placeOf(path: Path): { path: string } {
  return { path: formatPointer(path) };
}

import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { ModuleReading, ValuePath } from '../../sources/logic/module-reading.js';
import { formatValuePath } from '../../values/value-path.js';
import { describeExports, describeFound, isObject, isText, memberOf } from './schema-members.js';

/** Fields that clients do not see, so the projection is complete even if they cannot be read. */
const UNSEEN_IN_MAIN = new Set<unknown>([
  ...['root', 'docs', 'tags', 'headers', 'requiredServerParams', 'requiredLibraries', 'meta', 'handlers'],
  ...['description', 'schemaVersion', 'schemaHash'],
]);
const UNSEEN_IN_TOOL = new Set<unknown>([
  'method',
  'path',
  'tests',
  'output',
  'outputSchema',
  'preload',
  'meta',
]);
const VERSION = /^4\.\d+\.\d+$/;

/**
 * Finds the reasons why a schema cannot be projected as a server: a part that clients would see cannot be read, or does
 * not have the shape of version 4. Other errors for which the import gate would refuse the schema do not matter here.
 *
 * @param file name for messages
 * @returns SRC and VAL codes with file, path, line and column; empty if the schema can be projected
 */
export function findUnreadable(reading: ModuleReading, file: string): Problem[] {
  const root = reading.exportName ?? 'main';
  const at = (path: ValuePath) => ({
    file,
    path: formatValuePath(root, path),
    ...(reading.locate(path) ?? { line: 1, column: 1 }),
  });
  const holes = holesOf(reading, root).map((known) => ({ ...known, where: { file, ...known.where } }));
  if (holes.length > 0) return holes;
  if (reading.exportName === null) {
    return [problem('VAL001', at([]), { found: describeExports(reading.exports) })];
  }
  const main = reading.value;
  if (!isObject(main)) return [problem('VAL002', at([]), { found: describeFound(main) })];
  const version = memberOf(main, 'version');
  if (isText(version) && !VERSION.test(version)) {
    return [problem('VAL014', at(['version']), { found: describeFound(version) })];
  }
  const tools = memberOf(main, 'tools');
  if (tools === undefined && ['resources', 'prompts'].some((key) => isObject(memberOf(main, key)))) return [];
  if (!isObject(tools)) {
    return [problem('VAL016', at(['tools']), { member: 'tools', found: describeFound(tools) })];
  }
  return Object.entries(tools).flatMap(([name, tool]) => checkTool(name, tool, at));
}

type At = (path: ValuePath) => { readonly file: string; readonly path: string };

function checkTool(name: string, tool: unknown, at: At): Problem[] {
  const path = ['tools', name];
  if (!isObject(tool)) {
    return [problem('VAL016', at(path), { member: path.join('.'), found: describeFound(tool) })];
  }
  const parameters = memberOf(tool, 'parameters');
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((parameter: unknown, index) =>
    checkParameter(parameter, [...path, 'parameters', index], at),
  );
}

/** Without a key, an input has no name. */
function checkParameter(parameter: unknown, path: ValuePath, at: At): Problem[] {
  const position = memberOf(parameter, 'position');
  if (!isObject(position)) {
    const [member, found] = isObject(parameter) ? ['position', position] : ['the parameter', parameter];
    return [problem('VAL040', at(path), { member, found: describeFound(found) })];
  }
  const key = memberOf(position, 'key');
  if (isText(key)) return [];
  return [problem('VAL041', at([...path, 'position', 'key']), { found: describeFound(key) })];
}

function holesOf({ problems, refused }: ModuleReading, root: string): readonly Problem[] {
  const unseen = new Set(refused.filter(isUnseen).map((path) => formatValuePath(root, path)));
  return problems.filter(({ where }) => where?.path === undefined || !unseen.has(where.path));
}

function isUnseen([member, , part]: ValuePath): boolean {
  return UNSEEN_IN_MAIN.has(member) || (member === 'tools' && UNSEEN_IN_TOOL.has(part));
}

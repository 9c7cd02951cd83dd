import type { Comment, Program } from 'acorn';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { formatValuePath } from '../values/value-path.js';
import { evaluateLiteral } from './evaluate-literal.js';
import { EvaluationSession, MAX_PROBLEMS } from './evaluation-session.js';
import { findKeyPlaces } from './key-places.js';
import {
  buildUnread,
  type HandlersReading,
  type ModuleReading,
  type Position,
  PROPOSED,
  READING_LIMITS,
  type ReadingLimits,
} from './logic/module-reading.js';
import { findMainWrites } from './main-writes.js';
import { buildModuleScope, findLoadTimeUses, type ModuleScope } from './module-scope.js';
import { parseHandlers } from './parse-handlers.js';
import { type ParsedSource, parseSource } from './parse-source.js';
import { findOffset, type PlacedValue } from './placed-value.js';
import { collectLists } from './syntax-walk.js';

/**
 * Reads an exported literal from a module's syntax tree. No code of the module runs.
 *
 * @param text the module; it may have a byte-order mark and CRLF line ends
 * @param options.exports export names to look for, in order: `['main', 'schema']`
 * @param options.limits depth, node count and size; each has a default
 * @returns the value and its places, or problems: SRC-001 (a syntax error), SRC-002 (a construct that would have to
 *   run), SEC017 (a value that is not data), SRC-003 (a limit) or SRC-004 (a NUL byte)
 */
export function parseModule(text: string, options: ModuleReadingOptions): ModuleReading {
  const parsed = parseSource(text, { ...READING_LIMITS, ...options.limits });
  return 'code' in parsed ? buildUnread(parsed) : evaluateModule(parsed, options);
}

export interface ModuleReadingOptions {
  readonly exports: readonly string[];
  readonly limits?: Partial<ReadingLimits>;
}

/**
 * Refuses a source whose handlers write to its export (SRC-009), because the value that a runtime serves would not be
 * the one that was graded. In snapshots older than this rule, only tests and findings report such writes.
 */
export function refuseWrites(reading: ModuleReading): ModuleReading {
  const { handlers, problems } = reading;
  if (handlers.kind === 'none' || !handlers.writes) return reading;
  const writes = handlers.writes.map(({ path, at }) => problem('SRC-009', { path, ...at }, { path }));
  return { ...reading, problems: [...problems, ...writes] };
}

/** `parseModule` for text that has already been parsed. */
export function evaluateModule(
  { source, program, position, comments }: ParsedSource,
  options: ModuleReadingOptions,
): ModuleReading {
  const limits = { ...READING_LIMITS, ...options.limits };
  const scope = buildModuleScope(program);
  const handlersExport = scope.exports.get('handlers');
  const proposed = findProposed(program, comments);
  const read = evaluateExport({ program, scope, limits, position, exports: options.exports });
  return {
    ...read,
    exports: [...scope.exports.keys()],
    handlers: readHandlers({ program, position }, scope, read.exportName),
    ...(proposed.length > 0 && { proposedAt: proposed.map(({ start }) => position(start)) }),
    keyForms: findKeyPlaces(source, position, read),
    ...(handlersExport && { handlersAt: position(handlersExport.start) }),
  };
}

/** The comments that mark a proposed test, which stand in a list of tests. */
function findProposed(program: Program, comments: readonly Comment[]): readonly Comment[] {
  const marks = comments.filter(({ value }) => value.trimStart().startsWith(PROPOSED));
  const lists = marks.length > 0 ? collectLists(program, 'tests') : [];
  return marks.filter((mark) => lists.some(({ start, end }) => start < mark.start && mark.end < end));
}

function readHandlers(
  parsed: Pick<ParsedSource, 'program' | 'position'>,
  scope: ModuleScope,
  exportName: string | null,
): HandlersReading {
  const handlers = parseHandlers(scope);
  if (handlers.kind === 'none' || exportName === null) return handlers;
  const writes = findMainWrites(parsed, scope, exportName);
  return writes.length > 0 ? { ...handlers, writes } : handlers;
}

type ExportReading = Omit<ModuleReading, 'exports' | 'handlers' | 'handlersAt' | 'keyForms'>;

function evaluateExport(module: {
  readonly program: Program;
  readonly scope: ModuleScope;
  readonly limits: ReadingLimits;
  readonly position: (offset: number) => Position;
  readonly exports: readonly string[];
}): ExportReading {
  const { program, scope, position } = module;
  const exportName = module.exports.find((name) => scope.exports.has(name));
  const exported = exportName === undefined ? undefined : scope.exports.get(exportName);
  if (exportName === undefined || !exported) {
    return {
      value: undefined,
      exportName: null,
      problems: [],
      refused: [],
      duplicateKeys: [],
      locate: () => undefined,
    };
  }
  const session = new EvaluationSession({ scope, exportName, limits: module.limits, position });
  const placed = evaluateBinding(session, exported);
  const uses = exported.local === null ? [] : loadTimeUses(program, session, exportName, exported.local);
  return {
    value: placed?.value,
    exportName,
    problems: [...session.problems, ...uses.map((start) => describeUse(exportName, position(start)))],
    refused: session.refused,
    duplicateKeys: session.duplicateKeys,
    locate: (path) => position(placed ? findOffset(placed, path) : exported.start),
  };
}

function evaluateBinding(
  session: EvaluationSession,
  exported: { readonly local: string | null; readonly start: number },
): PlacedValue | undefined {
  const place = { type: '', start: exported.start, end: exported.start };
  const binding = exported.local === null ? undefined : session.scope.bindings.get(exported.local);
  if (!binding) return session.refuse(place, 'comes from another module');
  if (binding.kind === 'function') return session.refuseData(place, 'a function or class');
  if (binding.kind === 'other') return session.refuse(place, binding.reason);
  return evaluateLiteral(session, binding.init);
}

function loadTimeUses(
  program: Program,
  session: EvaluationSession,
  exportName: string,
  local: string,
): number[] {
  const names = new Set([exportName, local, ...session.constants.keys()]);
  return findLoadTimeUses(program, names)
    .slice(0, MAX_PROBLEMS)
    .map(({ start }) => start);
}

function describeUse(exportName: string, where: Position): Problem {
  const reason = 'is used by code that runs while the module loads';
  return problem('SRC-002', { path: formatValuePath(exportName, []), ...where }, { reason });
}

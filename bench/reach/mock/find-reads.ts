import { READING_LIMITS } from '../../../packages/core/src/sources/logic/module-reading.js';
import { type ParsedSource, parseSource } from '../../../packages/core/src/sources/parse-source.js';
import type { ToolDefinition } from '../../../packages/core/src/spec/schema-main.js';
import type { Frame, Site } from './frame.js';
import { Following } from './interpret.js';
import {
  either,
  listOf,
  memberValue,
  newScope,
  record,
  type Scope,
  scalar,
  UNKNOWN,
  type Value,
} from './values.js';
import { newWant, type Scalar, type Want } from './wants.js';

/** What the handlers of one tool read of answers. */
export interface Reads {
  /** Of the declared request; null: the tool has no code that gets the answer. */
  readonly response: Want | null;
  /** Of the requests that the code makes itself. */
  readonly sites: readonly Site[];
}

const NOTHING: Reads = { response: null, sites: [] };

/** The module's text, parsed once for all of its tools; null if it is no JavaScript. */
export function parseModuleText(text: string): ParsedSource['program'] | null {
  const parsed = parseSource(text, READING_LIMITS);
  return 'code' in parsed ? null : parsed.program;
}

/** Follows the code of a tool's handlers, with the values that its tests give. */
export function findReads(program: ParsedSource['program'], name: string, tool: ToolDefinition): Reads {
  const interpreter = new Following();
  const scope: Scope = newScope(null);
  const frame: Frame = { scope, depth: 0, returns: [], chooses: false };
  interpreter.block(program.body, frame, true);
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (declared?.type === 'FunctionDeclaration')
      scope.names.set(declared.id.name, { kind: 'function', node: declared, scope });
  }
  const factory = scope.names.get('handlers');
  if (!factory) return NOTHING;
  const given = record({ sharedLists: UNKNOWN, libraries: UNKNOWN });
  const handler = memberValue(interpreter.apply(factory, [given], frame), name);
  interpreter.sites.length = 0;
  return runStages(interpreter, handler, tool, frame);
}

function runStages(interpreter: Following, handler: Value, tool: ToolDefinition, frame: Frame): Reads {
  const stage = (name: string) => memberValue(handler, name);
  const values = callerRecord(tool);
  const request = { url: UNKNOWN, method: UNKNOWN, headers: UNKNOWN, body: UNKNOWN };
  const run = (name: string, input: Readonly<Record<string, Value>>) =>
    interpreter.apply(stage(name), [record(input)], frame);
  run('preRequest', { struct: record(request), payload: values });
  const executes = stage('executeRequest').kind !== 'unknown';
  const executed = executes
    ? run('executeRequest', {
        struct: record(request),
        payload: record({ ...Object.fromEntries(values.members), ...request, userParams: values }),
      })
    : UNKNOWN;
  if (stage('postRequest').kind === 'unknown') return { response: null, sites: interpreter.sites };
  const want = newWant();
  const response: Value = executes
    ? either(memberValue(executed, 'response'), memberValue(memberValue(executed, 'struct'), 'data'))
    : { kind: 'want', want };
  run('postRequest', { response, struct: record(request), payload: values });
  return { response: executes ? null : want, sites: interpreter.sites };
}

/** The values of the caller, by parameter: those of all tests. */
function callerRecord({ tests = [], parameters }: ToolDefinition): Extract<Value, { kind: 'record' }> {
  const keys = new Set([...parameters.map(({ position }) => position.key), ...tests.flatMap(Object.keys)]);
  const members = [...keys].map((key): [string, Value] => {
    const given = tests.map((test) => test[key]);
    const lists = given.filter(Array.isArray).flat().filter(isScalar);
    return [key, either(oneOf(given.filter(isScalar)), lists.length > 0 ? listOf(oneOf(lists)) : null)];
  });
  return record(Object.fromEntries(members));
}

function oneOf(values: readonly Scalar[]): Value {
  return values.length > 0 ? scalar(...new Set(values)) : UNKNOWN;
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

import type { Frame, Interpreter } from './frame.js';
import { callNamed } from './language.js';
import { textMatching } from './regex-text.js';
import {
  choices,
  either,
  itemsOf,
  joinTexts,
  listOf,
  memberValue,
  scalar,
  scalarsIn,
  UNKNOWN,
  type Value,
  wantsIn,
} from './values.js';
import { groupOf, itemOf, partOf, type Scalar, type Want } from './wants.js';

export interface MethodCall {
  readonly object: Value;
  readonly name: string;
  readonly args: readonly Value[];
  readonly frame: Frame;
}

/** Methods of lists that take a function of an item; whose result is read as said. */
const EACH: Readonly<Record<string, 'list' | 'same' | 'item' | 'none'>> = {
  ...{ map: 'list', flatMap: 'list', filter: 'same', find: 'item', findLast: 'item', forEach: 'none' },
  ...{ some: 'none', every: 'none', findIndex: 'none', sort: 'same', toSorted: 'same' },
};
/** Those that keep an item only if the function says yes. */
const CHOOSING = new Set(['filter', 'find', 'findLast', 'some', 'every', 'findIndex']);
const OF_LISTS = new Set([
  'reverse',
  'push',
  'unshift',
  'pop',
  'shift',
  'splice',
  'join',
  'flat',
  'keys',
  'values',
]);
const OF_TEXTS = new Set([
  ...[
    'toLowerCase',
    'toUpperCase',
    'trim',
    'trimEnd',
    'trimStart',
    'padStart',
    'padEnd',
    'substring',
    'substr',
  ],
  ...['replace', 'replaceAll', 'startsWith', 'endsWith', 'charAt', 'charCodeAt', 'codePointAt', 'normalize'],
  ...['search', 'repeat', 'toLocaleLowerCase', 'toLocaleUpperCase'],
]);
const OF_BOTH = new Set(['slice', 'concat', 'includes', 'indexOf', 'lastIndexOf', 'at']);
const OF_NUMBERS = new Set(['toFixed', 'toPrecision', 'toExponential']);

/** A call of a member: of local objects their functions, of everything else what the language has. */
export function callMethod(interpreter: Interpreter, call: MethodCall): Value {
  const { object, name, args, frame } = call;
  return either(
    ...choices(object).map((one): Value => {
      if (name === 'then') return interpreter.apply(args[0] ?? UNKNOWN, [one], frame);
      if (name === 'catch' || name === 'finally') return one;
      switch (one.kind) {
        case 'builtin':
          return callNamed(interpreter, { name: `${one.name}.${name}`, args, frame });
        case 'answer':
          return readBody(one.want, name);
        case 'regex':
          return search(one, args[0] ?? UNKNOWN);
        case 'list':
        case 'want':
          return callOfSequence(interpreter, { ...call, object: one });
        case 'scalar':
        case 'pieces':
          return callOfText(one, name, args);
        case 'function':
          return name === 'call' || name === 'apply' ? interpreter.apply(one, args.slice(1), frame) : UNKNOWN;
        case 'record': {
          const own = one.members.get(name) ?? (name === 'get' ? one.rest : null);
          return own?.kind === 'function'
            ? interpreter.apply(own, args, frame)
            : (own ?? memberValue(one, name));
        }
        default:
          return UNKNOWN;
      }
    }),
  );
}

function readBody(want: Want, name: string): Value {
  if (name === 'text' || name === 'arrayBuffer' || name === 'blob' || name === 'bytes') want.uses.add('text');
  return name === 'json' || want.uses.has('text') ? { kind: 'want', want } : UNKNOWN;
}

function callOfSequence(interpreter: Interpreter, call: MethodCall): Value {
  const { object, name, args, frame } = call;
  const wants = wantsIn(object);
  const result = EACH[name];
  if (result) return callEach(interpreter, call, result);
  if (name === 'reduce' || name === 'reduceRight') return reduce(interpreter, call);
  if (name === 'toString' || name === 'toLocaleString') return object;
  if (name === 'toISOString') for (const want of wants) want.uses.add('date');
  if (OF_NUMBERS.has(name)) for (const want of wants) want.uses.add('number');
  if (OF_LISTS.has(name)) return changeList(object, name, args);
  if (OF_BOTH.has(name)) {
    for (const want of wants) want.uses.add('sequence');
    if (name === 'at') return itemsOf(object);
    return name === 'concat' ? either(object, ...args) : name === 'slice' ? object : UNKNOWN;
  }
  if (name === 'entries')
    return listOf({ kind: 'list', at: [UNKNOWN, itemsOf(object)], item: itemsOf(object) });
  if (name === 'get') return itemsOf(object);
  if (name === 'set' || name === 'add') return addItems(object, args.slice(-1));
  if (wants.length > 0) return callOfAnswer(interpreter, { object, name, args, frame }, wants);
  return UNKNOWN;
}

function callOfAnswer(
  interpreter: Interpreter,
  { object, name, args, frame }: MethodCall,
  wants: readonly Want[],
): Value {
  const [first = UNKNOWN] = args;
  if (name === 'match' || name === 'matchAll') {
    return either(
      ...choices(first).map((one) => (one.kind === 'regex' ? search(one, object, name) : UNKNOWN)),
    );
  }
  if (name === 'split') return splitText(wants, first);
  if (!OF_TEXTS.has(name)) return UNKNOWN;
  for (const want of wants) want.uses.add('text');
  const [, by] = args;
  if (by?.kind === 'function') interpreter.apply(by, [object], frame);
  return object;
}

function callEach(
  interpreter: Interpreter,
  { object, name, args, frame }: MethodCall,
  result: string,
): Value {
  const [by = UNKNOWN] = args;
  const item = itemsOf(object);
  const given = name.endsWith('ort') || name === 'toSorted' ? [item, item] : [item, UNKNOWN, object];
  const inner = { ...frame, depth: frame.depth + 1 };
  for (const one of CHOOSING.has(name) ? choices(by) : []) {
    if (one.kind === 'function') interpreter.choose(one, given, inner);
  }
  const made = interpreter.apply(by, given, inner);
  if (result === 'list') return listOf(name === 'flatMap' ? flatten(made) : made);
  if (result === 'same') return object;
  return result === 'item' ? item : UNKNOWN;
}

function flatten(value: Value): Value {
  return either(...choices(value).map((one) => (one.kind === 'list' ? one.item : itemsOf(one))));
}

function reduce(interpreter: Interpreter, { object, args, frame }: MethodCall): Value {
  const [by = UNKNOWN, start] = args;
  const item = itemsOf(object);
  const inner = { ...frame, depth: frame.depth + 1 };
  const made = interpreter.apply(by, [start ?? item, item, UNKNOWN], inner);
  return either(start, made);
}

function changeList(object: Value, name: string, args: readonly Value[]): Value {
  for (const want of wantsIn(object)) itemOf(want, 'list');
  if (name === 'push' || name === 'unshift') return addItems(object, args);
  if (name === 'pop' || name === 'shift') return itemsOf(object);
  if (name === 'flat') return listOf(flatten(itemsOf(object)));
  if (name === 'join') return joinTexts([itemsOf(object), UNKNOWN]);
  return name === 'values' || name === 'reverse' ? object : UNKNOWN;
}

function addItems(object: Value, given: readonly Value[]): Value {
  for (const one of choices(object)) if (one.kind === 'list') one.item = either(one.item, ...given);
  return object;
}

/** What a regular expression finds: one match, or a list of them. */
function search({ source, flags }: Extract<Value, { kind: 'regex' }>, text: Value, by = 'exec'): Value {
  return either(
    ...wantsIn(text).map((want): Value => {
      groupOf(want, source, '0');
      const match: Value = { kind: 'match', want, source };
      if (by === 'matchAll') return listOf(match);
      return by === 'match' && flags.includes('g') ? listOf(memberValue(match, '0')) : match;
    }),
  );
}

function splitText(wants: readonly Want[], separator: Value): Value {
  const found = choices(separator).flatMap((one): Scalar[] => {
    if (one.kind === 'regex') return [textMatching(one.source) || '\n'];
    return one.kind === 'scalar' ? [...one.of] : [];
  });
  const [text] = found;
  return either(
    ...wants.map((want): Value => {
      want.uses.add('text');
      if (typeof text !== 'string' || text === '') return listOf({ kind: 'want', want });
      return listOf({ kind: 'want', want: partOf(want, text) });
    }),
  );
}

const LOWER = new Set(['toLowerCase', 'toLocaleLowerCase']);
const UPPER = new Set(['toUpperCase', 'toLocaleUpperCase']);

/** Texts that are known: values of tests and literals. */
function callOfText(text: Value, name: string, args: readonly Value[]): Value {
  const known = scalarsIn(text);
  if (name === 'split') return listOf(UNKNOWN);
  if (name === 'concat') return joinTexts([text, ...args]);
  if (LOWER.has(name)) return scalar(...known, ...known.map((one) => String(one).toLowerCase()));
  if (UPPER.has(name)) return scalar(...known, ...known.map((one) => String(one).toUpperCase()));
  return /^(?:trim|toString|valueOf)/.test(name) ? text : { kind: 'pieces', pieces: [null] };
}

import type { Interpreter, NamedCall } from './frame.js';
import {
  choices,
  either,
  itemsOf,
  joinTexts,
  listOf,
  memberValue,
  record,
  scalarsIn,
  UNKNOWN,
  type Value,
  wantsIn,
} from './values.js';
import { itemOf, jsonOf, type Use, type Want } from './wants.js';

type Language = (interpreter: Interpreter, call: NamedCall) => Value;

const first = ({ args }: NamedCall) => args[0] ?? UNKNOWN;

function marks(use: Use): Language {
  return (_, call) => {
    for (const want of call.args.flatMap(wantsIn)) want.uses.add(use);
    return first(call);
  };
}

function passes(_: Interpreter, call: NamedCall): Value {
  return first(call);
}

/** Functions and classes of the language that handlers use on answers. */
const KNOWN: Readonly<Record<string, Language>> = {
  'Object.entries': (_, call) => listOf(pairOf(first(call))),
  'Object.values': (_, call) => listOf(valuesOf(first(call))),
  'Object.keys': (_, call) => {
    valuesOf(first(call));
    return listOf(UNKNOWN);
  },
  'Object.assign': (_, { args }) => {
    const made = record();
    made.spread = either(...args);
    return made;
  },
  'Object.fromEntries': (_, call) => {
    const made = record();
    made.rest = memberValue(itemsOf(first(call)), '1');
    return made;
  },
  'Array.from': (interpreter, call) => {
    const [source = UNKNOWN, by] = call.args;
    const item = itemsOf(source);
    return listOf(by ? interpreter.apply(by, [item, UNKNOWN], call.frame) : item);
  },
  'Promise.all': (_, call) => settled(first(call)),
  'Promise.allSettled': (_, call) => listOf(record({ value: itemsOf(first(call)) })),
  'Promise.race': (_, call) => itemsOf(first(call)),
  'Promise.resolve': passes,
  structuredClone: passes,
  encodeURIComponent: passes,
  decodeURIComponent: passes,
  encodeURI: passes,
  String: passes,
  URL: (_, { args }) => joinTexts(args.toReversed()),
  Set: (_, call) => listOf(itemsOf(first(call))),
  Map: (_, call) => listOf(memberValue(itemsOf(first(call)), '1')),
  Promise: (interpreter, call) => {
    interpreter.apply(first(call), [], call.frame);
    return UNKNOWN;
  },
  Number: marks('number'),
  parseFloat: marks('number'),
  parseInt: marks('number'),
  BigInt: marks('number'),
  isFinite: marks('number'),
  'Number.isFinite': marks('number'),
  'Number.parseFloat': marks('number'),
  'Number.parseInt': marks('number'),
  Date: marks('date'),
  'Date.parse': marks('date'),
  atob: marks('text'),
  'JSON.parse': (_, call) => either(...wantsIn(first(call)).map(asWant(jsonOf))),
  'JSON.stringify': (_, call) => ({ kind: 'pieces', pieces: textsIn(first(call), 0) }),
  RegExp: (_, { args: [source = UNKNOWN, flags = UNKNOWN] }) => {
    const [text] = source.kind === 'regex' ? [source.source] : scalarsIn(source);
    const [given = ''] = scalarsIn(flags);
    return typeof text === 'string' ? { kind: 'regex', source: text, flags: String(given) } : UNKNOWN;
  },
  fetch: (interpreter, { args: [url = UNKNOWN, options = UNKNOWN] }) =>
    interpreter.request(
      [...textsIn(url, 0), ...textsIn(memberValue(options, 'body'), 0)].filter((one) => one !== null),
    ),
};

/** A call of a name that no module declares. */
export function callNamed(interpreter: Interpreter, call: NamedCall): Value {
  const { name } = call;
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name]?.(interpreter, call) ?? UNKNOWN;
  if (name.startsWith('Math.')) marks('number')(interpreter, call);
  return UNKNOWN;
}

function asWant(part: (want: Want) => Want): (want: Want) => Value {
  return (want) => ({ kind: 'want', want: part(want) });
}

function settled(value: Value): Value {
  return either(...choices(value).map((one) => (one.kind === 'list' ? one : listOf(itemsOf(one)))));
}

function pairOf(value: Value): Value {
  const item = valuesOf(value);
  return { kind: 'list', at: [UNKNOWN, item], item };
}

/** Every value of an object whose keys the code does not name. */
function valuesOf(value: Value): Value {
  return either(
    ...choices(value).map((one): Value => {
      if (one.kind === 'want') return { kind: 'want', want: itemOf(one.want, 'entries') };
      if (one.kind === 'record') return either(...one.members.values(), one.rest);
      return one.kind === 'list' ? one.item : UNKNOWN;
    }),
  );
}

/** The texts that a value is written with, whatever is between them. */
function textsIn(value: Value, level: number): (string | null)[] {
  if (level > 8) return [];
  switch (value.kind) {
    case 'pieces':
      return [...value.pieces];
    case 'scalar':
      return value.of.length === 1 && typeof value.of[0] === 'string' ? [value.of[0]] : [null];
    case 'record':
      return [...value.members.values()].flatMap((member) => textsIn(member, level + 1));
    case 'list':
      return (value.at ?? []).flatMap((member) => textsIn(member, level + 1));
    default:
      return [null];
  }
}

import { splitWords } from '../../../../keys/logic/name-words.js';
import type { ErrorCode } from '../../../../problems/error-codes.js';
import type { Problem } from '../../../../problems/problem.js';
import {
  allowsValue,
  listValues,
  type ParameterType,
  parseParameterType,
  readAs,
  splitCall,
  undeclaredIn,
} from '../../../../rules/schema/parameter-type.js';
import { checkLimits } from '../../../../rules/schema/parameters.js';
import {
  describeFound,
  type Item,
  isText,
  isTextList,
  type Members,
  memberOf,
  objectItems,
  objectMembers,
  parametersOf,
} from '../../../../rules/schema/schema-members.js';
import type { ValuePath } from '../../../../sources/logic/module-reading.js';
import { type Placeholder, placeholdersIn } from '../../../../sources/logic/placeholder.js';
import { METHODS } from '../../../../spec/schema-main.js';
import type { Change } from '../changes.js';

/** Codes of the findings that `fix` corrects, which `--only` takes. */
export const CORRECTIONS = ['GATE-019', 'GATE-027', 'SRC-006', 'VAL018', 'VAL032'] as const;

export type Correction = {
  readonly path: ValuePath;
  readonly args: NonNullable<Problem['args']>;
} & (
  | { readonly code: (typeof CORRECTIONS)[number]; readonly changes: readonly Change[] | null }
  /** A finding whose author has to decide. */
  | { readonly code: ErrorCode; readonly changes: null }
);

/**
 * Finds what can be corrected, and which findings of the same kind cannot.
 *
 * @param code the text of the module around the exported value: the handlers; null if some come from another module
 */
export function findCorrections(main: Members, code: string | null): Correction[] {
  const hasTools = Object.hasOwn(main, 'tools');
  const member = hasTools ? 'tools' : 'routes';
  const found = objectMembers(memberOf(main, member), [member]).flatMap((tool) => [
    ...correctMethod(tool),
    ...parametersOf(tool).flatMap((parameter) => [
      ...correctPlaceholder({ tool, parameter, main, code }),
      ...correctEnum(parameter),
      ...listWrongLimits(parameter),
    ]),
  ]);
  // Last, for the paths of the other changes name the member as it is.
  return [...found, ...correctRoutes(main)];
}

function correctMethod({ value, path }: Item): Correction[] {
  const method = memberOf(value, 'method');
  if (typeof method !== 'string' || METHODS.has(method) || !METHODS.has(method.toUpperCase())) return [];
  const at = [...path, 'method'];
  const change = { kind: 'replace', path: at, found: method, by: method.toUpperCase() } as const;
  return [{ code: 'VAL032', path: at, args: { found: describeFound(method) }, changes: [change] }];
}

function correctRoutes(main: Members): Correction[] {
  if (!Object.hasOwn(main, 'routes')) return [];
  const path = ['routes'];
  if (Object.hasOwn(main, 'tools')) return [{ code: 'VAL017', path, args: {}, changes: null }];
  return [{ code: 'VAL018', path, args: {}, changes: [{ kind: 'rename', path, to: 'tools' }] }];
}

interface Slot {
  readonly tool: Item;
  readonly parameter: Item;
  readonly main: Members;
  readonly code: string | null;
}

function correctPlaceholder(slot: Slot): Correction[] {
  const { parameter, main } = slot;
  const path = [...parameter.path, 'position', 'value'];
  const template = memberOf(memberOf(parameter.value, 'position'), 'value');
  const [first] = undeclaredIn(template, main);
  if (!first) return [];
  const isOnly = placeholdersIn(String(template)).length === 1;
  const tests = isOnly ? correctTests(slot, first) : null;
  const change = { kind: 'replace', path, found: first.slot, by: '{{USER_PARAM}}' } as const;
  return [{ code: 'GATE-019', path, args: { slot: first.slot }, changes: tests && [change, ...tests] }];
}

const KEY_WORD =
  /^(?:key|token|secret|password|passwd|pwd|bearer|auth|authorization|credentials?)$|(?:apikey|token|secret)$/;

/** Checks for the name of a key that belongs into `requiredServerParams`, whether a test gives it or not. */
function isKeyName(name: string): boolean {
  return splitWords(name).some((word) => KEY_WORD.test(word.toLowerCase()));
}

/** What code of a module holds that may fill a placeholder, whatever its name. */
const BRACES = /\{\{|%7B%7B|\\\{\\\{/i;

/**
 * The changes of tests that come with `{{USER_PARAM}}`: they name the value by the key of the parameter, and give it in its
 * type. Null if the placeholder may stand for something else than the caller's value.
 */
function correctTests({ tool, parameter, main, code }: Slot, { name }: Placeholder): Change[] | null {
  const key = keyOf(parameter.value);
  if (!isText(key) || key === '__proto__' || name.includes(':') || [name, key].some(isKeyName)) return null;
  // Code, the address or a header may have a use for it.
  if (code === null || BRACES.test(code) || new RegExp(`\\b${name}\\b`, 'i').test(code)) return null;
  const headers = memberOf(main, 'headers');
  const texts = [memberOf(main, 'root'), memberOf(tool.value, 'path'), ...Object.values(headers ?? {})];
  if (texts.some((text) => holdsPlaceholder(text, name))) return null;
  const tests = objectItems(memberOf(tool.value, 'tests'), [...tool.path, 'tests']);
  const keyed = tests.filter(({ value }) => Object.hasOwn(value, key));
  const named = name === key ? [] : tests.filter(({ value }) => Object.hasOwn(value, name));
  const type = parseParameterType(parameter.value);
  if (keyed.length + named.length === 0 && !type?.optional) return null;
  const others = parametersOf(tool).filter(({ path }) => path.at(-1) !== parameter.path.at(-1));
  const isClear =
    others.every(({ value }) => keyOf(value) !== key) &&
    named.every(
      ({ value }) => !Object.hasOwn(value, key) && others.every((one) => !isNamed(one.value, name)),
    );
  if (!isClear) return null;
  return [
    ...named.flatMap((test) => giveType([...test.path, name], test.value[name], type)),
    ...keyed.flatMap((test) => giveType([...test.path, key], test.value[key], type)),
    ...named.map(({ path }): Change => ({ kind: 'rename', path: [...path, name], to: key })),
  ];
}

function keyOf(parameter: Members): unknown {
  return memberOf(memberOf(parameter, 'position'), 'key');
}

function holdsPlaceholder(text: unknown, name: string): boolean {
  return typeof text === 'string' && placeholdersIn(text).some((found) => found.name === name);
}

/** Runtimes refuse "5" for a `number()`. While nobody declared the parameter, nothing was said of it. */
function giveType(path: ValuePath, value: unknown, type: ParameterType | undefined): Change[] {
  if (typeof value !== 'string' || (type?.kind !== 'number' && type?.kind !== 'boolean')) return [];
  const meant = readAs(type.kind, value);
  const isSame = (typeof meant === 'number' || typeof meant === 'boolean') && String(meant) === value;
  return isSame && allowsValue(type, meant) ? [{ kind: 'set', path, value: meant }] : [];
}

/** Checks whether a parameter has this key or uses this placeholder. */
function isNamed(parameter: Members, name: string): boolean {
  const template = memberOf(memberOf(parameter, 'position'), 'value');
  return keyOf(parameter) === name || holdsPlaceholder(template, name);
}

/** `enum()` with `values(a,b)` becomes `enum(a,b)`: runtimes do not know the option. */
function correctEnum({ value, path }: Item): Correction[] {
  const z = memberOf(value, 'z');
  const [primitive, options] = [memberOf(z, 'primitive'), memberOf(z, 'options')];
  const [kind, inside] = (typeof primitive === 'string' ? splitCall(primitive) : undefined) ?? [];
  if (kind !== 'enum' || inside?.trim() !== '' || !isTextList(options)) return [];
  const calls = options.map((option) => splitCall(option));
  const isValues = (call: (typeof calls)[number]) => call?.[0] === 'values';
  const at = calls.findIndex(isValues);
  const isOnly = calls.filter(isValues).length === 1;
  const values = calls[at]?.[1];
  if (values === undefined || listValues(values).includes('')) return [];
  const changes: Change[] = [
    { kind: 'replace', path: [...path, 'z', 'primitive'], found: `(${inside})`, by: `(${values})` },
    { kind: 'remove', path: [...path, 'z', 'options', at] },
  ];
  return [
    {
      code: 'GATE-027',
      path: [...path, 'z', 'primitive'],
      args: { option: String(options[at]) },
      changes: isOnly ? changes : null,
    },
  ];
}

function listWrongLimits(parameter: Item): Correction[] {
  const found: Correction[] = [];
  const path = [...parameter.path, 'z', 'options'];
  checkLimits(parameter, (code, _, args) => {
    if (args) found.push({ code, path, args, changes: null });
  });
  return found;
}

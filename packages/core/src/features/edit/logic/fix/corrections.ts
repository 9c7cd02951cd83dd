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

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE']);

/**
 * Finds what can be corrected, and which findings of the same kind cannot.
 *
 * @param code the text of the module around the exported value: the handlers
 */
export function findCorrections(main: Members, code: string): Correction[] {
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
  readonly code: string;
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

/** A key that belongs into `requiredServerParams`, whether a test gives it or not. */
const KEY_NAME = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD)$/i;

/**
 * The changes of tests that come with `{{USER_PARAM}}`: they name the value by the key of the parameter, and give it in its
 * type. Null if the placeholder may stand for something else than the caller's value.
 */
function correctTests({ tool, parameter, code }: Slot, { slot, name }: Placeholder): Change[] | null {
  const key = memberOf(memberOf(parameter.value, 'position'), 'key');
  if (!isText(key) || name.includes(':') || KEY_NAME.test(name)) return null;
  // Handler code or the path fills it.
  if (code.includes(slot) || String(memberOf(tool.value, 'path')).includes(slot)) return null;
  const tests = objectItems(memberOf(tool.value, 'tests'), [...tool.path, 'tests']);
  const keyed = tests.filter(({ value }) => Object.hasOwn(value, key));
  const named = name === key ? [] : tests.filter(({ value }) => Object.hasOwn(value, name));
  const type = parseParameterType(parameter.value);
  if (keyed.length + named.length === 0 && !type?.optional) return null;
  const isClear =
    named.length === 0 ||
    (!new RegExp(`\\b${name}\\b`).test(code) &&
      parametersOf(tool).every(
        ({ value, path }) => path.at(-1) === parameter.path.at(-1) || !isNamed(value, name),
      ));
  if (!isClear) return null;
  return [
    ...named.flatMap((test) => giveType([...test.path, name], test.value[name], type)),
    ...keyed.flatMap((test) => giveType([...test.path, key], test.value[key], type)),
    ...named.map(({ path }): Change => ({ kind: 'rename', path: [...path, name], to: key })),
  ];
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
  const position = memberOf(parameter, 'position');
  const template = memberOf(position, 'value');
  return (
    memberOf(position, 'key') === name ||
    placeholdersIn(typeof template === 'string' ? template : '').some((other) => other.name === name)
  );
}

/** `enum()` with `values(a,b)` becomes `enum(a,b)`: runtimes do not know the option. */
function correctEnum({ value, path }: Item): Correction[] {
  const z = memberOf(value, 'z');
  const [primitive, options] = [memberOf(z, 'primitive'), memberOf(z, 'options')];
  const [kind, inside] = (typeof primitive === 'string' ? splitCall(primitive) : undefined) ?? [];
  if (kind !== 'enum' || inside?.trim() !== '' || !isTextList(options)) return [];
  const calls = options.map((option) => splitCall(option));
  const at = calls.findIndex((call) => call?.[0] === 'values');
  const values = calls[at]?.[1];
  if (values === undefined || listValues(values).includes('')) return [];
  const changes: Change[] = [
    { kind: 'replace', path: [...path, 'z', 'primitive'], found: `(${inside})`, by: `(${values})` },
    { kind: 'remove', path: [...path, 'z', 'options', at] },
  ];
  return [
    { code: 'GATE-027', path: [...path, 'z', 'primitive'], args: { option: String(options[at]) }, changes },
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

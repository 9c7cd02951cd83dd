import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Parameters and the shared lists they draw on. */
export const parameterCodes = {
  VAL040: {
    severity: 'error',
    text: '{member} is {found}; a parameter is an object with the objects position and z',
    hint: 'Write `{ position: { key, value, location }, z: { primitive, options } }`.',
  },
  VAL041: {
    severity: 'error',
    text: 'position.key is {found}; text was expected',
    hint: 'Name the parameter as the API does.',
  },
  VAL042: {
    severity: 'error',
    text: 'position.value is {found}; text was expected',
    hint: 'Write {{USER_PARAM}} for input, {{SERVER_PARAM:NAME}} for a key, or the fixed text.',
  },
  VAL043: {
    severity: 'error',
    text: 'position.location is {found}; insert, query or body was expected',
    hint: 'Say where the value goes.',
  },
  VAL044: {
    severity: 'error',
    text: 'z.primitive is {found}; string(), number(), boolean(), array(), object() or enum(a,b) was expected',
    hint: 'Write the type with its parentheses; limits go into options.',
  },
  VAL045: {
    severity: 'error',
    text: 'z.options is {found}; a list of texts was expected',
    hint: 'Write [] if there are none.',
  },
  VAL046: {
    severity: 'error',
    text: '{found} has an empty value',
    hint: 'List the values without a gap: enum(a,b); a values(…) option is read as well.',
  },
  VAL047: {
    severity: 'error',
    text: '{found} draws on a shared list outside of enum()',
    hint: 'Use enum({{list:field}}).',
  },
  VAL048: {
    severity: 'error',
    text: 'the list "{list}" is used but not declared in main.sharedLists',
    hint: 'Add `{ ref: "{list}", version: "…" }` to sharedLists.',
  },
  VAL049: {
    severity: 'error',
    text: 'the list "{list}" has no field "{field}"',
    hint: 'Use one of its fields: {fields}.',
  },
  VAL050: {
    severity: 'warning',
    text: 'the insert parameter "{key}" has no place in the path',
    hint: 'Put {{{key}}} or :{key} where it belongs; a tool whose handler builds the address may go without.',
  },
  VAL070: {
    severity: 'error',
    text: 'ref of the shared list is {found}; text was expected',
    hint: 'Name the list.',
  },
  VAL071: {
    severity: 'error',
    text: 'version of the shared list is {found}; x.y.z was expected',
    hint: 'Name the version of the list the schema was written for.',
  },
  VAL072: {
    severity: 'warning',
    text: 'the shared list "{list}" can not be found',
    hint: 'Put it into a folder _lists beside the providers; tools that need it can not be tried until then.',
  },
  VAL073: {
    severity: 'warning',
    text: 'the shared list "{list}" is there in version {found}; {expected} was asked for',
    hint: 'Check the schema against the list and name its version.',
  },
  VAL074: {
    severity: 'error',
    text: 'filter of the shared list is {found}; an object with a key and one of exists, value or in was expected',
    hint: 'Write for example `filter: { key: "etherscanAlias", exists: true }`.',
  },
  VAL075: {
    severity: 'warning',
    text: 'the shared list "{list}" is declared but no parameter uses it',
    hint: 'Remove it from sharedLists.',
  },
  VAL077: {
    severity: 'error',
    text: 'a parameter knows no member "{key}"',
    hint: 'Remove it or correct its spelling.',
  },
  VAL107: {
    severity: 'warning',
    text: 'the values written out here are those of the shared list "{list}", field "{field}"',
    hint: 'Draw on the list instead: enum({{{list}:alias}}).',
  },
  'GATE-002': {
    severity: 'warning',
    text: 'the parameter "{key}" goes into the body of a {method} request, which has none',
    hint: 'Use query, or POST or PUT.',
  },
  'GATE-019': {
    severity: 'warning',
    text: '{slot} is declared nowhere: nothing but handler code can fill it',
    hint: 'Write {{USER_PARAM}} for a value of the caller, or declare the key in main.requiredServerParams. A request that still holds it is not sent.',
  },
  'GATE-020': {
    severity: 'warning',
    text: 'no value is allowed: min({min}) is above max({max})',
    hint: 'Correct the limits.',
  },
  'GATE-021': {
    severity: 'warning',
    text: 'the default is {found}; {expected} does not allow that',
    hint: 'Correct the default, or what the parameter allows.',
  },
} satisfies Record<string, ErrorCodeRow>;

import { Island } from '../island/island.js';
import { isRecord } from '../values/is-record.js';

/** What an argument of a public function has to be. */
export interface Kind {
  /** What was expected, for the message. */
  readonly what: string;
  readonly is: (value: unknown) => boolean;
  readonly isOptional?: true;
  /** null is a value, or counts as left out. */
  readonly isNullable?: true;
  /** A text without a visible character counts as missing. */
  readonly isText?: true;
}

function kind(what: string, is: (value: unknown) => boolean): Kind {
  return { what, is };
}

const isVisible = (value: unknown) => typeof value === 'string' && /\S/.test(value);
/** A hole of a list is no element. */
const isListOf = (value: unknown, is: (item: unknown) => boolean) =>
  Array.isArray(value) && Array.from(value).every(is);

export const text: Kind = { ...kind('text', (value) => typeof value === 'string'), isText: true };
export const object = kind('an object', isRecord);
export const list = kind('a list', (value) => isListOf(value, (item) => item !== undefined));
export const texts = kind('a list of texts that are not empty', (value) => isListOf(value, isVisible));
export const allOrTexts = kind(
  'true for all, or a list of texts that are not empty',
  (value) => value === true || texts.is(value),
);
export const someTexts = kind(
  'a list of at least one text',
  (value) => texts.is(value) && Array.from(value as []).length > 0,
);
export const flag = kind('true or false', (value) => typeof value === 'boolean');
export const number = kind(
  'a finite number of 0 or more',
  (value) => Number.isFinite(value) && Number(value) >= 0,
);
export const count = kind(
  'a whole number of 1 or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
);
export const callable = kind('a function', (value) => typeof value === 'function');
export const moment = kind(
  'a Date or an ISO-8601 time such as 2026-03-01T10:00:00Z',
  (value) => typeof value === 'string' || value instanceof Date,
);
export const content = kind(
  'text or bytes',
  (value) => typeof value === 'string' || value instanceof Uint8Array,
);
export const any = kind('a value', (value) => value !== null);
export const island = kind('an Island', (value) => value instanceof Island);
export const shard = kind('{ index, count } with an index of 1 to count', (value) => {
  if (!isRecord(value)) return false;
  const { index, count: all } = value;
  return count.is(index) && count.is(all) && Number(index) <= Number(all);
});

export function optional(of: Kind): Kind {
  return { ...of, isOptional: true };
}

export function orNull(of: Kind): Kind {
  return { ...of, isNullable: true };
}

export function oneOf(words: readonly string[]): Kind {
  return kind(`one of ${words.join(', ')}`, (value) => words.some((word) => word === value));
}

export function listOf(words: readonly string[]): Kind {
  return kind(`a list of ${words.join(', ')}`, (value) => isListOf(value, oneOf(words).is));
}

import { isText, memberOf } from '../../../rules/schema/schema-members.js';
import {
  type ListEntry,
  listEntries,
  parseReference,
  referenceText,
} from '../../../rules/selection/references.js';
import { canonicalJson } from '../../../spec/hash.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import { isRecord } from '../../../values/is-record.js';

const ABOUT = 'about';

/** How a definition declares that the selection has an About (grading specification 11, Detection). */
export const ABOUT_DECLARATION = { name: ABOUT, source: 'markdown', origin: 'inline' } as const;

/**
 * The About inside a selection: `resources.about` as a string or as an object with a string in `content` or `text`, or
 * an object like that in a list, with the name `about`.
 *
 * @returns null if there is none
 */
export function findInlineAbout(selection: unknown): string | null {
  for (const entry of listEntries(selection, 'resources')) {
    if (nameOf(entry) !== ABOUT) continue;
    const { value } = entry;
    const text = [value, memberOf(value, 'content'), memberOf(value, 'text')].find(isText);
    if (text !== undefined) return text;
  }
  return null;
}

/** Checks whether the definition declares an About, in any form. */
export function isAboutDeclared(selection: unknown): boolean {
  return listEntries(selection, 'resources').some((entry) => nameOf(entry) === ABOUT);
}

/**
 * The parts of `resources` or `prompts` that belong to the selection and stay in its definition: inline content, plain
 * texts (in a definition with `members`), and references into its own namespace. They are sorted by their canonical
 * JSON.
 */
export function listOwn(
  selection: unknown,
  list: 'resources' | 'prompts',
  isOwn: (reference: string) => boolean,
): unknown[] {
  const own = listEntries(selection, list).flatMap((entry): unknown[] => {
    const text = referenceText(entry);
    if (text !== null) return isOwn(text) ? [text] : [];
    if (list === 'resources' && nameOf(entry) === ABOUT) return [];
    return [describeOwn(entry)];
  });
  return sortOnce(own);
}

/** Sorts values by their canonical JSON and removes duplicates. */
export function sortOnce(values: readonly unknown[]): unknown[] {
  const byText = new Map(values.map((value) => [canonicalJson(value), value]));
  return [...byText].sort(([a], [b]) => byCodeUnit(a, b)).map(([, value]) => value);
}

export function isInNamespace(text: string, namespace: string): boolean {
  return parseReference(text)?.namespace === namespace;
}

function nameOf({ key, value }: ListEntry): unknown {
  return key ?? memberOf(value, 'name');
}

/** Describes both forms alike: a list of named items means the same as an object that has these items as fields. */
function describeOwn({ key, value }: ListEntry): unknown {
  if (key === null) return value;
  return isRecord(value) ? { ...value, name: key } : { name: key, content: value };
}

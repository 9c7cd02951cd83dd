import { beginningOf } from '../../keys/logic/key-form-text.js';
import type { LintFound, LintView } from './lint.js';

// Access to data sent by a server, which may be anything.

/** Maximum number of characters of foreign text that a message shows. */
const MOST_SHOWN = 60;

/** Whether the value is absent, null or empty; false and 0 count too, because they are not strings either. */
export function isMissing(value: unknown): boolean {
  return !value;
}

/** Whether the value is missing, or is a string of nothing but white space. */
export function isBlank(value: unknown): boolean {
  return isMissing(value) || (typeof value === 'string' && value.trim() === '');
}

/** The trimmed text; empty for anything that is not a string. */
export function trimmedText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export type Members = Readonly<Record<string, unknown>>;

/** The value if it has properties; lists are accepted, because the rules require nothing stricter. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null ? (value as Members) : undefined;
}

/** Properties of a tool's schema; undefined if the tool has no schema or its schema has no properties. */
export function propertiesOf(tool: Members): Members | undefined {
  return membersOf(membersOf(tool.inputSchema)?.properties);
}

/** A violation at a property, or at the owner if the property is missing. */
export function foundAt(owner: Members, key: string, detail?: string): LintFound[] {
  return [{ ...(Object.hasOwn(owner, key) && { path: [key] }), ...(detail !== undefined && { detail }) }];
}

/** A violation at a property of the server's description of itself. */
export function foundInServerInfo(
  { snapshot, item }: Pick<LintView, 'snapshot' | 'item'>,
  key: string,
): LintFound[] {
  if (snapshot.serverInfo === undefined) return [{}];
  return [{ path: Object.hasOwn(item, key) ? ['serverInfo', key] : ['serverInfo'] }];
}

/** Quotes foreign text in a message: on one line, shortened if it is long. */
export function quote(text: string): string {
  const { shown } = beginningOf(text, MOST_SHOWN + 1);
  const clean = shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\uFFFD');
  return `"${clean.length > MOST_SHOWN ? `${clean.slice(0, MOST_SHOWN)}…` : clean}"`;
}

import type { LintFound, LintView } from './lint.js';

// Ways into what a server sent, which may be anything.

/** Most characters of a foreign text that a message shows. */
const MOST_SHOWN = 60;

/** Absent, null or empty; false and 0, which are no text either, as well. */
export function isMissing(value: unknown): boolean {
  return !value;
}

/** Missing, or a text of white space alone. */
export function isBlank(value: unknown): boolean {
  return isMissing(value) || (typeof value === 'string' && value.trim() === '');
}

/** The text without the white space around it; empty for what is no text. */
export function trimmedText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export type Members = Readonly<Record<string, unknown>>;

/** The value where it has members, a list too: the rules ask for no more. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null ? (value as Members) : undefined;
}

/** Properties of a tool's schema; undefined where there is no schema, or none in it. */
export function propertiesOf(tool: Members): Members | undefined {
  return membersOf(membersOf(tool.inputSchema)?.properties);
}

/** A violation at a member, or at its owner where the member is not there. */
export function foundAt(owner: Members, key: string, detail?: string): LintFound[] {
  return [{ ...(Object.hasOwn(owner, key) && { path: [key] }), ...(detail !== undefined && { detail }) }];
}

/** The same for what the server says of itself. */
export function foundInServerInfo({ snapshot, item }: LintView, key: string): LintFound[] {
  if (snapshot.serverInfo === undefined) return [{}];
  return [{ path: Object.hasOwn(item, key) ? ['serverInfo', key] : ['serverInfo'] }];
}

/** A foreign text for a message: in quotation marks, on one line, its beginning if it is long. */
export function quote(text: string): string {
  const clean = text.slice(0, MOST_SHOWN + 1).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\uFFFD');
  return `"${clean.length > MOST_SHOWN ? `${clean.slice(0, MOST_SHOWN)}…` : clean}"`;
}

import {
  isSafeName,
  isSchemaName,
  parseAsideName,
  parseEntryName,
  parseSnapshotName,
  parseTestName,
  parseTrialName,
} from '../../../island/logic/names.js';
import { isNamespaceName, isSelectionName } from '../../../island/logic/paths.js';
import type { AreaId, Flow } from '../../../spec/vocabulary.js';

/** The names in a path that a pattern such as `{schema}/tools/{tool}` leaves open. */
interface OpenNames {
  readonly schema?: string;
  /** Name of a tool's folder. */
  readonly tool?: string;
  readonly skill?: string;
  readonly list?: string;
}

/** Which folders a walk covers: those of a target, or those of the island outside the targets. */
export interface Home {
  readonly flow: Flow | 'island';
  /** Name of the namespace or selection; empty outside the targets. */
  readonly id: string;
}

/** A folder that may exist. */
export interface Place extends Home, OpenNames {
  /** Areas of the entries that it may contain. */
  readonly areas: readonly AreaId[];
}

/** The rule for each kind of name; a tool, a skill or a list may have any safe name. */
const GRAMMAR: Readonly<Record<string, (name: string) => boolean>> = {
  '{namespace}': isNamespaceName,
  '{selection}': isSelectionName,
  '{schema}': isSchemaName,
};

/** The names in the path of a folder; null if the path does not match the pattern. */
export function matchFolder(pattern: string, path: string): OpenNames | null {
  const [wanted, parts] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== parts.length) return null;
  const names: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const name = wanted[at] ?? '';
    if (name.startsWith('{') && (GRAMMAR[name] ?? isSafeName)(part)) names[name.slice(1, -1)] = part;
    else if (name !== part) return null;
  }
  return names;
}

/**
 * Checks the name of a file in a place. In a pattern, `{schema}` and the like stand for the names of the place, and `*`
 * for any visible name or, after `--`, for the time and hash of a snapshot.
 */
export function matchFile(pattern: string, file: string, place: Place): boolean {
  if (pattern === '{entry}') return parseEntryName(file) !== null;
  if (pattern === '{test}') return parseTestName(file) !== null;
  if (pattern === '{trial}') return parseTrialName(file) !== null;
  if (pattern === '{draft}' || pattern === '{opinion}')
    return parseAsideName(file)?.kind === pattern.slice(1, -1);
  const open: Readonly<Record<string, unknown>> = { ...place };
  const [head = '', end] = pattern.replace(/\{(\w+)\}/g, (_, name) => `${open[name]}`).split('*');
  if (end === undefined) return file === head;
  if (!file.endsWith(end)) return false;
  const rest = file.slice(0, -end.length);
  return head === '' ? /^[^.].*$/.test(rest) : parseSnapshotName(`${rest}.any`)?.name === head.slice(0, -2);
}

/**
 * Recognises the temporary name of a new file, of a replaced file or of an export. Returns the process ID if the name
 * contains one.
 */
export function temporaryOf(file: string): { readonly pid: number | null } | null {
  const [, pid] = /^\.(?:tmp|unfinished)-(\d+)-/.exec(file) ?? [];
  if (pid !== undefined) return { pid: Number(pid) };
  return /\.jsonl?\.\d+$/.test(file) ? { pid: null } : null;
}

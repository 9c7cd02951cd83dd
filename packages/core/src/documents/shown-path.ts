import { wellFormed } from './visible-text.js';

/** Absolute folders of this machine, which mean nothing to a reader elsewhere. */
export interface ReportFolders {
  /** Paths below this folder are shown relative to it. */
  readonly root: string;
  /** Shown as `~`. */
  readonly home: string;
}

/** Removes this machine's folders wherever they occur in a text. */
export function hideFolders(text: string, { root, home }: ReportFolders): string {
  const relative = replaceFolder(text, withoutEnd(root), '[/\\\\]', '');
  return replaceFolder(relative, withoutEnd(home), '(?=[/\\\\]|$|[^\\w.-])', '~');
}

/**
 * A file as a relative URI (RFC 3986): percent-encoded, with forward slashes.
 *
 * @returns undefined if the file can be reached from the root only through the home folder
 */
export function relativeUri(file: string, { root, home }: ReportFolders): string | undefined {
  const to = segmentsOf(file);
  if (!isAbsolute(file)) return encode(to);
  const from = segmentsOf(root);
  const shared = sharedLength(from, to);
  const up = from.slice(shared).map(() => '..');
  const below = to.slice(shared);
  const atHome = segmentsOf(home);
  const leadsHome = atHome.length > shared && sharedLength(atHome, to) === atHome.length;
  return leadsHome ? undefined : encode([...up, ...below]);
}

function isAbsolute(path: string): boolean {
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path);
}

function segmentsOf(path: string): string[] {
  const separator = /^([A-Za-z]:)?\\|^[A-Za-z]:\//.test(path) ? /[/\\]/ : /\//;
  return path.split(separator).filter((segment) => segment !== '' && segment !== '.');
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((segment, at) => segment !== b[at]);
  return different === -1 ? a.length : different;
}

function encode(segments: readonly string[]): string {
  return segments.map((segment) => encodeURIComponent(wellFormed(segment))).join('/');
}

function withoutEnd(folder: string): string {
  return folder.replace(/[/\\]+$/, '');
}

/** Replaces a folder only at the beginning of a path: `/ab` is not found in `/cd/ab`. */
function replaceFolder(text: string, folder: string, end: string, by: string): string {
  if (folder === '' || !text.includes(folder)) return text;
  const escaped = folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w.-])${escaped}${end}`, 'g'), by);
}

import { isUtf8 } from 'node:buffer';
import { lstatSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { beginningOf, holdsKeyForm } from '../keys/logic/key-form-text.js';
import { problem } from '../problems/error-codes.js';
import type { Problem, Where } from '../problems/problem.js';
import type { SchemaMain } from '../spec/schema-main.js';
import type { SelectionSource } from './find-sources.js';
import { readPlainFile } from './read-plain-file.js';

export type AboutReading =
  /** The schema declares no About. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'found';
      /** UTF-8 text, exactly as written. */
      readonly bytes: Buffer;
      readonly from: 'file' | 'inline';
      /** The file it was read from, if any. */
      readonly file?: string;
      readonly problems: readonly Problem[];
    }
  /** The schema declares an About, but it is not available. */
  | { readonly kind: 'broken'; readonly problems: readonly Problem[] };

export interface ReadAboutInput {
  /** Name of the file in messages. */
  readonly schemaFile: string;
  readonly main: SchemaMain;
  /** The provider folder; its subfolder `resources` holds the file. */
  readonly folder: string;
}

/** People and models read an About as a whole, so its size is limited. */
const MAX_BYTES = 1024 * 1024;
/** Stricter than a file system would be, because the name comes from a stranger and is joined to a path. */
const ABOUT_FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}\.md$/;
const PATH = 'main.resources.about';

/**
 * Reads the About that a schema declares (grading specification 11, Declaration Contract), from its file or from text
 * in the schema itself (`resources.about` as a string, or its `content` or `text`).
 *
 * All problems are warnings (ABT-001 to ABT-007): chapter 11 forbids refusing a schema because of its About.
 */
export function readAbout({ schemaFile, main, folder }: ReadAboutInput): AboutReading {
  const about = ownMember(main.resources, 'about');
  if (about === undefined) return { kind: 'none' };
  const inline = [about, ownMember(about, 'content'), ownMember(about, 'text')].find(isText);
  if (inline !== undefined) return readInline(inline, { file: schemaFile, path: PATH });
  const declared = checkDeclaration(about, main.namespace, schemaFile);
  if (declared.name === null) return { kind: 'broken', problems: declared.problems };
  const read = readFromFolder(folder, declared.name);
  if (read.kind === 'broken') return { ...read, problems: [...declared.problems, ...read.problems] };
  const { bytes, file } = read;
  return { kind: 'found', bytes, from: 'file', file, problems: declared.problems };
}

interface ReadSelectionAboutInput {
  readonly source: SelectionSource;
  /** As written, even if the gate has refused it: an id that is not a file name matches no file. */
  readonly selectionId: string;
  /** The text inside the definition; it takes precedence over a file. */
  readonly inline: string | null;
  /** Whether the definition declares an About. */
  readonly isDeclared: boolean;
}

/**
 * Reads the About of a selection, its domain knowledge (grading specification 10 and 11):
 * `resources/<selection>-about.md` beside the definition, or text inside the definition. The definition need not
 * declare it.
 *
 * @returns the About; ABT-002 only if it is declared but missing, other ABT warnings as for a namespace
 */
export function readSelectionAbout(input: ReadSelectionAboutInput): AboutReading {
  const { source, inline, isDeclared } = input;
  if (inline !== null) return readInline(inline, { file: source.file, path: 'selection.resources' });
  let missing: AboutReading | undefined;
  for (const name of listAboutNames(input)) {
    const read = readFromFolder(source.folder, name);
    if (read.kind === 'read') {
      return { kind: 'found', bytes: read.bytes, from: 'file', file: read.file, problems: [] };
    }
    if (read.problems.some(({ code }) => code !== 'ABT-002')) return read;
    missing ??= read;
  }
  return isDeclared && missing ? missing : { kind: 'none' };
}

/** File names derived from the selection's id, its file, and its own folder; the first file that exists counts. */
function listAboutNames({ source, selectionId }: ReadSelectionAboutInput): readonly string[] {
  const base = basename(source.file, extname(source.file));
  const names = [selectionId];
  if (base !== 'selection') names.push(base);
  if (source.ownsFolder) names.push(basename(resolve(source.folder)));
  return [...new Set(names)].map((name) => `${name}-about.md`).filter((name) => ABOUT_FILE_NAME.test(name));
}

/** Checks an About written inside a source in the same way as one in a file. */
export function readInline(text: string, where: Where): AboutReading {
  const bytes = Buffer.from(text, 'utf8');
  // A lone surrogate has no UTF-8 form, so the stored text would differ from the source.
  const found = bytes.toString('utf8') === text ? findFault(bytes) : notText('half of a character');
  if (found) return { kind: 'broken', problems: [problem(found.code, where, found.args)] };
  return { kind: 'found', bytes, from: 'inline', problems: [] };
}

/** The file name, or null with the reasons why no file can be looked up. */
function checkDeclaration(
  about: unknown,
  namespace: string,
  file: string,
): { readonly name: string | null; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  for (const [member, expected] of [
    ['source', 'markdown'],
    ['origin', 'inline'],
  ] as const) {
    const found = ownMember(about, member);
    if (found === expected) continue;
    const where = { file, path: `${PATH}.${member}` };
    problems.push(problem('ABT-001', where, { member, found: describe(found), expected: `"${expected}"` }));
  }
  const name = ownMember(about, 'name');
  const expected = `${namespace}-about.md`;
  const where = { file, path: `${PATH}.name` };
  if (typeof name !== 'string' || !ABOUT_FILE_NAME.test(name)) {
    return {
      name: null,
      problems: [...problems, problem('ABT-006', where, { found: describe(name), expected })],
    };
  }
  if (problems.length > 0) return { name: null, problems };
  return { name, problems: name === expected ? [] : [problem('ABT-007', where, { found: name, expected })] };
}

/** Reads the file with that name from the subfolder `resources`; never follows a link. */
function readFromFolder(
  folder: string,
  name: string,
):
  | { readonly kind: 'read'; readonly bytes: Buffer; readonly file: string }
  | { readonly kind: 'broken'; readonly problems: readonly Problem[] } {
  const resources = join(folder, 'resources');
  const file = join(resources, name);
  const broken = ({ code, args }: Fault) =>
    ({ kind: 'broken', problems: [problem(code, { file }, args)] }) as const;
  if (lstatSync(resources, { throwIfNoEntry: false })?.isSymbolicLink()) {
    return broken({ code: 'ABT-003', args: { reason: 'the resources folder is a symbolic link' } });
  }
  const read = readPlainFile(file, MAX_BYTES);
  if (read.kind === 'missing') return broken({ code: 'ABT-002', args: {} });
  if (read.kind === 'refused') return broken({ code: 'ABT-003', args: { reason: read.reason } });
  if (read.kind === 'too-large') return broken(TOO_LARGE);
  const fault = findFault(read.bytes);
  return fault ? broken(fault) : { kind: 'read', bytes: read.bytes, file };
}

interface Fault {
  readonly code: 'ABT-002' | 'ABT-003' | 'ABT-008' | 'ABT-005';
  readonly args: NonNullable<Problem['args']>;
}

const TOO_LARGE: Fault = { code: 'ABT-008', args: { limit: MAX_BYTES } };

function notText(found: string): Fault {
  return { code: 'ABT-005', args: { found } };
}

function findFault(bytes: Buffer): Fault | undefined {
  if (bytes.length > MAX_BYTES) return TOO_LARGE;
  if (!isUtf8(bytes)) return notText('bytes that are no UTF-8');
  if (bytes.includes(0)) return notText('a NUL byte');
  const text = bytes.toString('utf8');
  if (text.trim() === '') return notText('nothing');
  // The text would be copied into the island, where nothing is rewritten.
  return holdsKeyForm(text)
    ? { code: 'ABT-003', args: { reason: 'it contains something that has the form of a key' } }
    : undefined;
}

function ownMember(owner: unknown, key: string): unknown {
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, key)) return undefined;
  return Reflect.get(owner, key);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'string' ? JSON.stringify(beginningOf(value, 80).shown) : String(value);
}

import { formatJson, readDocument } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listSchemas, listSnapshots, newestSnapshot } from '../island/list-namespace.js';
import { formatSnapshotName, type SnapshotName, splitId } from '../island/logic/names.js';
import { aboutFolder, aboutName, skillFolder, snapshotFolder } from '../island/logic/paths.js';
import { readMembers } from '../island/read-namespace.js';
import { fatal, problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { isComputed, SANDBOX_ENGINE } from '../sandbox/evaluate-main.js';
import { parseModuleWithCode } from '../sources/code-facts.js';
import type { CodeFacts } from '../sources/logic/code-facts.js';
import { type ModuleReading, writtenBy } from '../sources/logic/module-reading.js';
import { parseModule } from '../sources/parse-module.js';
import { type EvaluatedMain, evaluatedMain } from '../spec/evaluated-main.js';
import { hashSchema, sha256 } from '../spec/hash.js';
import type { IndexSchema, NamespaceIndex, SnapshotRef } from '../spec/index-file.js';
import type { FailedSchema, MemberList } from '../spec/members.js';
import type { SchemaMain } from '../spec/schema-main.js';
import type { SkillSource } from '../spec/skill.js';

/** The part of a stored schema that its index needs. */
export interface SchemaOutline {
  readonly schema: string;
  /** Timestamp of the snapshot: the version of the schema (spec 15). */
  readonly version: string;
  readonly snapshot: SnapshotRef;
  /** In the order of the source. */
  readonly tools: readonly string[];
  /** Why the snapshot cannot be read; null if it was read. */
  readonly unreadable: string | null;
  /** The member of `main` that the handlers write to: null if there is none, absent if the snapshot was not read. */
  readonly writesTo?: string | null;
  /** Kept where a caller asks for it, so that the snapshot is parsed only once. */
  readonly content?: SchemaContent;
}

/** What a schema's snapshot holds, read without running any of its code. */
export interface SchemaContent {
  readonly main: SchemaMain;
  readonly text: string;
  readonly reading: ModuleReading;
  /** Facts about its code. */
  readonly code: CodeFacts;
}

export interface LoadedSchema extends SchemaOutline, SchemaContent {}

export interface LoadedAbout extends AboutOutline {
  readonly text: string;
}

export interface LoadedSkill extends SkillOutline {
  readonly source: SkillSource;
  readonly reading: ModuleReading;
}

/** The part of a namespace's About that its index needs. */
export interface AboutOutline {
  /** The schema that declares it. */
  readonly schema: string;
  readonly file: string;
  readonly hash: string;
}

export interface SkillOutline {
  readonly schema: string;
  readonly skill: string;
  readonly file: string;
  readonly hash: string;
}

export interface NamespaceOutline {
  readonly schemas: readonly SchemaOutline[];
  /** Schemas whose file does not pass the gate; `schemas` has those of which there is an earlier snapshot. */
  readonly failed: readonly FailedSchema[];
  readonly about: AboutOutline | null;
  /** Sorted by schema and name. */
  readonly skills: readonly SkillOutline[];
  /** Schemas that are on disk, but absent from the newest member list (decision D20). */
  readonly retired: readonly string[];
}

/** A snapshot and its tools in order, from an index or from an earlier read; without one, nothing is known. */
type KnownSchema = Pick<IndexSchema, 'snapshot'> &
  Pick<SchemaOutline, 'writesTo' | 'content'> & { readonly tools: Readonly<Record<string, unknown>> };
export type KnownSchemas = Readonly<Record<string, KnownSchema>>;

/**
 * The current schemas of a namespace. A snapshot is never rewritten, so what the previous index records about the same
 * file still holds, and the file need not be read again.
 *
 * @param known contents of snapshots that are already known; all other snapshots are read
 * @param keep whether to keep the contents of the snapshots that are read
 * @throws GradingError IDX-013 if a member has no snapshot: no grade can be given without it
 */
export function outlineNamespace(
  island: Island,
  namespace: string,
  known: KnownSchemas,
  keep = false,
): NamespaceOutline {
  const members = readMembers(island, namespace);
  const onDisk = listSchemas(island, namespace);
  const failed = members?.failed ?? [];
  const named = members && new Set([...members.schemas, ...failed.map(({ schema }) => schema)]);
  const current = named ? onDisk.filter((schema) => named.has(schema)) : onDisk;
  const schemas = current.flatMap((schema) => {
    const newest = newestSnapshot(island, namespace, schema);
    return newest ? [outlineSchema(island, namespace, newest, { known: ownOf(known, schema), keep })] : [];
  });
  const missing = members?.schemas.find((member) => !schemas.some(({ schema }) => schema === member));
  if (missing !== undefined) {
    const file = snapshotFolder(namespace, missing);
    throw fatal('IDX-013', { file }, { schema: missing, namespace });
  }
  return {
    schemas,
    failed,
    about: outlineAbout(island, namespace, members),
    skills: (members?.skills ?? []).flatMap((id) => outlineSkill(island, namespace, id)),
    // An interrupted import may have left an empty folder.
    retired: onDisk.filter(
      (schema) => !current.includes(schema) && newestSnapshot(island, namespace, schema) !== null,
    ),
  };
}

function outlineAbout(island: Island, namespace: string, members: MemberList | null): AboutOutline | null {
  if (members?.about === undefined) return null;
  const folder = aboutFolder(namespace, members.about);
  const newest = listSnapshots(island, folder, aboutName(namespace)).at(-1);
  return newest ? { schema: members.about, file: `${folder}/${newest.file}`, hash: newest.hash } : null;
}

function outlineSkill(island: Island, namespace: string, id: string): SkillOutline[] {
  const [schema, skill] = splitId(id);
  const folder = skillFolder(namespace, schema, skill);
  const newest = listSnapshots(island, folder, skill).at(-1);
  return newest ? [{ schema, skill, file: `${folder}/${newest.file}`, hash: newest.hash }] : [];
}

/** Reads a schema's content; null if its snapshot can no longer be read, or has been changed since its import. */
export function loadSchema(island: Island, namespace: string, outline: SchemaOutline): LoadedSchema | null {
  if (outline.content) return { ...outline, ...outline.content };
  const path = `${snapshotFolder(namespace, outline.schema)}/${outline.snapshot.file}`;
  const text = island.readText(path);
  const content = text === null ? undefined : readContent(island, path, text, outline.snapshot.hash).content;
  return content ? { ...outline, ...content } : null;
}

function readContent(island: Island, path: string, text: string, hash: string) {
  const { reading: read, code } = parseModuleWithCode(text, { exports: ['main', 'schema'] });
  const reading = withEvaluatedMain(island, path, read);
  const main = mainOf(reading, hash);
  const content = main && code && { main, text, reading, code };
  return { main, writesTo: writtenBy(reading), ...(content && { content }) };
}

/** The main in a schema's snapshot; null if it can no longer be read, or has been changed since its import. */
export function readMain(
  island: Island,
  namespace: string,
  { schema, snapshot, content }: Pick<SchemaOutline, 'schema' | 'snapshot' | 'content'>,
): SchemaMain | null {
  if (content) return content.main;
  const path = `${snapshotFolder(namespace, schema)}/${snapshot.file}`;
  const bytes = island.readBytes(path);
  return bytes && readBriefly(island, path, bytes, snapshot.hash).main;
}

/**
 * The part of main that a schema's handlers write to, or null; reads the schema's snapshot if that has not been done
 * yet.
 */
export function readWrite(island: Island, namespace: string, outline: SchemaOutline): string | null {
  if (outline.writesTo !== undefined || outline.unreadable !== null) return outline.writesTo ?? null;
  const path = `${snapshotFolder(namespace, outline.schema)}/${outline.snapshot.file}`;
  const bytes = island.readBytes(path);
  if (!bytes?.includes('handlers')) return null;
  if (island.readings) return readBriefly(island, path, bytes, outline.snapshot.hash).writesTo;
  // Without kept readings, main need not be hashed.
  return writtenBy(parseModule(bytes.toString('utf8'), { exports: ['main', 'schema'] }));
}

/**
 * The main in a snapshot and what its handlers write to: from a kept reading if the command believes readings, otherwise from
 * the syntax tree.
 *
 * @param hash the hash in the snapshot's name
 * @returns `main` is null if it cannot be read or does not match the hash
 */
function readBriefly(island: Island, path: string, bytes: Buffer, hash: string) {
  const { readings } = island;
  const fileSha256 = readings ? sha256(bytes) : '';
  const kept = readings?.find(fileSha256, hash);
  if (kept) return kept;
  const literal = parseModule(bytes.toString('utf8'), { exports: ['main', 'schema'] });
  const reading = withEvaluatedMain(island, path, literal);
  const main = mainOf(reading, hash);
  const writesTo = writtenBy(reading);
  if (main && reading === literal) readings?.keep(fileSha256, { main, writesTo });
  return { main, writesTo };
}

/** Why a snapshot imported by an earlier version is not tested: its handler code writes to main. */
export function writingProblem(path: string): Problem {
  return problem('SRC-010', undefined, { what: 'handler code', path });
}

/** The mains of schemas, by the schema's name, read from their snapshots; those that cannot be read are left out. */
export function readMains(
  island: Island,
  namespace: string,
  schemas: Readonly<Record<string, Pick<IndexSchema, 'snapshot'>>>,
): Record<string, SchemaMain> {
  const mains = Object.entries(schemas).flatMap(([schema, { snapshot }]) => {
    const main = snapshot && readMain(island, namespace, { schema, snapshot });
    return main ? [[schema, main] as const] : [];
  });
  return Object.fromEntries(mains);
}

/** Reads the About's text; null if its snapshot is gone. */
export function loadAbout(island: Island, outline: AboutOutline | null): LoadedAbout | null {
  const text = outline && island.readText(outline.file);
  return outline && text !== null ? { ...outline, text } : null;
}

/** Reads a skill's content; null if its snapshot can no longer be read. */
export function loadSkill(island: Island, outline: SkillOutline): LoadedSkill | null {
  const text = island.readText(outline.file);
  if (text === null) return null;
  const reading = parseModule(text, { exports: ['skill'] });
  if (reading.problems.length > 0 || !isSkill(reading.value)) return null;
  return { ...outline, source: reading.value, reading };
}

/** The content of the readable snapshots, with which the index can be derived again: snapshots are never rewritten. */
export function knownSchemas({ schemas }: NamespaceOutline): KnownSchemas {
  const readable = schemas.filter(({ unreadable }) => unreadable === null);
  return Object.fromEntries(
    readable.map(({ schema, snapshot, tools, writesTo, content }) => [
      schema,
      {
        ...{ snapshot, tools: Object.fromEntries(tools.map((tool) => [tool, true])) },
        ...(writesTo !== undefined && { writesTo }),
        ...(content && { content }),
      },
    ]),
  );
}

/** A schema in an index. */
export function knownSchema(index: NamespaceIndex | null, schema: string): IndexSchema | undefined {
  return index ? ownOf(index.schemas, schema) : undefined;
}

/** Looks only at own properties, because a schema may be named `constructor`. */
function ownOf<T>(schemas: Readonly<Record<string, T>>, schema: string): T | undefined {
  return Object.hasOwn(schemas, schema) ? schemas[schema] : undefined;
}

function outlineSchema(
  island: Island,
  namespace: string,
  newest: SnapshotName,
  { known, keep }: { readonly known: KnownSchema | undefined; readonly keep: boolean },
): SchemaOutline {
  const file = formatSnapshotName(newest);
  const head = { schema: newest.name, version: newest.timestamp };
  const tools = Object.keys(known?.tools ?? {});
  // If the index names no tools, the snapshot may have been unreadable, so it is read again.
  if (known?.snapshot?.file === file && known.snapshot.hash === newest.hash && tools.length > 0) {
    const { snapshot, writesTo, content } = known;
    const written = writesTo !== undefined && { writesTo };
    return { ...head, snapshot, tools, unreadable: null, ...written, ...(content && { content }) };
  }
  const path = `${snapshotFolder(namespace, newest.name)}/${file}`;
  const bytes = island.readBytes(path) ?? Buffer.alloc(0);
  const snapshot = { file, hash: newest.hash, fileSha256: sha256(bytes) };
  const { main, ...read } = keep
    ? readContent(island, path, bytes.toString('utf8'), newest.hash)
    : readBriefly(island, path, bytes, newest.hash);
  if (!main) return { ...head, snapshot, tools: [], unreadable: 'snapshot unreadable' };
  return { ...head, snapshot, tools: Object.keys(main.tools ?? {}), unreadable: null, ...read };
}

function isSkill(value: unknown): value is SkillSource {
  return typeof value === 'object' && value !== null && 'content' in value;
}

/**
 * The main of a snapshot; null if it cannot be read, or does not match the hash in the snapshot's name. Content with
 * that hash passed the gate at import, so it has the shape of a main.
 */
export function mainOf({ problems, value }: ModuleReading, hash: string): SchemaMain | null {
  if (problems.length > 0 || typeof value !== 'object' || value === null) return null;
  return hashSchema(value) === hash ? (value as SchemaMain) : null;
}

/** The file beside a snapshot with the value of its computed `main` at import (decision 0049). */
export function evaluatedMainPath(snapshotPath: string): string {
  return snapshotPath.replace(/\.mjs$/, '.main.json');
}

/** The path and bytes of the file for an evaluated `main`, ready to be written. */
export function placeEvaluatedMain(snapshotPath: string, bytes: Uint8Array, main: SchemaMain) {
  const evaluated: EvaluatedMain = { engine: SANDBOX_ENGINE, sourceSha256: sha256(bytes), main: { ...main } };
  return { path: evaluatedMainPath(snapshotPath), bytes: formatJson(evaluated) };
}

/** The content of a schema's snapshot: from its syntax tree, or, if `main` is computed, from the file beside it. */
export function readSnapshot(island: Island, path: string, text: string): ModuleReading {
  return withEvaluatedMain(island, path, parseModule(text, { exports: ['main', 'schema'] }));
}

/**
 * Takes a computed `main` from the file beside the snapshot; no code runs. If that file is damaged or missing, the
 * snapshot is unreadable.
 */
function withEvaluatedMain(island: Island, path: string, reading: ModuleReading): ModuleReading {
  if (!isComputed(reading)) return reading;
  const stored = readDocument(island, evaluatedMainPath(path), evaluatedMain);
  if (!stored || 'problem' in stored) return reading;
  return { ...reading, value: stored.value.main, problems: [], refused: [] };
}

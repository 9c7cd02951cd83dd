import { fatal } from '../../problems/error-codes.js';
import { sha256 } from '../../spec/hash.js';
import { HASH_PATTERN, TIMESTAMP_PATTERN } from '../../spec/name-patterns.js';
import { AREAS, type AreaId, BASE_PERSONAS, type Persona } from '../../spec/vocabulary.js';
import { byCodeUnit } from '../../values/code-unit-order.js';

/**
 * The grammar of the names in an island (spec 19); it deals with the text of a name alone. `paths.ts` says where each
 * name may occur.
 */

const TIMESTAMP = new RegExp(`^${TIMESTAMP_PATTERN}$`);
const SNAPSHOT = new RegExp(`^(.+)--(${TIMESTAMP_PATTERN})--(${HASH_PATTERN})\\.([A-Za-z0-9]+)$`);
const ENTRY = new RegExp(`^(.+)--(${TIMESTAMP_PATTERN})\\.json$`);
const TRIAL = new RegExp(`^(${TIMESTAMP_PATTERN})--(${HASH_PATTERN})\\.jsonl$`);
const TEST = /^test-([1-9]\d*)\.json$/;
const LENS = /^[a-z][a-z0-9-]*$/;
const SAFE = /^[A-Za-z0-9_-]+$/;
const MAX_NAME = 128;
/** Names that Windows reserves for devices in every folder. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
/** Folders of a namespace that are not schemas, besides those that begin with `_` or `.`. */
const RESERVED = new Set(['scores', 'evaluations']);

export interface SnapshotName {
  readonly file: string;
  readonly name: string;
  readonly timestamp: string;
  readonly hash: string;
  readonly extension: string;
}

export interface EntryName {
  readonly file: string;
  readonly area: AreaId;
  readonly persona: Persona | null;
  readonly timestamp: string;
}

export interface TrialName {
  readonly file: string;
  readonly timestamp: string;
  readonly plan: string;
}

/**
 * Checks whether a name from outside may become a folder or file name: letters, digits, `_` and `-` only, and not a
 * device.
 */
export function isSafeName(name: string): boolean {
  return name.length <= MAX_NAME && SAFE.test(name) && !isDeviceName(name);
}

/** Checks for a name under which Windows can neither create nor clone a folder. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}

/**
 * Returns the same text for names that some disks treat as one because they differ only in case, or in how their
 * letters are composed.
 */
export function foldName(name: string): string {
  // Convert to upper case and then to lower case, because some letters have two lower-case or two upper-case forms.
  return name.toUpperCase().toLowerCase().normalize('NFKC');
}

/**
 * Finds names that some disks treat as one.
 *
 * @returns for each name that matches an earlier one, that name and the earlier one
 */
export function findAlike(names: readonly string[]): [name: string, other: string][] {
  const first = new Map<string, string>();
  return [...new Set(names)].flatMap((name): [string, string][] => {
    const folded = foldName(name);
    const other = first.get(folded);
    if (other !== undefined) return [[name, other]];
    first.set(folded, name);
    return [];
  });
}

/**
 * Checks whether a name may be a schema's folder. Names beginning with `_` and the folders of runs are taken (spec 19).
 */
export function isSchemaName(name: string): boolean {
  return isSafeName(name) && !name.startsWith('_') && !RESERVED.has(name);
}

/**
 * Folder of a tool: its name if that is safe, otherwise a readable part of it and a hash of the whole. Production
 * schemas have tools named `/wallets/:address/chains`; the specification's camelCase rule is only a warning (decision
 * D22).
 */
export function toolFolderName(tool: string): string {
  if (isSafeName(tool)) return tool;
  const readable = tool
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${readable}--${sha256(tool).slice(0, 8)}`;
}

/**
 * `YYYY-MM-DDTHH-MM-SSZ`, in UTC.
 *
 * @throws GradingError ISL-008 for a year without four digits: no reader would accept such a name
 */
export function formatTimestamp(date: Date): string {
  const iso = date.toISOString();
  if (!/^\d{4}-/.test(iso))
    throw fatal('ISL-008', undefined, { clock: iso, reason: 'a year has four digits' });
  return timestampOfIso(iso);
}

/** Converts a UTC time in ISO format to a timestamp, without checking that the time is valid. */
export function timestampOfIso(iso: string): string {
  return `${iso.slice(0, 19).replaceAll(':', '-')}Z`;
}

/** Converts a timestamp to a time; null if the time is not valid (month 13, hour 25 …). */
export function parseTimestamp(text: string): Date | null {
  if (!TIMESTAMP.test(text)) return null;
  const iso = `${text.slice(0, 10)}T${text.slice(11, 19).replaceAll('-', ':')}Z`;
  const date = new Date(iso);
  // Date turns a day or hour that does not exist, such as February 30, into a later one. Comparing day and hour costs
  // much less than formatting the date again.
  const isKept =
    date.getUTCDate() === Number(text.slice(8, 10)) && date.getUTCHours() === Number(text.slice(11, 13));
  return isKept ? date : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LAST_MS = Date.parse('9999-12-31T23:59:59Z');

/** The last timestamp that counts: later names are more than a day ahead of the clock (decision 0083). */
export function latestToCount(now: Date): string {
  return formatTimestamp(new Date(Math.min(now.getTime() + DAY_MS, LAST_MS)));
}

/**
 * The timestamp for a new file in a folder: now, or one second after the newest timestamp there that counts. Within a
 * folder, timestamps keep increasing even if the clock is set back by up to a day (decisions D8 and 0083).
 *
 * @throws GradingError ISL-008 if that timestamp would be more than a day in the future
 */
export function nextTimestamp(now: Date, existing: readonly string[]): string {
  const wanted = formatTimestamp(now);
  const latest = latestToCount(now);
  const newest = existing.reduce((a, b) => (b > a && b <= latest ? b : a), '');
  if (wanted > newest) return wanted;
  const last = parseTimestamp(newest);
  const next = last ? formatTimestamp(new Date(last.getTime() + 1000)) : wanted;
  if (next <= latest) return next;
  const reason = `a file is named ${newest}, and a later name is not accepted until a second has passed`;
  throw fatal('ISL-008', undefined, { clock: now.toISOString(), reason });
}

export function formatSnapshotName(parts: Omit<SnapshotName, 'file'>): string {
  return `${parts.name}--${parts.timestamp}--${parts.hash}.${parts.extension}`;
}

/** Parses the name of a snapshot's file from the right, because the name in it may contain or begin with `--`. */
export function parseSnapshotName(file: string): SnapshotName | null {
  const [, name, timestamp, hash, extension] = SNAPSHOT.exec(file) ?? [];
  if (!name || !timestamp || !hash || !extension || !parseTimestamp(timestamp)) return null;
  return { file, name, timestamp, hash, extension };
}

/** The stored snapshots with the same name: all timestamps, and the sha256 of the newest file. */
export interface KnownSnapshots {
  readonly timestamps: readonly string[];
  readonly newestSha256: string;
}

/**
 * The name of a new snapshot, or null if the newest one has the same bytes. Only the newest is compared: content that
 * comes back later counts as new (decision D9).
 */
export function planSnapshotName({
  name,
  hash,
  extension,
  bytes,
  known,
  now,
}: {
  name: string;
  hash: string;
  extension: string;
  bytes: Uint8Array;
  known: KnownSnapshots | undefined;
  now: Date;
}): string | null {
  if (known?.newestSha256 === sha256(bytes)) return null;
  const timestamp = nextTimestamp(now, known?.timestamps ?? []);
  return formatSnapshotName({ name, timestamp, hash, extension });
}

export function formatEntryName(parts: Omit<EntryName, 'file'>): string {
  const persona = parts.persona ? `--${formatPersona(parts.persona)}` : '';
  return `${parts.area}${persona}--${parts.timestamp}.json`;
}

/** Parses `‹area›[--‹base›--‹lens›]--‹ts›.json`; null for any other name. */
export function parseEntryName(file: string): EntryName | null {
  const [, head, timestamp] = ENTRY.exec(file) ?? [];
  if (!head || !timestamp || !parseTimestamp(timestamp)) return null;
  const area = AREAS.find((id) => head === id || head.startsWith(`${id}--`));
  if (!area) return null;
  if (head === area) return { file, area, persona: null, timestamp };
  const slug = head.slice(area.length + 2);
  const base = BASE_PERSONAS.find((id) => slug.startsWith(`${id}--`));
  if (!base) return null;
  const lensId = slug.slice(base.length + 2);
  return LENS.test(lensId) ? { file, area, persona: { basePersonaId: base, lensId }, timestamp } : null;
}

/** The time in the name of an entry, a snapshot, or the evaluated value of a computed `main`; null for other names. */
export function timestampOf(file: string): string | null {
  const name = parseSnapshotName(file.replace(/\.main\.json$/, '.mjs')) ?? parseEntryName(file);
  return name?.timestamp ?? null;
}

/** The halves of `‹namespace›.‹schema›` or `‹schema›.‹skill›`; the first half never contains a dot. */
export function splitId(id: string): [owner: string, name: string] {
  const dot = id.indexOf('.');
  return dot < 0 ? [id, ''] : [id.slice(0, dot), id.slice(dot + 1)];
}

/** `‹timestamp›--‹hash8 of the plan›.jsonl`, of a trial. */
export function formatTrialName({ timestamp, plan }: Omit<TrialName, 'file'>): string {
  return `${timestamp}--${plan}.jsonl`;
}

export function parseTrialName(file: string): TrialName | null {
  const [, timestamp, plan] = TRIAL.exec(file) ?? [];
  return timestamp && plan && parseTimestamp(timestamp) ? { file, timestamp, plan } : null;
}

export function formatTestName(n: number): string {
  return `test-${n}.json`;
}

export function parseTestName(file: string): number | null {
  const [, n] = TEST.exec(file) ?? [];
  return n ? Number(n) : null;
}

/** What a grader answers beside the hand-in: a draft of one, or a second opinion. */
const ASIDE = /^(.+--.+)\.(?:(draft)-([a-z0-9-]+)\.jsonl|(opinion)-([a-z0-9-]+)\.scores\.json)$/;

interface AsideName {
  readonly kind: 'draft' | 'opinion';
  readonly taskId: string;
  /** Names the grader. */
  readonly slug: string;
}

/** `‹taskId›.draft-‹slug›.jsonl` or `‹taskId›.opinion-‹slug›.scores.json`. */
export function formatAsideName({ kind, taskId, slug }: AsideName): string {
  return `${taskId}.${kind}-${slug}.${kind === 'draft' ? 'jsonl' : 'scores.json'}`;
}

export function parseAsideName(file: string): AsideName | null {
  const [, taskId, draft, drafter, , other] = ASIDE.exec(file) ?? [];
  const slug = drafter ?? other;
  return taskId && slug ? { kind: draft ? 'draft' : 'opinion', taskId, slug } : null;
}

/** Sorts by time, oldest first. Sorting by the whole file name would sort by persona before time (decision D4). */
export function sortByTime<T extends { readonly timestamp: string; readonly file: string }>(
  names: readonly T[],
): T[] {
  return [...names].sort((a, b) => byCodeUnit(a.timestamp, b.timestamp) || byCodeUnit(a.file, b.file));
}

/** `‹base›--‹lens›`. */
export function formatPersona({ basePersonaId, lensId }: Persona): string {
  return `${basePersonaId}--${lensId}`;
}

/**
 * Parses a persona as written in file names and options: `‹base›--‹lens›`, or a base alone, which gets the lens
 * `general`.
 */
export function parsePersona(text: string): Persona | null {
  const base = BASE_PERSONAS.find((id) => text === id || text.startsWith(`${id}--`));
  if (!base) return null;
  const lensId = text === base ? 'general' : text.slice(base.length + 2);
  return LENS.test(lensId) ? { basePersonaId: base, lensId } : null;
}

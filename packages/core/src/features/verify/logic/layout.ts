import type { AreaId, Flow } from '../../../spec/vocabulary.js';
import {
  isSafeName,
  isSchemaName,
  parseEntryName,
  parseSnapshotName,
  parseTestName,
} from '../../../target/logic/names.js';

/** The folders and files that a target may have: everything else is a stray (spec 19). */

export interface Layout {
  readonly flow: Flow;
  /** The namespace, or the selection. */
  readonly name: string;
}

type FolderRole =
  | 'root'
  | 'scores'
  | 'evaluations'
  | 'gradings'
  | 'schema'
  | 'schema-snapshots'
  | 'tool'
  | 'tests'
  | 'skill'
  | 'about'
  | 'list'
  | 'definition'
  /** Contains folders only. */
  | 'group';

export interface FolderPlace {
  readonly role: FolderRole;
  readonly schema: string | null;
  /** Name of a tool's folder. */
  readonly tool: string | null;
  readonly skill: string | null;
  readonly list: string | null;
  /** Areas of the entries that it may contain. */
  readonly areas: readonly AreaId[];
}

type Pattern = readonly [path: string, role: FolderRole, ...areas: AreaId[]];

const PROVIDER: readonly Pattern[] = [
  ['', 'root'],
  ['scores', 'scores'],
  ['evaluations', 'evaluations'],
  ['_gradings', 'gradings', 'tools-aggregate-namespace', 'namespace-description'],
  ['_lists', 'group'],
  ['_lists/{list}', 'list'],
  ['{schema}', 'schema'],
  ['{schema}/schema', 'schema-snapshots'],
  ['{schema}/_gradings', 'gradings', 'tools-aggregate-schema'],
  ['{schema}/tools', 'group'],
  ['{schema}/tools/{tool}', 'tool'],
  ['{schema}/tools/{tool}/tests', 'tests'],
  ['{schema}/tools/{tool}/_gradings', 'gradings', 'single-test'],
  ['{schema}/skills', 'group'],
  ['{schema}/skills/{skill}', 'skill'],
  ['{schema}/skills/{skill}/_gradings', 'gradings', 'namespace-skills'],
  ['{schema}/resources', 'group'],
  ['{schema}/resources/about', 'about'],
  ['{schema}/resources/about/_gradings', 'gradings', 'about-namespace'],
];

const SELECTION: readonly Pattern[] = [
  ['', 'root'],
  ['scores', 'scores'],
  ['evaluations', 'evaluations'],
  ['_gradings', 'gradings', 'selection-aggregate'],
  ['selection', 'definition'],
  ['resources', 'group'],
  ['resources/about', 'about'],
  ['resources/about/_gradings', 'gradings', 'about-selection'],
  ['skills', 'group'],
  ['skills/{skill}', 'skill'],
  [
    'skills/{skill}/_gradings',
    'gradings',
    'selection-skills-L1',
    'selection-skills-L2',
    'selection-skills-L3',
  ],
];

/** The role of a folder in a target; null if a target has no such folder. */
export function placeFolder({ flow }: Layout, path: string): FolderPlace | null {
  const parts = path === '' ? [] : path.split('/');
  for (const [pattern, role, ...areas] of flow === 'provider' ? PROVIDER : SELECTION) {
    const names = matchPattern(pattern === '' ? [] : pattern.split('/'), parts);
    if (names) return { role, areas, schema: null, tool: null, skill: null, list: null, ...names };
  }
  return null;
}

function matchPattern(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const names: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const wanted = pattern[at];
    if (wanted === '{schema}' ? isSchemaName(part) : wanted?.startsWith('{') && isSafeName(part)) {
      names[wanted?.slice(1, -1) ?? ''] = part;
    } else if (wanted !== part) return null;
  }
  return names;
}

const ROOT_FILES = {
  'index.json': 'index',
  'lock-snapshot.json': 'lock-snapshot',
  'prompts.json': 'prompts',
  'state.json': 'state',
  'audit.jsonl': 'journal',
} as const;

export type FileKind =
  | (typeof ROOT_FILES)[keyof typeof ROOT_FILES]
  | 'summary'
  | 'members'
  | 'baseline'
  | 'schema'
  | 'evaluated-main'
  | 'skill'
  | 'about'
  | 'list'
  | 'definition'
  | 'entry'
  | 'test'
  | 'scores'
  | 'answers'
  | 'answered-scores';

/** The kind of a file in a folder of a target; null for a stray. */
export function kindOfFile(layout: Layout, place: FolderPlace, file: string): FileKind | null {
  switch (place.role) {
    case 'root':
      return rootKind(layout, file);
    case 'scores':
      return /^[^.].*\.json$/.test(file) ? 'scores' : null;
    case 'evaluations':
      if (/^[^.].*\.scores\.json$/.test(file)) return 'answered-scores';
      return /^[^.].*\.jsonl$/.test(file) ? 'answers' : null;
    case 'gradings':
      return parseEntryName(file) ? 'entry' : null;
    case 'schema':
      return file === 'summary.json' ? 'summary' : null;
    case 'schema-snapshots':
      if (isSnapshotOf(file.replace(/\.main\.json$/, '.mjs'), place.schema, 'mjs')) {
        return file.endsWith('.mjs') ? 'schema' : 'evaluated-main';
      }
      return null;
    case 'tests':
      return parseTestName(file) === null ? null : 'test';
    case 'skill':
      return isSnapshotOf(file, place.skill, 'mjs') ? 'skill' : null;
    case 'about':
      return isSnapshotOf(file, `${layout.name}-about`, 'md') ? 'about' : null;
    case 'list':
      return isSnapshotOf(file, place.list, 'json') ? 'list' : null;
    case 'definition':
      return isSnapshotOf(file, layout.name, 'json') ? 'definition' : null;
    default:
      return null;
  }
}

function rootKind({ flow }: Layout, file: string): FileKind | null {
  if (Object.hasOwn(ROOT_FILES, file)) return ROOT_FILES[file as keyof typeof ROOT_FILES];
  if (flow === 'selection') return null;
  if (isSnapshotOf(file, 'members', 'json')) return 'members';
  return isSnapshotOf(file, 'baseline', 'json') ? 'baseline' : null;
}

function isSnapshotOf(file: string, name: string | null, extension: string): boolean {
  const parsed = parseSnapshotName(file);
  return parsed !== null && parsed.name === name && parsed.extension === extension;
}

/**
 * A temporary name that was never replaced: of a new file, a replaced one, or an export. With the process number if the
 * name contains it.
 */
export function temporaryOf(file: string): { readonly pid: number | null } | null {
  const [, pid] = /^\.(?:tmp|unfinished)-(\d+)-/.exec(file) ?? [];
  if (pid !== undefined) return { pid: Number(pid) };
  return /\.jsonl?\.\d+$/.test(file) ? { pid: null } : null;
}

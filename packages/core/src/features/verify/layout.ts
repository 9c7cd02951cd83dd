import { RULES_FILE, SHARED_LISTS, TRIALS } from '../../island/logic/paths.js';
import type { AreaId } from '../../spec/vocabulary.js';
import { checkEntries } from './entries.js';
import { checkSummary, checkTestRecord } from './facts.js';
import { readIndex } from './index-file.js';
import { readJournal } from './journal.js';
import { readFrozenCopy } from './lock-snapshot.js';
import { type Home, matchFile, matchFolder, type Place } from './logic/place.js';
import { completeJournal, type Mend, rewriteIndex, rewriteLockSnapshot } from './repair.js';
import {
  checkAnsweredScores,
  checkAnswers,
  checkDraft,
  checkOpinion,
  readHandIn,
  readPrompts,
  readSkillText,
  readState,
} from './run-files.js';
import {
  checkSchema,
  checkSnapshot,
  readAbout,
  readDefinition,
  readEvaluatedMain,
  readJsonValue,
  readList,
  readMembers,
  readSkill,
} from './snapshots.js';
import type { CheckFile, CheckFolder } from './target-view.js';

/** How files of one kind are checked and repaired. */
export interface Kind {
  /** Reads a file and checks what can be seen in that file alone. The steps in run.ts compare it with other files. */
  readonly check?: CheckFile;
  /** Reads and checks all files of a folder together. */
  readonly checkAll?: CheckFolder;
  /** The file is a byte copy of a source, so its content also exists there. */
  readonly isCopy?: true;
  /**
   * Writes the file again. Without this function, the file can be restored only from a copy of the island, or by the
   * command that wrote it.
   */
  readonly repair?: Mend;
}

/** Every kind of file in an island, in the order in which files are repaired. */
const ALL_KINDS = {
  // Files that follow from the facts: the journal has a line for each fact, and the index sums the facts up.
  journal: { check: readJournal, repair: completeJournal },
  index: { check: readIndex, repair: rewriteIndex },
  'lock-snapshot': { check: readFrozenCopy, repair: rewriteLockSnapshot },
  // Files of the newest run, which must belong together and must not have changed since the emit.
  prompts: { check: readPrompts },
  'emit-skill': { check: readSkillText },
  state: { check: readState },
  answers: { check: checkAnswers },
  'answered-scores': { check: checkAnsweredScores },
  // Answers that no grade follows from: those of an open draft, and second opinions.
  draft: { check: checkDraft },
  opinion: { check: checkOpinion },
  // Facts about a snapshot, such as its grades, the hand-ins they come from, and its tests. The snapshot must exist.
  entry: { checkAll: checkEntries },
  scores: { check: readHandIn },
  test: { check: checkTestRecord },
  summary: { check: checkSummary },
  // Snapshots, named after the hash of their content.
  schema: { check: checkSchema, isCopy: true },
  'evaluated-main': { check: readEvaluatedMain, isCopy: true },
  skill: { check: checkSnapshot(readSkill), isCopy: true },
  about: { check: checkSnapshot(readAbout), isCopy: true },
  list: { check: checkSnapshot(readList) },
  members: { check: checkSnapshot(readMembers) },
  baseline: { check: checkSnapshot(readJsonValue), isCopy: true },
  definition: { check: checkSnapshot(readDefinition), isCopy: true },
  // Files outside the targets; surroundings.ts checks them.
  beside: {},
} satisfies Readonly<Record<string, Kind>>;

export type FileKind = keyof typeof ALL_KINDS;
export const KINDS: Readonly<Record<FileKind, Kind>> = ALL_KINDS;

/** Where files of a kind may lie (logic/place.ts explains the patterns), and the areas that entries there may have. */
type Row = readonly [path: string, kind: FileKind, ...areas: AreaId[]];

const ANY_TARGET: readonly Row[] = [
  ['audit.jsonl', 'journal'],
  ['index.json', 'index'],
  ['lock-snapshot.json', 'lock-snapshot'],
  ['prompts.json', 'prompts'],
  ['skill.md', 'emit-skill'],
  ['state.json', 'state'],
  ['scores/*.json', 'scores'],
  ['evaluations/{draft}', 'draft'],
  ['evaluations/{opinion}', 'opinion'],
  ['evaluations/*.jsonl', 'answers'],
  ['evaluations/*.scores.json', 'answered-scores'],
];

const PROVIDER: readonly Row[] = [
  ...ANY_TARGET,
  ['members--*.json', 'members'],
  ['baseline--*.json', 'baseline'],
  ['_gradings/{entry}', 'entry', 'tools-aggregate-namespace', 'namespace-description'],
  ['_lists/{list}/{list}--*.json', 'list'],
  ['{schema}/summary.json', 'summary'],
  ['{schema}/schema/{schema}--*.mjs', 'schema'],
  ['{schema}/schema/{schema}--*.main.json', 'evaluated-main'],
  ['{schema}/_gradings/{entry}', 'entry', 'tools-aggregate-schema'],
  ['{schema}/tools/{tool}/tests/{test}', 'test'],
  ['{schema}/tools/{tool}/_gradings/{entry}', 'entry', 'single-test'],
  ['{schema}/skills/{skill}/{skill}--*.mjs', 'skill'],
  ['{schema}/skills/{skill}/_gradings/{entry}', 'entry', 'namespace-skills'],
  ['{schema}/resources/about/{id}-about--*.md', 'about'],
  ['{schema}/resources/about/_gradings/{entry}', 'entry', 'about-namespace'],
];

const LEVELS = ['selection-skills-L1', 'selection-skills-L2', 'selection-skills-L3'] as const;

const SELECTION: readonly Row[] = [
  ...ANY_TARGET,
  ['_gradings/{entry}', 'entry', 'selection-aggregate'],
  ['selection/{id}--*.json', 'definition'],
  ['skills/{skill}/{skill}--*.mjs', 'skill'],
  ['skills/{skill}/_gradings/{entry}', 'entry', ...LEVELS],
  ['resources/about/{id}-about--*.md', 'about'],
  ['resources/about/_gradings/{entry}', 'entry', 'about-selection'],
];

/** Everything outside the targets. A path that ends in `/` is a folder whose content is not walked through. */
const ISLAND: readonly Row[] = [
  ['.gitignore', 'beside'],
  [RULES_FILE, 'beside'],
  ['providers/{namespace}/', 'beside'],
  ['selections/{selection}/', 'beside'],
  [`${SHARED_LISTS}/{list}/{list}--*.json`, 'beside'],
  [`${TRIALS}/providers/{namespace}/{trial}`, 'beside'],
  [`${TRIALS}/selections/{selection}/{trial}`, 'beside'],
  [`${TRIALS}/servers/{server}/{trial}`, 'beside'],
  ['_exports/', 'beside'],
  ['.lock/', 'beside'],
  ['.trash/', 'beside'],
];

const FOLDERS = { provider: byFolder(PROVIDER), selection: byFolder(SELECTION), island: byFolder(ISLAND) };

/** The rows of each folder. Folders that contain only other folders are included, without rows. */
function byFolder(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const folders = new Map<string, Row[]>();
  for (const row of rows) {
    const parts = row[0].split('/');
    const paths = parts.map((_, at) => parts.slice(0, at).join('/'));
    for (const path of paths) if (!folders.has(path)) folders.set(path, []);
    folders.get(paths.at(-1) ?? '')?.push(row);
  }
  return folders;
}

/** A folder that may exist, with the rows of its files. */
export interface PlacedFolder extends Place {
  readonly rows: readonly Row[];
  /** Its content is walked separately, not together with the folders above it. */
  readonly isApart: boolean;
}

/** The place of a folder; null if the layout has no place for it, which makes it a stray (spec 19). */
export function placeFolder({ flow, id }: Home, path: string): PlacedFolder | null {
  for (const [pattern, rows] of FOLDERS[flow]) {
    const names = matchFolder(pattern, path);
    if (!names) continue;
    const areas = rows.flatMap(([, , ...own]) => own);
    return { flow, id, ...names, areas, rows, isApart: rows.some(([row]) => row.endsWith('/')) };
  }
  return null;
}

/** The kind of a file in a folder; null for a stray. */
export function kindOfFile(place: PlacedFolder, file: string): FileKind | null {
  const found = place.rows.find(([path]) => matchFile(path.slice(path.lastIndexOf('/') + 1), file, place));
  return found?.[1] ?? null;
}

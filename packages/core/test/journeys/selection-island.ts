import { gradingIdOf } from '../../src/grade/entry/build-entry.js';
import { formatJson } from '../../src/island/documents.js';
import { Island } from '../../src/island/island.js';
import {
  formatEntryName,
  formatSnapshotName,
  formatTimestamp,
  parseTimestamp,
} from '../../src/island/logic/names.js';
import {
  aboutFolder,
  aboutName,
  definitionFolder,
  listFolder,
  namespaceFolder,
  providerLists,
  selectionAboutFolder,
  selectionFolder,
  selectionSkillFolder,
  skillFolder,
  snapshotFolder,
} from '../../src/island/logic/paths.js';
import { areaById, questionsOf } from '../../src/questions/lookup.js';
import type { EntryAnswer, GradingEntry } from '../../src/spec/entry.js';
import { hashAbout, hashSchema, hashSelection, hashSkill, hashValue } from '../../src/spec/hash.js';
import type { NamespaceIndex, SelectionIndex } from '../../src/spec/index-file.js';
import type { MemberList } from '../../src/spec/members.js';
import type { SelectionDefinition } from '../../src/spec/selection.js';
import type { SkillSource } from '../../src/spec/skill.js';
import type { AggregateGrade, GradingMode, Persona } from '../../src/spec/vocabulary.js';
import type { Subject } from '../../src/target/logic/subjects.js';
import {
  namespaceTarget,
  type Target,
  selectionTarget as targetOfSelection,
} from '../../src/target/logic/target.js';
import { deriveTarget, rebuildTarget } from '../../src/target/rebuild/rebuild.js';
import { MemoryFiles } from './memory-files.js';
import { schemaMain, toolAt } from './provider-sources.js';

/**
 * An island with providers and a selection over them as imports leave it, and entries as graders leave them, written
 * file by file: for tests of what is derived from an island, however it was filled.
 */

/** Time of the imports. */
const IMPORTED = '2026-03-01T10-00-00Z';
export const NOW = new Date('2026-03-02T00:00:00Z');

/** Enough namespaces for an A. */
export const NAMESPACES = ['amber', 'basalt', 'cobalt', 'dolomite', 'emerald', 'flint', 'garnet'] as const;
export const SELECTION = 'minerals';
export const ABOUT = '# Minerals\n\nWhat every skill here has to know.\n';

export function memoryIsland(files = new MemoryFiles()): Island {
  return new Island('/island', files);
}

export function providerTarget(namespace: string): Target {
  return namespaceTarget(namespace);
}

export function selectionTarget(selectionId: string = SELECTION): Target {
  return targetOfSelection(selectionId);
}

export interface ProviderParts {
  readonly namespace: string;
  readonly schemas?: readonly string[];
  readonly tools?: readonly string[];
  /** Text of an About that the first schema declares. */
  readonly about?: string;
  /** Names of skills of the first schema. */
  readonly skills?: readonly string[];
  /** Their texts; default: the name. */
  readonly skillContent?: string;
  readonly resources?: Readonly<Record<string, unknown>>;
  /** Values of a shared list that every schema refers to. */
  readonly list?: readonly string[];
  /** Distinguishes content: another value gives another hash. */
  readonly description?: string;
  /** A file of another name with the content of one of the schemas. */
  readonly copy?: { readonly schema: string; readonly of: string };
  /** Code of every schema, after its main. */
  readonly code?: string;
  readonly at?: string;
}

/** The files that an import of a provider writes, except the index. */
export function putProvider(island: Island, parts: ProviderParts): void {
  const { namespace, schemas = ['data'], tools = ['getItems'], skills = [], at = IMPORTED } = parts;
  const description = parts.description ?? `Items of ${namespace}.`;
  const [first = ''] = schemas;
  const { copy } = parts;
  const files = [...schemas, ...(copy ? [copy.schema] : [])].sort();
  for (const schema of files) {
    const main = schemaMain({
      namespace,
      name: schema === copy?.schema ? copy.of : schema,
      description,
      tools: Object.fromEntries(tools.map((tool) => [tool, toolAt('/ok')])),
      ...(parts.resources && { resources: parts.resources }),
      ...(parts.list && { sharedLists: [{ ref: 'stones', version: '1.0.0' }] }),
    });
    putSnapshot(island, snapshotFolder(namespace, schema), {
      name: schema,
      at,
      hash: hashSchema(main),
      extension: 'mjs',
      text: `export const main = ${JSON.stringify(main)}\n${parts.code ?? ''}`,
    });
  }
  if (parts.list) {
    const list = {
      meta: { name: 'stones', version: '1.0.0' },
      entries: parts.list.map((alias) => ({ alias })),
    };
    const folder = listFolder(providerLists(namespace), 'stones');
    putSnapshot(island, folder, {
      name: 'stones',
      at,
      hash: hashValue(list),
      extension: 'json',
      text: formatJson(list),
    });
  }
  if (parts.about !== undefined) {
    putAbout(island, aboutFolder(namespace, first), aboutName(namespace), { text: parts.about, at });
  }
  for (const skill of skills) {
    const content = parts.skillContent ?? `# ${skill}`;
    putSkill(island, skillFolder(namespace, first, skill), { name: skill, content }, at);
  }
  const members: MemberList = {
    namespace,
    schemas: files,
    ...(skills.length > 0 && { skills: skills.map((skill) => `${first}.${skill}`).sort() }),
    ...(parts.about !== undefined && { about: first }),
  };
  putSnapshot(island, namespaceFolder(namespace), {
    name: 'members',
    at,
    hash: hashValue(members),
    extension: 'json',
    text: formatJson(members),
  });
}

/** Signpost, topic, use case, each naming the next. */
export const SKILLS: readonly SkillSource[] = [
  { name: 'start-here', level: 'L1', persona: 'decision-maker', content: 'Read `hardness` first.' },
  { name: 'hardness', level: 'L2', persona: 'decision-maker', content: 'It ends in `pick-stone`.' },
  { name: 'pick-stone', level: 'L3', persona: 'decision-maker', content: 'Compares two stones.' },
];

export interface SelectionParts {
  readonly selectionId?: string;
  readonly members?: readonly string[];
  readonly skills?: readonly SkillSource[];
  /** null: it declares none. */
  readonly about?: string | null;
  readonly personaIds?: readonly string[];
  readonly description?: string;
  readonly references?: SelectionDefinition['references'];
  readonly at?: string;
}

/** The files that an import of a selection writes, except the index. */
export function putSelection(island: Island, parts: SelectionParts = {}): SelectionDefinition {
  const { selectionId = SELECTION, skills = SKILLS, about = ABOUT, at = IMPORTED } = parts;
  const members = parts.members ?? NAMESPACES.map((namespace) => `${namespace}.data`);
  const definition: SelectionDefinition = {
    selectionId,
    namespace: 'geology',
    name: 'Minerals',
    version: 'flowmcp/4.2.0',
    description: parts.description ?? 'Data about minerals of several sources.',
    whenToUse: 'To compare stones.',
    personaIds: parts.personaIds ?? ['decision-maker'],
    members: members.map((schemaId) => ({ schemaId })),
    skills: skills.map(({ name }) => ({ file: `skills/${name}.mjs` })),
    resources: about === null ? [] : [{ name: 'about' }],
    prompts: [],
    ...(parts.references && { references: parts.references }),
  };
  if (about !== null) {
    putAbout(island, selectionAboutFolder(selectionId), aboutName(selectionId), { text: about, at });
  }
  for (const skill of skills) putSkill(island, selectionSkillFolder(selectionId, skill.name), skill, at);
  putSnapshot(island, definitionFolder(selectionId), {
    name: selectionId,
    at,
    hash: hashSelection(definition),
    extension: 'json',
    text: formatJson(definition),
  });
  return definition;
}

/** Providers and the selection over them, each namespace with one schema; nothing is graded. */
export function putGroup(island: Island, namespaces: readonly string[], parts: SelectionParts = {}): void {
  for (const namespace of namespaces) {
    putProvider(island, { namespace });
    rebuild(island, providerTarget(namespace));
  }
  putSelection(island, { members: namespaces.map((namespace) => `${namespace}.data`), ...parts });
}

export function rebuild(island: Island, target: Target, now: Date = NOW) {
  return rebuildTarget({ island, target, now });
}

export function rebuildSelectionIndex(island: Island, now: Date = NOW): SelectionIndex {
  const { index } = rebuild(island, selectionTarget(), now);
  if (!('members' in index)) throw new Error('this is the index of a namespace');
  return index;
}

export function rebuildNamespaceIndex(island: Island, namespace: string, now: Date = NOW): NamespaceIndex {
  const { index } = rebuild(island, providerTarget(namespace), now);
  if ('members' in index) throw new Error('this is the index of a selection');
  return index;
}

export interface GivenEntry {
  /** Time in the file's name, and of its answers unless `answered` is given. */
  readonly at?: string;
  readonly grade?: AggregateGrade;
  readonly mode?: GradingMode;
  /** Hash that it is bound to; default: the current one. */
  readonly hash?: string;
  /** null: no persona in the name; default: that of the area. */
  readonly persona?: Persona | null;
  readonly answered?: Date;
  /** The reason of the veto. */
  readonly evidence?: string;
  /** When it was raised; a partial entry that repeats a veto has its time. */
  readonly vetoed?: Date;
  /** How many of the area's questions are answered; default: all. */
  readonly answers?: number;
}

const SCORES: Record<string, number> = { A: 5, B: 4, C: 3, D: 2, F: 1 };
const GRADER = { kind: 'script', name: 'test-grader', version: '1.0.0' } as const;

/** An entry about one subject as a run would write it: every question answered with the score of its letter. */
export function entryOf(target: Target, subject: Subject, given: GivenEntry = {}): GradingEntry {
  const { at = IMPORTED, grade = 'B', mode = 'full', hash = subject.hash } = given;
  const isGroup = target.flow === 'selection';
  const timestamp = (given.answered ?? parseTimestamp(at) ?? NOW).toISOString();
  const persona = personaFor(subject, given);
  return {
    gradingId: gradingIdOf({ schemaHash: hash, area: subject.area, subject: subject.subject }, at),
    schemaId: subject.schemaId,
    area: subject.area,
    ...(isGroup && { selectionId: target.id }),
    version: 'flowmcp/4.0.0',
    schemaHash: hash,
    gradingMode: mode,
    gradingTier: isGroup ? 'group-bound' : 'autonomous',
    harness: 'other',
    ...(persona && { persona }),
    scoringSystem: 'scoringSystem/1.0.0',
    gradingSystem: 'gradingSystem/1.0.0',
    gradings: questionsOf(subject.area)
      .slice(0, given.answers)
      .map(
        ({ id, weight }): EntryAnswer => ({
          questionId: id,
          score: SCORES[grade] ?? 1,
          weight,
          determinism: 'non-deterministic',
          graderIdentity: GRADER,
          selectionContext: { groupId: target.name, personaIds: ['decision-maker'] },
          timestamp,
        }),
      ),
    categoricalVeto:
      grade === 'REJECTED'
        ? {
            triggeredBy: 'illegal-content',
            graderIdentity: GRADER,
            evidence: given.evidence ?? 'it is not lawful',
            timestamp: given.vetoed?.toISOString() ?? timestamp,
          }
        : null,
    aggregateGrade: grade,
    maxAttainableGrade: isGroup ? 'A' : 'B',
  };
}

/** Path of a subject's entry, relative to the island. */
export function entryPath(target: Target, subject: Subject, given: GivenEntry = {}): string {
  const { at = IMPORTED } = given;
  const place = [target.folder, subject.folder, '_gradings'].filter(Boolean).join('/');
  return `${place}/${formatEntryName({ area: subject.area, persona: personaFor(subject, given), timestamp: at })}`;
}

export function putEntry(island: Island, target: Target, subject: Subject, given: GivenEntry = {}): string {
  const path = entryPath(target, subject, given);
  island.create(path, formatJson(entryOf(target, subject, given)));
  return path;
}

function personaFor({ area }: Subject, { persona }: GivenEntry): Persona | null {
  if (persona !== undefined) return persona;
  return areaById(area)?.personaRequired ? { basePersonaId: 'decision-maker', lensId: 'general' } : null;
}

export function subjectsOf(island: Island, target: Target): readonly Subject[] {
  return deriveTarget({ island, target, now: NOW }).subjects;
}

/** Gradable subjects, by node. */
export function subjectOf(island: Island, target: Target, node: string): Subject {
  const found = subjectsOf(island, target).find((subject) => subject.node === node);
  if (!found) throw new Error(`${target.name} has no subject ${node}`);
  return found;
}

/** Adds one entry for each subject of a target, or for the named nodes, and returns the index after it. */
export function gradeNodes(
  island: Island,
  target: Target,
  { nodes, ...given }: GivenEntry & { readonly nodes?: readonly string[] } = {},
): void {
  for (const subject of subjectsOf(island, target)) {
    if (nodes === undefined || nodes.includes(subject.node)) putEntry(island, target, subject, given);
  }
  rebuild(island, target);
}

/** Makes every member stable, with no part of the selection graded. */
export function putStableGroup(
  island: Island,
  namespaces: readonly string[],
  parts: SelectionParts = {},
): void {
  putGroup(island, namespaces, parts);
  for (const namespace of namespaces) gradeNodes(island, providerTarget(namespace));
  rebuild(island, selectionTarget(parts.selectionId));
}

export function formatAt(ms: number): string {
  return formatTimestamp(new Date(ms));
}

/** Hash of a text that is stored in the island as `selection`. */
export function selectionPath(path: string, selectionId: string = SELECTION): string {
  return `${selectionFolder(selectionId)}/${path}`;
}

function putAbout(
  island: Island,
  folder: string,
  name: string,
  { text, at }: { text: string; at: string },
): void {
  putSnapshot(island, folder, { name, at, hash: hashAbout(Buffer.from(text)), extension: 'md', text });
}

function putSkill(island: Island, folder: string, skill: SkillSource, at: string): void {
  const text = `export const skill = ${JSON.stringify(skill)}\n`;
  putSnapshot(island, folder, { name: skill.name, at, hash: hashSkill(skill), extension: 'mjs', text });
}

function putSnapshot(
  island: Island,
  folder: string,
  {
    name,
    at,
    hash,
    extension,
    text,
  }: { name: string; at: string; hash: string; extension: string; text: string },
): void {
  island.create(`${folder}/${formatSnapshotName({ name, timestamp: at, hash, extension })}`, text);
}

import { readTrusted } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { listSnapshots } from '../island/list-namespace.js';
import { formatSnapshotName, type SnapshotName } from '../island/logic/names.js';
import {
  aboutName,
  definitionFolder,
  selectionAboutFolder,
  selectionSkillFolder,
} from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import type { ModuleReading } from '../sources/logic/module-reading.js';
import { parseModule } from '../sources/parse-module.js';
import { hashSelection, hashSkill } from '../spec/hash.js';
import { type SelectionDefinition, skillName } from '../spec/selection.js';
import { selectionDefinition } from '../spec/selection-definition.js';
import type { SkillSource } from '../spec/skill.js';
import { isRecord } from '../values/is-record.js';

export interface LoadedSelectionAbout {
  /** Relative to the island. */
  readonly file: string;
  readonly hash: string;
  /** Timestamp of the snapshot, from which the age of the domain knowledge follows. */
  readonly timestamp: string;
  readonly text: string;
}

export interface LoadedSelectionSkill {
  readonly skill: string;
  readonly file: string;
  readonly hash: string;
  /** null if the snapshot can no longer be read, or has been changed since its import. */
  readonly source: SkillSource | null;
  readonly reading: ModuleReading;
}

/** A selection as its newest snapshots hold it. It is small, so all of it is read each time. */
export interface LoadedSelection {
  readonly definition: SelectionDefinition;
  /** Relative to the island. */
  readonly file: string;
  readonly snapshot: SnapshotName;
  /** null if the definition declares no About or the About's text is gone. */
  readonly about: LoadedSelectionAbout | null;
  /** In the order of the definition. */
  readonly skills: readonly LoadedSelectionSkill[];
}

/**
 * Reads the current definition of a selection with its About and its skills. No code runs.
 *
 * @returns null if nothing was imported under this name
 * @throws GradingError IDX-012 if the definition has been changed since its import: without it there are no members
 */
export function loadSelection(island: Island, selectionId: string): LoadedSelection | null {
  const folder = definitionFolder(selectionId);
  const snapshot = listSnapshots(island, folder, selectionId).at(-1);
  if (!snapshot) return null;
  const file = `${folder}/${formatSnapshotName(snapshot)}`;
  const definition = readTrusted(island, file, selectionDefinition);
  if (!definition || hashSelection(definition) !== snapshot.hash) {
    throw fatal('IDX-012', { file }, { reason: 'its content does not match the hash in its name' });
  }
  return {
    definition,
    file,
    snapshot,
    about: declaresAbout(definition) ? loadAbout(island, selectionId) : null,
    skills: definition.skills.flatMap((skill) => loadSkill(island, selectionId, skillName(skill.file))),
  };
}

/** Checks whether a selection declares its About among its own resources (spec 11, Detection). */
export function declaresAbout({ resources }: Pick<SelectionDefinition, 'resources'>): boolean {
  return resources.some((resource) => isRecord(resource) && resource.name === 'about');
}

function loadAbout(island: Island, selectionId: string): LoadedSelectionAbout | null {
  const folder = selectionAboutFolder(selectionId);
  const newest = listSnapshots(island, folder, aboutName(selectionId)).at(-1);
  if (!newest) return null;
  const file = `${folder}/${newest.file}`;
  const text = island.readText(file);
  return text === null ? null : { file, hash: newest.hash, timestamp: newest.timestamp, text };
}

function loadSkill(island: Island, selectionId: string, skill: string): LoadedSelectionSkill[] {
  const folder = selectionSkillFolder(selectionId, skill);
  const newest = listSnapshots(island, folder, skill).at(-1);
  if (!newest) return [];
  const file = `${folder}/${newest.file}`;
  const reading = parseModule(island.readText(file) ?? '', { exports: ['skill'] });
  const { value } = reading;
  const isOurs = reading.problems.length === 0 && isRecord(value) && hashSkill(value) === newest.hash;
  // If the hash matches the name, the content passed the gate at import, so it has the shape of a skill.
  return [
    { skill, file, hash: newest.hash, source: isOurs ? (value as unknown as SkillSource) : null, reading },
  ];
}

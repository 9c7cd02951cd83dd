import { isGraded } from '../../../grade/roll-up.js';
import { formatPersona } from '../../../island/logic/names.js';
import type { IndexNode } from '../../../spec/index-file.js';
import type { Persona } from '../../../spec/vocabulary.js';
import type { Subject } from '../subjects.js';

/** The persona and time of the entry that gives a node its grade. */
export interface Reading {
  /** null if the entry names no persona, because another program wrote it. */
  readonly persona: Persona | null;
  /** Time of the entry. */
  readonly timestamp: string;
}

/**
 * The readings of all nodes with a grade, by the folder of the graded part; the aggregate's folder is the empty string.
 */
export type Readings = ReadonlyMap<string, Reading>;

const WHOLE = '';

/** The persona that reads a selection, taken from its newest grade; null if there is none. */
export function readerOf(readings: Readings): Persona | null {
  const ordered = [...readings.values()].sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  return ordered.at(-1)?.persona ?? null;
}

/** Beginning of the reason that a node shows if it was read as a persona other than the reader's. */
export const READ_AS = 'read as ';

/**
 * The node of the aggregate. The aggregate counts only if the About and the skills were read as the same persona, with
 * the same lens, as the aggregate itself (decision 0064).
 *
 * @param parts ids of the About and the skills, by folder
 */
export function countWhole(
  whole: IndexNode,
  parts: ReadonlyMap<string, string>,
  readings: Readings,
): IndexNode {
  const own = readings.get(WHOLE);
  if (!own || !isGraded(whole.status)) return whole;
  const others = [...parts].flatMap(([folder, node]) => {
    const reading = readings.get(folder);
    return !reading || isSame(reading.persona, own.persona) ? [] : [`${node} as ${nameOf(reading.persona)}`];
  });
  if (others.length === 0) return whole;
  const { ref, gradedAt, boundTo } = whole;
  return {
    status: 'pending',
    reason: `${READ_AS}${nameOf(own.persona)}, but ${others.join(', ')}`,
    ...(ref !== undefined && { ref }),
    ...(gradedAt !== undefined && { gradedAt }),
    ...(boundTo !== undefined && { boundTo }),
  };
}

/**
 * Subjects for a run with this reader: parts that were read as another persona are due again.
 *
 * @param reader null if nothing has been read yet
 */
export function subjectsFor(
  reader: Persona | null,
  subjects: readonly Subject[],
  readings: Readings,
): readonly Subject[] {
  if (reader === null) return subjects;
  return subjects.map((subject) => {
    const reading = isGraded(subject.status.status) ? readings.get(subject.folder) : undefined;
    if (!reading || isSame(reading.persona, reader)) return subject;
    const reason = `${READ_AS}${nameOf(reading.persona)}`;
    return { ...subject, status: { ...subject.status, status: 'pending', reason } };
  });
}

function isSame(a: Persona | null, b: Persona | null): boolean {
  return a?.basePersonaId === b?.basePersonaId && a?.lensId === b?.lensId;
}

function nameOf(persona: Persona | null): string {
  return persona ? formatPersona(persona) : 'nobody';
}

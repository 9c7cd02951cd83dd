import { z } from 'zod';
import { readCheckedJson } from '../../files/checked-json-file.js';
import type { Island } from '../../island/island.js';
import { splitId } from '../../island/logic/names.js';
import { fatal } from '../../problems/error-codes.js';
import type { GradingRules, Thresholds } from '../../spec/books/book.js';
import { findVersion, gradingOf, knownVersions } from '../../spec/books/registered.js';
import type { SelectionIndex } from '../../spec/index-file.js';
import { GRADES } from '../../spec/vocabulary.js';
import { countFreed } from '../../target/logic/freed-tools.js';
import type { Target } from '../../target/logic/target.js';
import { deriveTarget, rebuildNamespace } from '../../target/rebuild/rebuild.js';
import { type ChangedNode, compareIndexes } from './logic/compare-indexes.js';

const grade = z.enum(GRADES);

/** A hypothetical grading system; whatever it leaves out stays as it is. */
const thresholdsFile = z
  .strictObject({
    version: z.string().min(1),
    /** Inclusive lower bounds, best first; below the last one the grade is F. */
    bands: z
      .array(z.strictObject({ atLeast: z.number().min(1).max(5), grade }))
      .min(1)
      .exactOptional(),
    maxGrade: z
      .strictObject({ autonomous: z.enum(['A', 'B']), 'group-bound': z.enum(['A', 'B']) })
      .exactOptional(),
    stableGrades: z.array(grade).min(1).exactOptional(),
  })
  .refine(({ bands = [] }) => bands.every((band, at) => at === 0 || isLower(band, bands[at - 1])), {
    path: ['bands'],
    message: 'bands from best to worst were expected, each with a lower bound below the one before',
  });

type Band = { readonly atLeast: number; readonly grade: (typeof GRADES)[number] };

function isLower(band: Band, before: Band | undefined): boolean {
  if (!before) return true;
  return band.atLeast < before.atLeast && GRADES.indexOf(band.grade) > GRADES.indexOf(before.grade);
}

/**
 * Takes the numbers of a known gradingSystem, or reads thresholds from a file. What a file leaves out stays as it is in
 * the rules of each entry.
 *
 * @param named a version, or a path
 * @throws GradingError PLN-001 if the version is not known or the file is unusable
 */
export function readThresholds(named: string): OtherThresholds {
  const known = gradingOf(findVersion(named)?.version ?? '');
  if (known) return { version: known.version, thresholds: known };
  if (/^gradingSystem\/[\d.]*$/.test(named)) {
    const reason = `${named} is no version of this tool; known are ${knownVersions().gradingSystem.join(', ')}`;
    throw fatal('PLN-001', undefined, { reason });
  }
  const { version, ...thresholds } = readCheckedJson(named, thresholdsFile, 'PLN-001');
  return { version, thresholds };
}

/** Other numbers, under a name of their own. */
export interface OtherThresholds {
  readonly version: string;
  readonly thresholds: Partial<Thresholds> | GradingRules;
}

/**
 * Compares a target as it stands with what it would be under other rules or thresholds. Every grade follows from the
 * stored answers; no grader is asked.
 *
 * @param after in-memory island under the rules to be tried; receives the indexes that a selection is derived from
 */
export function compareTarget(
  { before, after }: { readonly before: Island; readonly after: Island },
  target: Target,
  {
    thresholds,
    now,
  }: { readonly thresholds?: OtherThresholds['thresholds'] | undefined; readonly now: Date },
): { readonly changes: ChangedNode[]; readonly freed: number } {
  const was = deriveTarget({ island: before, target, now }).index;
  if ('members' in was) rebuildMembers(after, was, { thresholds, now });
  const is = deriveTarget({ island: after, target, now, thresholds }).index;
  const isByThresholds = thresholds !== undefined;
  return { changes: compareIndexes(was, is, { isByThresholds }), freed: countFreed(was, is) };
}

/** Derives the namespaces of a selection's members, which its own index follows from. */
function rebuildMembers(
  island: Island,
  { members }: SelectionIndex,
  how: { readonly thresholds?: OtherThresholds['thresholds'] | undefined; readonly now: Date },
): void {
  const imported = Object.entries(members).filter(([, { resolvedArtifact }]) => resolvedArtifact !== null);
  const namespaces = new Set(imported.map(([member]) => splitId(member)[0]));
  for (const namespace of namespaces) rebuildNamespace({ island, namespace, ...how });
}

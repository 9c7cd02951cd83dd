import { z } from 'zod';
import { readCheckedJson } from '../../files/checked-json-file.js';
import type { Island } from '../../island/island.js';
import { splitId } from '../../island/logic/names.js';
import type { Thresholds } from '../../spec/books/book.js';
import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import { GRADES } from '../../spec/vocabulary.js';
import { nodesOf } from '../../target/logic/build-index.js';
import type { Target } from '../../target/logic/target.js';
import { deriveNamespace } from '../../target/rebuild/derive-namespace.js';
import { deriveSelection } from '../../target/rebuild/derive-selection.js';
import { rebuildNamespace } from '../../target/rebuild/rebuild.js';
import type { ChangedNode } from './options.js';

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
 * Reads thresholds from a file; what it leaves out stays as it is.
 *
 * @throws GradingError PLN-001 if the file is unusable
 */
export function readThresholds(file: string): OtherThresholds {
  const { version, ...thresholds } = readCheckedJson(file, thresholdsFile, 'PLN-001');
  return { version, thresholds };
}

/** Other numbers, under a name of their own. */
export interface OtherThresholds {
  readonly version: string;
  readonly thresholds: Partial<Thresholds>;
}

/**
 * Compares the current grades of a target with those it would have under other thresholds. Every grade is recalculated
 * from the stored answers; no grader is asked.
 *
 * @param scratch in-memory island for the results
 */
export function compareThresholds(
  { island, scratch }: { island: Island; scratch: Island },
  target: Target,
  { thresholds, now }: { thresholds: Partial<Thresholds>; now: Date },
): ChangedNode[] {
  if (target.flow === 'provider') {
    const { id: namespace } = target;
    const before = deriveNamespace({ island, namespace, now });
    return compareIndexes(before.index, deriveNamespace({ island, namespace, now, thresholds }).index);
  }
  const { id: selectionId } = target;
  const before = deriveSelection({ island, selectionId, now });
  const namespaces = new Set(Object.keys(before.index.members).map((member) => splitId(member)[0]));
  const imported = [...namespaces].filter((namespace) => isImported(before.index, namespace));
  for (const namespace of imported) rebuildNamespace({ island: scratch, namespace, now, thresholds });
  return compareIndexes(
    before.index,
    deriveSelection({ island: scratch, selectionId, now, thresholds }).index,
  );
}

function isImported({ members }: SelectionIndex, namespace: string): boolean {
  return Object.entries(members).some(
    ([member, { resolvedArtifact }]) => splitId(member)[0] === namespace && resolvedArtifact !== null,
  );
}

function compareIndexes(
  before: NamespaceIndex | SelectionIndex,
  after: NamespaceIndex | SelectionIndex,
): ChangedNode[] {
  const now = new Map(nodesOf(after));
  const nodes = nodesOf(before).map(([node, was]) => ({
    node,
    before: shown(was),
    after: shown(now.get(node) ?? was),
  }));
  const whole = { node: '', before: shown(before), after: shown(after) };
  return [whole, ...nodes].filter((one) => one.before !== one.after);
}

/** `stable B`, without the score, which does not depend on thresholds. */
function shown({ status, grade }: { readonly status: string; readonly grade?: IndexNode['grade'] }): string {
  return grade === undefined || grade === 'REJECTED' ? status : `${status} ${grade}`;
}

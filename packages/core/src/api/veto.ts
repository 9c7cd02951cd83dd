import {
  checkShape,
  type EntryDraft,
  type Moment,
  readMoment,
  vetoHolder,
} from '../grade/entry/check-entry.js';
import { vetoDraft } from '../grade/entry/draft.js';
import { isRejecting } from '../grade/node-status.js';
import { checkVeto } from '../grade/veto.js';
import type { GraderIdentity } from '../spec/common.js';
import type { CategoricalVeto, GradingEntry } from '../spec/entry.js';
import { VETO_TRIGGERS, type VetoTrigger } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';

/** The categorical veto: four triggers that end a grading with REJECTED (spec 08, Categorical Veto). */

/** The closed list of triggers. */
export function getTriggers(): { triggers: VetoTrigger[] } {
  return { triggers: [...VETO_TRIGGERS] };
}

/**
 * Copies the entry, adds a veto, and sets the grade to REJECTED.
 *
 * @param grader the grader who raises the veto
 * @param reasoning required by ai-security-veto
 * @param recordedAt time of the veto; default: now
 * @returns null with VET-001 (trigger), VET-002 (evidence), VET-003 (reasoning), or the errors in the entry
 */
export function applyVeto({
  entry,
  triggeredBy,
  grader,
  evidence,
  reasoning,
  recordedAt = new Date(),
}: {
  entry: EntryDraft;
  triggeredBy: VetoTrigger;
  grader: GraderIdentity;
  evidence: string;
  reasoning?: string | undefined;
  recordedAt?: Moment;
}): { entry: EntryDraft | null; errors: string[] } {
  const at = readMoment(recordedAt, 'recordedAt');
  if (at.value === null) return { entry: null, errors: errorTexts(at.problems) };
  const veto = {
    triggeredBy,
    graderIdentity: grader,
    evidence,
    ...(reasoning !== undefined && { reasoning }),
    timestamp: at.value.toISOString(),
  };
  const { errors } = validateVeto({ veto });
  if (errors.length > 0) return { entry: null, errors };
  const { value, problems } = vetoDraft(entry, veto);
  return { entry: value, errors: errorTexts(problems) };
}

/** Whether the entry rejects its subject, by its veto or by its grade. */
export function isVetoed({
  entry,
}: {
  entry: Pick<GradingEntry | EntryDraft, 'categoricalVeto' | 'aggregateGrade'>;
}): { vetoed: boolean; triggeredBy: VetoTrigger | null } {
  const { categoricalVeto: veto = null, aggregateGrade } = entry ?? {};
  return {
    vetoed: isRejecting({ grade: aggregateGrade ?? 'F', veto }),
    triggeredBy: veto?.triggeredBy ?? null,
  };
}

/**
 * Validates a veto in the form that entries contain.
 *
 * @returns VET-001 (trigger), VET-002 (evidence), VET-003 (ai-security-veto without reasoning), GRD-001,
 * GRD-002
 */
export function validateVeto({ veto }: { veto: CategoricalVeto }): { valid: boolean; errors: string[] } {
  const shaped = checkShape({ veto }, vetoHolder);
  const problems = shaped.value === null ? shaped.problems : checkVeto(shaped.value.veto);
  return { valid: problems.length === 0, errors: errorTexts(problems) };
}

import {
  checkShape,
  type EntryDraft,
  gradeHolder,
  type Moment,
  readMoment,
  vetoable,
  vetoHolder,
} from '../grade/entry/check-entry.js';
import { vetoDraft } from '../grade/entry/draft.js';
import { isRejecting } from '../grade/node-status.js';
import { checkVeto } from '../grade/veto.js';
import type { GraderIdentity } from '../spec/common.js';
import type { CategoricalVeto, GradingEntry } from '../spec/entry.js';
import { type AggregateGrade, VETO_TRIGGERS, type VetoTrigger } from '../spec/vocabulary.js';
import { errorTexts } from './error-texts.js';

/** The categorical veto: four triggers that end a grading with REJECTED (spec 08, Categorical Veto). */

/** The closed list of triggers. */
export function getTriggers(): { triggers: VetoTrigger[] } {
  return { triggers: [...VETO_TRIGGERS] };
}

/**
 * Copies the entry, adds a veto, and sets the grade to REJECTED.
 *
 * @param grader the grader who raises the veto; an llmModel may be given, but a veto does not record it (spec 08)
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
  grader: GraderIdentity & { readonly llmModel?: string | undefined };
  evidence?: string | null | undefined;
  reasoning?: string | null | undefined;
  recordedAt?: Moment;
}): { entry: EntryDraft | null; errors: string[] } {
  const at = readMoment(recordedAt, 'recordedAt');
  if (at.value === null) return { entry: null, errors: errorTexts(at.problems) };
  const { llmModel: _, ...graderIdentity } = grader;
  const veto = {
    triggeredBy,
    graderIdentity,
    evidence: evidence ?? '',
    ...(typeof reasoning === 'string' && { reasoning }),
    timestamp: at.value.toISOString(),
  };
  const { errors } = validateVeto({ veto });
  if (errors.length > 0) return { entry: null, errors };
  const { value, problems } = vetoDraft(entry, veto);
  return { entry: value, errors: errorTexts(problems) };
}

/** Whether the entry rejects its subject, by its veto or by its grade; null for what is no entry (GRD-001, GRD-002). */
export function isVetoed({
  entry,
}: {
  entry: Pick<GradingEntry | EntryDraft, 'categoricalVeto' | 'aggregateGrade'>;
}): { vetoed: boolean | null; triggeredBy: VetoTrigger | null; errors: string[] } {
  const { problems } = checkShape(entry, vetoable);
  if (problems.length > 0) return { vetoed: null, triggeredBy: null, errors: errorTexts(problems) };
  const { categoricalVeto: veto, aggregateGrade } = entry;
  return {
    vetoed: isRejecting({ grade: aggregateGrade ?? 'F', veto }),
    triggeredBy: veto?.triggeredBy ?? null,
    errors: [],
  };
}

/** The status that a veto gives its node: rejected for REJECTED; null for a letter, which a roll-up judges. */
export function mapAggregateGradeToStatus({ aggregateGrade }: { aggregateGrade: AggregateGrade }): {
  status: 'rejected' | null;
  errors: string[];
} {
  const { problems } = checkShape({ aggregateGrade }, gradeHolder);
  return { status: aggregateGrade === 'REJECTED' ? 'rejected' : null, errors: errorTexts(problems) };
}

/**
 * Validates a veto in the form that entries contain.
 *
 * @returns VET-001 (trigger), VET-002 (evidence), VET-003 (ai-security-veto without evidence or reasoning), GRD-001,
 * GRD-002
 */
export function validateVeto({ veto }: { veto: CategoricalVeto }): { valid: boolean; errors: string[] } {
  const shaped = checkShape({ veto }, vetoHolder);
  const problems = shaped.value === null ? shaped.problems : checkVeto(shaped.value.veto);
  return { valid: problems.length === 0, errors: errorTexts(problems) };
}

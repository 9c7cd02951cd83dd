import { z } from 'zod';
import { graderIdentity, hash8, isoTime, personaShape, schemaIdShape, schemaVersionShape } from './common.js';
import {
  AREAS,
  DETERMINISMS,
  GRADES,
  GRADING_MODES,
  HARNESS_NAME,
  HARNESSES,
  NA_REASONS,
  REGRADING_TRIGGERS,
  SCORE_WORDS,
  TIERS,
  VETO_TRIGGERS,
} from './vocabulary.js';

/** 1.0–5.0 or one of the four words; a numeric string is neither. */
export const scoreShape = z.union([z.number().min(1).max(5), z.enum(SCORE_WORDS)]);

const selectionContext = z.strictObject({
  groupId: z.string().min(1),
  personaIds: z.array(z.string().min(1)).min(1),
  domainDocId: z.string().min(1).optional(),
});

/** One answer to one question by one grader (spec 08 `gradings[]`). */
export const gradedAnswer = z.strictObject({
  questionId: z.string().regex(/^Q-.+$/),
  score: scoreShape,
  naReason: z.enum(NA_REASONS).optional(),
  weight: z.number().positive(),
  determinism: z.enum(DETERMINISMS),
  graderIdentity,
  llmModel: z.string().min(1).optional(),
  selectionContext: selectionContext.optional(),
  timestamp: isoTime,
  evidence: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).optional(),
  reasoning: z.string().optional(),
});
export type EntryAnswer = z.infer<typeof gradedAnswer>;

export const categoricalVeto = z.strictObject({
  triggeredBy: z.enum(VETO_TRIGGERS),
  graderIdentity,
  evidence: z.string().min(1),
  reasoning: z.string().optional(),
  timestamp: isoTime,
});
export type CategoricalVeto = z.infer<typeof categoricalVeto>;

export const regradingTrigger = z.strictObject({
  triggeredBy: z.enum(REGRADING_TRIGGERS),
  reportedIssue: z.string().optional(),
  requestedBy: z.string().optional(),
  previousGradingId: z.string().min(1),
  timestamp: isoTime,
});
export type RegradingTrigger = z.infer<typeof regradingTrigger>;

/** A grading entry: one file, never rewritten (spec 08, but with more values for `harness`; decision D12). */
export const gradingEntry = z.strictObject({
  gradingId: z.string().regex(/^[a-f0-9]{8}--.+$/),
  schemaId: schemaIdShape,
  selectionId: z.string().min(1).optional(),
  area: z.enum(AREAS),
  skillId: z.string().min(1).optional(),
  version: schemaVersionShape,
  schemaHash: hash8,
  aboutHash: hash8.optional(),
  gradingMode: z.enum(GRADING_MODES),
  gradingTier: z.enum(TIERS),
  harness: z.enum(HARNESSES),
  persona: personaShape.optional(),
  scoringSystem: z.string().regex(/^scoringSystem\/\d+\.\d+\.\d+$/),
  gradingSystem: z.string().regex(/^gradingSystem\/\d+\.\d+\.\d+$/),
  gradings: z.array(gradedAnswer).min(1),
  categoricalVeto: categoricalVeto.nullable(),
  regradingTrigger: regradingTrigger.optional(),
  aggregateGrade: z.enum([...GRADES, 'REJECTED']),
  maxAttainableGrade: z.enum(['A', 'B']),
});

/** An entry in an island. Another version may have written it and may know other harnesses (decision D12). */
export const storedEntry = gradingEntry.extend({ harness: z.string().regex(HARNESS_NAME) });
export type GradingEntry = z.infer<typeof storedEntry>;

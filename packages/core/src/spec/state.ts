import { z } from 'zod';
import { hash8, isoTime, pathBelow, personaShape, schemaIdShape, schemaVersionShape } from './common.js';
import { regradingTrigger } from './entry.js';
import { AREAS, FLOWS, GRADING_MODES, NA_REASONS, TIERS } from './vocabulary.js';

/** state.json: the state of a run, with everything that a later turn or command needs. */

/** An answer that code gave at emit; consume merges it with the graders' answers. */
export const storedAnswer = z.strictObject({
  questionId: z.string(),
  score: z.enum(['pass', 'fail', 'stale', 'n/a']),
  naReason: z.enum(NA_REASONS).optional(),
  weight: z.number().positive(),
  reasoning: z.string(),
  evidence: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  timestamp: isoTime,
});
export type StoredAnswer = z.infer<typeof storedAnswer>;

/** A subject that a grader was asked about in this run. */
export const askedSubject = z.strictObject({
  area: z.enum(AREAS),
  subject: z.string(),
  node: z.string(),
  /** Folder of the graded subject, relative to the folder of the index. */
  folder: pathBelow,
  schemaHash: hash8,
  schemaId: schemaIdShape,
  version: schemaVersionShape,
  persona: personaShape.nullable(),
  skillId: z.string().optional(),
  /** Present if the selection's size caps the grade below what its tier allows (spec 05). */
  maxGrade: z.literal('B').optional(),
  aboutHash: hash8.optional(),
  /** For a tool or its schema: hashes of the shared lists used by its tests, by `<name>@<version>`. */
  lists: z.record(z.string(), hash8).optional(),
  /** Question ids, in order. */
  questions: z.array(z.string()),
  /** Answers that code has already given. */
  deterministic: z.array(storedAnswer),
  regradingTrigger: regradingTrigger.optional(),
});
export type AskedSubject = z.infer<typeof askedSubject>;

/** A subject that a hand-in left out. */
export const leftOutSubject = z.strictObject({
  node: z.string(),
  /** Hash of the content that the grader was asked about; for any other content, the omission has no effect. */
  schemaHash: hash8,
  /** Why the subject was asked about again. */
  regradingTrigger: regradingTrigger.optional(),
});
export type LeftOutSubject = z.infer<typeof leftOutSubject>;

/** A user report that no entry refers to yet (spec 08, Re-Grading Trigger). */
const userReport = z.strictObject({
  triggeredBy: z.literal('user-report'),
  reportedIssue: z.string(),
  requestedBy: z.string(),
});
export type UserReport = z.infer<typeof userReport>;

/** `superseded`: a later run had nothing to ask, so no prompts replaced those of this run. */
const RUN_STATUSES = ['prompts-emitted', 'consuming', 'graded', 'superseded'] as const;

export const stateFile = z.strictObject({
  target: z.string(),
  flow: z.enum(FLOWS),
  tier: z.enum(TIERS),
  taskId: z.string(),
  status: z.enum(RUN_STATUSES),
  gradingMode: z.enum(GRADING_MODES),
  createdAt: isoTime,
  lastUpdatedAt: isoTime,
  phases: z.strictObject({
    promptsEmitted: isoTime,
    scoresReceived: isoTime.nullable(),
    gradeComputed: isoTime.nullable(),
    indexRebuilt: isoTime.nullable(),
  }),
  /**
   * Hash over the options, the hashes of the content and the result of the gate; an emit with the same key continues
   * this run.
   */
  runKey: hash8,
  /** Persona ids recorded with every graded answer (decision D3). */
  personaIds: z.array(z.string()).min(1),
  /** Only for a selection. */
  selectionId: z.string().optional(),
  /** Path of the About that the run's graded answers depend on, relative to the island (spec 10, Storage Location). */
  domainDocId: z.string().optional(),
  /** Reasons allowed for an n/a; absent in a run of an earlier version, which allowed the whole closed set. */
  naReasons: z.array(z.enum(NA_REASONS)).optional(),
  /** The rules of the run; absent if they are the first ones (2.0.0, 1.0.0 and 1.0.0). */
  rules: z
    .strictObject({ gradingSpec: z.string(), scoringSystem: z.string(), gradingSystem: z.string() })
    .optional(),
  subjects: z.array(askedSubject),
  /** Subjects that hand-ins of earlier runs left out; absent if there are none. */
  leftOut: z.array(leftOutSubject).min(1).optional(),
  /** A user report that waits for the next re-grading; absent if there is none. */
  userReport: userReport.optional(),
  askedByArea: z.partialRecord(z.enum(AREAS), z.int()),
  consume: z
    .strictObject({
      scoresSha256: z.string(),
      scoresPath: pathBelow,
      timestamp: isoTime,
      /** Entry files of this hand-in, in the same order as its subjects; fixed before the first one is written. */
      entries: z.array(pathBelow),
    })
    .optional(),
});
export type StateFile = z.infer<typeof stateFile>;
export type ConsumeRecord = NonNullable<StateFile['consume']>;

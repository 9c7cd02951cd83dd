import { type ZodType, z } from 'zod';
import { hash8, isoTime, personaShape } from './common.js';
import { scoreShape } from './entry.js';
import { AREAS, GRADER_KINDS, HINT_PRIORITIES, NA_REASONS, VETO_TRIGGERS } from './vocabulary.js';

/** scores.json as a grader hands it in: scoring protocol v1, area form (design/file-formats). */

/** At least one character that is not white space. */
const words = z.string().regex(/\S/);
/** Limited because every answer of every entry repeats it. */
const name = z.string().min(1).max(256);
/** Time of the answer, if it differs from the time of the hand-in. */
const ownTime = isoTime.max(40).optional();

export const scoreAnswer = z.strictObject({
  questionId: z.string(),
  score: scoreShape,
  reasoning: words,
  evidence: z.union([words, z.record(z.string(), z.unknown())]).optional(),
  naReason: z.enum(NA_REASONS).optional(),
  timestamp: ownTime,
});
export type ScoreAnswer = z.infer<typeof scoreAnswer>;

export const improvementHint = z.strictObject({
  targetField: words,
  suggestion: words,
  priority: z.enum(HINT_PRIORITIES),
});

const scoreVeto = z.strictObject({
  triggeredBy: z.enum(VETO_TRIGGERS),
  evidence: words,
  reasoning: words.optional(),
  timestamp: ownTime,
});

export const scoreArea = z.strictObject({
  area: z.enum(AREAS),
  subject: z.string().min(1),
  schemaHash: hash8,
  persona: personaShape.nullable().optional(),
  answers: z.array(scoreAnswer),
  improvementHints: z.array(improvementHint).default([]),
  veto: scoreVeto.nullable().optional(),
});
export type ScoreArea = z.infer<typeof scoreArea>;

export const scoresFile = z.looseObject({
  scoringProtocol: z.string(),
  taskId: z.string().min(1),
  creator: z.looseObject({
    skill: name,
    skillVersion: name,
    session: name.optional(),
    kind: z.enum(GRADER_KINDS).optional(),
  }),
  harness: z.looseObject({
    name,
    version: name,
    /** Of a person or a script there is none, as the skeleton has it. */
    model: name.nullish(),
    modelContext: z.string().optional(),
  }),
  timestamp: isoTime.max(40),
  areas: z.array(scoreArea).min(1),
});
export type ScoresFile = z.infer<typeof scoresFile>;

const readable = <T extends ZodType>(shape: T) => shape.optional().catch(undefined);

const readableAnswer = z.object({
  questionId: readable(z.string()),
  score: readable(scoreShape),
  naReason: z.unknown().optional(),
  timestamp: readable(isoTime),
});
export type ReadableAnswer = z.infer<typeof readableAnswer>;

const readableArea = z.object({
  area: readable(z.enum(AREAS)),
  subject: readable(z.string()),
  schemaHash: readable(hash8),
  persona: personaShape.nullable().optional().or(z.literal('unreadable')).catch('unreadable'),
  veto: readable(
    z
      .object({
        triggeredBy: readable(z.enum(VETO_TRIGGERS)),
        reasoning: readable(z.string()),
        timestamp: readable(isoTime),
      })
      .nullable(),
  ),
  answers: readable(z.array(readableAnswer.catch({}))),
});
export type ReadableArea = z.infer<typeof readableArea>;

/** A scores file that may be wrong anywhere: every field whose own shape is right is kept. */
export const readableScores = z.object({
  scoringProtocol: readable(z.string()),
  taskId: readable(z.string()),
  creator: readable(z.object({ kind: z.unknown().optional() })),
  harness: readable(z.object({ model: z.unknown().optional() })),
  timestamp: readable(isoTime),
  areas: readable(z.array(readableArea.catch({}))),
});
export type ReadableScores = z.infer<typeof readableScores>;

import { z } from 'zod';
import { hash8, isoTime, personaShape } from './common.js';
import { scoreShape } from './entry.js';
import { AREAS, GRADER_KINDS, HINT_PRIORITIES, NA_REASONS, VETO_TRIGGERS } from './vocabulary.js';

/** What a grader hands in: scores.json of scoring protocol v1, area form (design/file-formats). */

export const scoreAnswer = z.strictObject({
  questionId: z.string(),
  score: scoreShape,
  reasoning: z.string().min(1),
  evidence: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).optional(),
  naReason: z.enum(NA_REASONS).optional(),
});
export type ScoreAnswer = z.infer<typeof scoreAnswer>;

const improvementHint = z.strictObject({
  targetField: z.string().min(1),
  suggestion: z.string().min(1),
  priority: z.enum(HINT_PRIORITIES),
});

const scoreVeto = z.strictObject({
  triggeredBy: z.enum(VETO_TRIGGERS),
  evidence: z.string().min(1),
  reasoning: z.string().min(1).optional(),
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
    skill: z.string().min(1),
    skillVersion: z.string().min(1),
    session: z.string().min(1).optional(),
    kind: z.enum(GRADER_KINDS).optional(),
  }),
  harness: z.looseObject({
    name: z.string().min(1),
    version: z.string().min(1),
    model: z.string().min(1).optional(),
    modelContext: z.string().optional(),
  }),
  timestamp: isoTime,
  areas: z.array(scoreArea),
});
export type ScoresFile = z.infer<typeof scoresFile>;

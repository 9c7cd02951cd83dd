import { z } from 'zod';
import { isoTime } from '../../../spec/common.js';
import { GRADES } from '../../../spec/vocabulary.js';
import { PROTOCOL_DIMENSIONS } from './check-dimensions.js';

/** The documents of scoring protocol v1, each about one schema (Schemas-Spec 22). */

/** `‹namespace›/‹file-base›`. */
const schemaId = z.string().regex(/^[^/]+\/[^/]+$/);
/** The id with `_` for `/`: the name of its folder. */
const schemaIdSlug = z.string().min(1);
const scoringProtocol = z.literal('v1');
const fileHash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
/** Blank text is not accepted. */
const words = z.string().regex(/\S/);
const name = z.string().min(1).max(256);
const time = isoTime.max(40);

/** prompts.json: the questions for a grader. */
export const protocolPrompts = z.strictObject({
  schemaId,
  schemaIdSlug,
  schemaPath: z.string(),
  scoringProtocol,
  scoringInstructions: z.string(),
  prompts: z.array(z.strictObject({ dimension: z.enum(PROTOCOL_DIMENSIONS), prompt: z.string() })),
});
export type ProtocolPrompts = z.infer<typeof protocolPrompts>;

/** Additional fields that a grader adds to its score are kept. */
const protocolScore = z.looseObject({
  dimension: z.enum(PROTOCOL_DIMENSIONS),
  score: z.number().min(1).max(5),
  reasoning: words,
  /** When the score was given, if that differs from the time of the document. */
  timestamp: time.optional(),
});
export type ProtocolScore = z.infer<typeof protocolScore>;

/** scores.json: the answers of a grader. Each dimension must occur exactly once, which a shape cannot express. */
export const protocolScores = z.looseObject({
  schemaIdSlug,
  scoringProtocol,
  creator: z.looseObject({ skill: name, skillVersion: name, session: name.optional() }),
  harness: z.looseObject({
    name,
    version: name,
    model: name.optional(),
    modelContext: z.string().optional(),
  }),
  timestamp: time,
  scores: z.array(protocolScore).min(1),
});
export type ProtocolScores = z.infer<typeof protocolScores>;

/** ‹slug›-‹date›.json: the result. */
export const protocolReport = z.strictObject({
  schemaId,
  schemaIdSlug,
  schemaPath: z.string(),
  schemaHash: fileHash,
  date: z.iso.date(),
  grade: z.enum(GRADES),
  score: z.number().min(1).max(5),
  scoringProtocol,
  creator: protocolScores.shape.creator,
  harness: protocolScores.shape.harness,
  timestamps: z.strictObject({ startedAt: time, scoredAt: time, gradedAt: time, reportedAt: time }),
  dimensions: z.array(protocolScore),
  validationPassed: z.boolean(),
  validationErrors: z.array(z.string()),
});
export type ProtocolReport = z.infer<typeof protocolReport>;

/** state.json: the progress of one schema. */
export const protocolState = z.strictObject({
  schemaId,
  schemaIdSlug,
  absolutePath: z.string(),
  status: z.enum(['prompts-emitted', 'reported']),
  scoringProtocol,
  /** Hash of the schema that the prompts show: scores are accepted as long as the schema has not changed. */
  schemaHash: fileHash,
  createdAt: time,
  lastUpdatedAt: time,
  phases: z.strictObject({
    promptsEmitted: time,
    scoresReceived: time.nullable(),
    gradeComputed: time.nullable(),
    reportWritten: time.nullable(),
  }),
});
export type ProtocolState = z.infer<typeof protocolState>;

import { z } from 'zod';
import { isoTime } from '../../../spec/common.js';
import { GRADES } from '../../../spec/vocabulary.js';
import { PROTOCOL_DIMENSIONS } from './protocol-dimensions.js';

/** The documents of scoring protocol v1, one schema each (Schemas-Spec 22). */

/** `‹namespace›/‹file-base›`. */
const schemaId = z.string().regex(/^[^/]+\/[^/]+$/);
/** The same with `_`: the name of its folder. */
const schemaIdSlug = z.string().min(1);
const scoringProtocol = z.literal('v1');
const fileHash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
/** Something has to be said; blanks say nothing. */
const words = z.string().regex(/\S/);
const name = z.string().min(1).max(256);
const time = isoTime.max(40);

/** prompts.json: what a grader is asked. */
export const protocolPrompts = z.strictObject({
  schemaId,
  schemaIdSlug,
  schemaPath: z.string(),
  scoringProtocol,
  scoringInstructions: z.string(),
  prompts: z.array(z.strictObject({ dimension: z.enum(PROTOCOL_DIMENSIONS), prompt: z.string() })),
});
export type ProtocolPrompts = z.infer<typeof protocolPrompts>;

/** Whatever else a grader says of its score is kept. */
const protocolScore = z.looseObject({
  dimension: z.enum(PROTOCOL_DIMENSIONS),
  score: z.number().min(1).max(5),
  reasoning: words,
  /** When it was given, where that is not the time of the document. */
  timestamp: time.optional(),
});
export type ProtocolScore = z.infer<typeof protocolScore>;

/** scores.json: what a grader answers. Each dimension exactly once, which a shape can not say. */
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

/** ‹slug›-‹date›.json: what came of it. */
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

/** state.json: how far one schema has come. */
export const protocolState = z.strictObject({
  schemaId,
  schemaIdSlug,
  absolutePath: z.string(),
  status: z.enum(['prompts-emitted', 'reported']),
  scoringProtocol,
  /** Of the schema that the prompts show: scores are accepted while it is the same. */
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

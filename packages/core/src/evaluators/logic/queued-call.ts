import { z } from 'zod';
import { hash8, personaShape } from '../../spec/common.js';
import { stateFile } from '../../spec/state.js';
import { AREAS, HARNESSES } from '../../spec/vocabulary.js';
import { SCORE_RANGES } from './evaluator.js';

/** What a job of a queue holds: written by one command, read by workers on other machines, of other versions perhaps. */
export const QUEUE_FORMAT = 1;

/** Evaluator protocol v2, see EvaluatorPayload. */
const payload = z.strictObject({
  _protocol_version: z.literal(2),
  candidate: z.string(),
  task_model: z.string().exactOptional(),
  example: z.record(z.string(), z.unknown()).exactOptional(),
});

/** What decides whether the answer to a prompt could be handed in. */
const judgedPrompt = z.strictObject({
  area: z.enum(AREAS),
  subject: z.string(),
  schemaHash: hash8,
  persona: personaShape.nullable(),
  /** Of the run, with this one subject. */
  state: stateFile,
});
export type JudgedPrompt = z.infer<typeof judgedPrompt>;

/** One call of an evaluator as data: who makes it, and where, is no part of it. */
const callOrder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('score'), payload }),
  z.strictObject({
    kind: z.literal('judge'),
    prompt: z.string(),
    outputSchema: z.record(z.string(), z.unknown()),
    judged: judgedPrompt,
  }),
]);
export type CallOrder = z.infer<typeof callOrder>;

/** An evaluator as every machine sees it alike. */
export const evaluatorMark = z.strictObject({
  harness: z.enum(HARNESSES),
  name: z.string(),
  /** null: it says so with its answers. */
  version: z.string().nullable(),
  model: z.string().exactOptional(),
  range: z.enum(SCORE_RANGES),
  /** Equal where the same is asked in the same way; holds no secret and no place on a machine. */
  key: z.string(),
});
export type EvaluatorMark = z.infer<typeof evaluatorMark>;

export const queuedCall = z.strictObject({
  format: z.literal(QUEUE_FORMAT),
  /** What the call is for, for people; null: it tries the evaluator out. */
  about: z
    .strictObject({
      target: z.string(),
      taskId: z.string(),
      prompt: z.string(),
      question: z.string().nullable(),
    })
    .nullable(),
  evaluator: evaluatorMark,
  order: callOrder,
});
export type QueuedCall = z.infer<typeof queuedCall>;

/** What a worker gives back: an answer as the evaluator gave it, which is checked again where it is used. */
export const queuedAnswer = z.strictObject({
  /** Of the evaluator that answered. */
  version: z.string().min(1),
  raw: z.union([
    z.strictObject({
      evaluation: z.strictObject({ score: z.number(), sideInfo: z.record(z.string(), z.unknown()) }),
    }),
    z.strictObject({ answer: z.unknown() }),
  ]),
});
export type QueuedAnswer = z.infer<typeof queuedAnswer>;

/** Why a worker set a call aside. */
export const queuedRefusal = z.object({
  code: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
});

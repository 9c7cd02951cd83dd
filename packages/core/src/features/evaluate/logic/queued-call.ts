import { z } from 'zod';
import { SCORE_RANGES } from '../../../evaluators/logic/evaluator.js';
import { hash8, personaShape } from '../../../spec/common.js';
import { stateFile } from '../../../spec/state.js';
import { AREAS, HARNESSES } from '../../../spec/vocabulary.js';

/**
 * Version of the format of jobs: a command writes them, and workers on other machines, which may run other versions of
 * this package, read them.
 */
export const QUEUE_FORMAT = 1;

/** Evaluator protocol v2, see EvaluatorPayload. */
const payload = z.strictObject({
  _protocol_version: z.literal(2),
  candidate: z.string(),
  task_model: z.string().exactOptional(),
  example: z.record(z.string(), z.unknown()).exactOptional(),
});

/** Everything needed to check whether the answer to a prompt can be handed in. */
const judgedPrompt = z.strictObject({
  area: z.enum(AREAS),
  subject: z.string(),
  schemaHash: hash8,
  persona: personaShape.nullable(),
  /** State of the run, with only this subject. */
  state: stateFile,
});
export type JudgedPrompt = z.infer<typeof judgedPrompt>;

/** One call of an evaluator as data; it does not say who makes the call, or where. */
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

/** Identifies an evaluator in a form that is the same on every machine. */
export const evaluatorMark = z.strictObject({
  harness: z.enum(HARNESSES),
  name: z.string(),
  /** null: not known until the evaluator's first answer reports it. */
  version: z.string().nullable(),
  model: z.string().exactOptional(),
  range: z.enum(SCORE_RANGES),
  /** Equal for evaluators with the same words, files and options; contains no secret and no path of a machine. */
  key: z.string(),
});
export type EvaluatorMark = z.infer<typeof evaluatorMark>;

export const queuedCall = z.strictObject({
  format: z.literal(QUEUE_FORMAT),
  /** What the call is for, as shown to users; null: the call tries the evaluator out. */
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

/** A worker's result: the evaluator's answer, which is checked again where it is used. */
export const queuedAnswer = z.strictObject({
  /** Version of the evaluator that answered. */
  version: z.string().min(1),
  /** What the answer took, if a model gave it, see CallTokens. */
  tokens: z
    .strictObject({ in: z.number().nonnegative(), out: z.number().nonnegative(), isEstimated: z.boolean() })
    .exactOptional(),
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

/** Fields in the order in which they are compared; only the first difference is reported. */
const PARTS = ['harness', 'name', 'model', 'version', 'range', 'key'] as const;

/**
 * Checks whether an evaluator is the one that a run began with.
 *
 * @param wanted the evaluator of the run; its version is null as long as the run does not know it
 * @returns null if they are the same; otherwise a description of the difference
 */
export function compareMarks(
  wanted: EvaluatorMark,
  own: EvaluatorMark,
): { readonly wanted: string; readonly own: string } | null {
  const part = PARTS.find(
    (name) => wanted[name] !== own[name] && !(name === 'version' && wanted.version === null),
  );
  if (part === undefined) return null;
  return { wanted: describe(wanted, part), own: describe(own, part) };
}

function describe(mark: EvaluatorMark, part: (typeof PARTS)[number]): string {
  const name = mark.model ?? mark.name;
  switch (part) {
    case 'version':
      return `${name} version ${mark.version ?? 'unknown'}`;
    case 'range':
      return `${name} with --score-range ${mark.range}`;
    case 'key':
      return `${name} with words, files or options of key ${mark.key.slice(-8)}`;
    default:
      return `${name} (${mark.harness})`;
  }
}

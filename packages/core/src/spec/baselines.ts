import { z } from 'zod';
import { GRADES, NODE_STATUSES } from './vocabulary.js';

const text = z.string().min(1);

/** What a model made of a target's tools when its trial was accepted. */
const trialBaseline = z.strictObject({
  /** `providers/<namespace>` or `selections/<selection>`. */
  target: text,
  model: text,
  askedAt: text.nullable(),
  samples: z.int().min(1),
  seed: z.int(),
  prompt: text,
  /** Hash of the trial's plan. */
  plan: text,
  /** Successful samples of each task: by id, with a hash of everything an answer is held to. */
  successes: z.record(z.string(), z.int().min(0)),
});

/** Grades of nodes at the time they were accepted. */
export const gradingBaselineFile = z.strictObject({
  /** Version of the thresholds behind the grades. */
  gradingSystem: text,
  nodes: z.array(
    z.strictObject({
      /** `providers/<namespace>` or `selections/<selection>`. */
      target: text,
      /** Id of the index. */
      node: text,
      status: z.enum(NODE_STATUSES),
      grade: z.enum([...GRADES, 'REJECTED']).exactOptional(),
      score: z.number().min(1).max(5).exactOptional(),
      /** Present if there is a grade, except in a baseline written by an earlier version. */
      coverage: z.number().min(0).max(1).exactOptional(),
      /** Why the node is accepted although it does not meet the requirements. */
      reason: text.exactOptional(),
      /** Last day of acceptance. */
      expires: z.iso.date('a day such as 2027-01-31 was expected').exactOptional(),
    }),
  ),
  /** Absent if no target had a trial. */
  trials: z.array(trialBaseline).exactOptional(),
});

export type TrialBaseline = z.infer<typeof trialBaseline>;
export type GradingBaseline = z.infer<typeof gradingBaselineFile>;
export type GradingBaselineNode = GradingBaseline['nodes'][number];

const endpoint = z.strictObject({
  method: z.string().min(1),
  path: z.string().min(1),
  /** Why no tool covers the endpoint (spec 01, Reduction rule). */
  justification: z.string().min(1).exactOptional(),
});

/** baseline.json beside the schemas: the endpoints the provider documents. */
export const baselineFile = z.strictObject({
  /** Source of the list, usually the address of the documentation. */
  source: z.string().min(1),
  endpoints: z.array(endpoint),
});

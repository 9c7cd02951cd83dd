import type { EvaluatorMark } from '../../../evaluators/logic/queued-call.js';
import { sha256 } from '../../../spec/hash.js';

/** Beginning of all keys that are ours in a Redis that others use too. */
export const PREFIX = 'flowmcp';

const LONGEST = 60;

/**
 * The queue of an evaluator, whatever its version: a worker of another one is to say so, and not to stand beside it. As
 * limits of a provider hold for a model or a service, each has a queue of its own.
 */
export function queueNameOf({ harness, name, model }: EvaluatorMark): string {
  const words = [harness, model ?? name].join('-').replaceAll(/[^\w.-]+/g, '-');
  return `${words.slice(0, LONGEST)}-${sha256(JSON.stringify([harness, name, model])).slice(0, 8)}`;
}

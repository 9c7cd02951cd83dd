import { sha256 } from '../../../spec/hash.js';
import type { EvaluatorMark } from '../logic/queued-call.js';

/** Prefix of all our keys in a Redis that others use too. */
export const PREFIX = 'flowmcp';

const LONGEST = 60;

/**
 * The queue of an evaluator, independent of its version: a worker of another version should report that instead of
 * using a queue of its own. A provider's limits apply to a model or a service, so each of these has its own queue.
 */
export function queueNameOf({ harness, name, model }: EvaluatorMark): string {
  const words = [harness, model ?? name].join('-').replaceAll(/[^\w.-]+/g, '-');
  return `${words.slice(0, LONGEST)}-${sha256(JSON.stringify([harness, name, model])).slice(0, 8)}`;
}

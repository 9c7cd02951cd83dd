import { readOwnPackage } from '../../files/own-package.js';
import { canonicalJson, sha256 } from '../../spec/hash.js';
import type { EvaluatorIdentity, JudgeSpec } from '../logic/evaluator.js';

/** @param spec with a valid address as `apiBase`, checked by `acceptModel` */
export function identifyJudge({ model, apiBase, samples }: JudgeSpec): EvaluatorIdentity {
  return {
    kind: 'llm',
    name: 'llm-judge',
    version: readOwnPackage().version,
    model,
    harness: 'llm-judge',
    asked: { ...(apiBase !== null && { askedAt: new URL(apiBase).origin }), samples },
  };
}

/**
 * Equal for judges that ask the same model the same; the fixed text of the prompt is covered by the package's version.
 */
export function keyOfJudge({
  model,
  apiBase,
  objective,
  intake,
  samples,
  scale = 'unit',
}: JudgeSpec): string {
  const version = readOwnPackage().version;
  const asked = { version, model, apiBase, objective, intake, samples, ...(scale !== 'unit' && { scale }) };
  return `judge ${sha256(canonicalJson(asked))}`;
}

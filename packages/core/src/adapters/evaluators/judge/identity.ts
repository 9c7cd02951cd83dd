import { canonicalJson, sha256 } from '../../../engine/hash.js';
import type { EvaluatorIdentity, JudgeSpec } from '../../../model/evaluator.js';
import { readOwnPackage } from '../../own-package.js';

export function identifyJudge({ model }: JudgeSpec): EvaluatorIdentity {
  return {
    kind: 'llm',
    name: 'llm-judge',
    version: readOwnPackage().version,
    model,
    harness: 'llm-judge',
  };
}

/** Judges that are asked the same of the same model; the prompt's own words count as part of the package's version. */
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

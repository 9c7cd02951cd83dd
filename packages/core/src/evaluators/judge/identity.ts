import { readOwnPackage } from '../../files/own-package.js';
import { canonicalJson, sha256 } from '../../spec/hash.js';
import type { EvaluatorIdentity, JudgeSpec } from '../logic/evaluator.js';

/** @param spec its `apiBase` is an address, as `acceptModel` sees to */
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

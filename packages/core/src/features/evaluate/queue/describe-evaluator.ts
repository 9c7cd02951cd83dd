import { resolve } from 'node:path';
import {
  identifyCommand,
  keyOfCommand,
  sharedKeyOfCommand,
} from '../../../evaluators/command/command-line.js';
import {
  acceptSpec,
  cacheKeyOfService,
  identifyService,
  keyOfService,
  UNVERSIONED,
} from '../../../evaluators/http/address.js';
import { acceptModel, identifyJudge, keyOfJudge } from '../../../evaluators/judge/model-address.js';
import type { EvaluatorIdentity, EvaluatorSpec } from '../../../evaluators/logic/evaluator.js';
import type { EvaluatorMark } from '../logic/queued-call.js';

/** The identity of an evaluator that workers call, determined without its keys and without connecting to it. */
export interface DescribedEvaluator {
  /**
   * Identifies the evaluator in the same way on every machine. A service's version is unknown until its first answer
   * reports it.
   */
  readonly mark: EvaluatorMark;
  identify(version: string | null): EvaluatorIdentity;
  /** The key under which this machine caches the answers of the given version of the evaluator. */
  cacheKeyOf(version: string | null): string;
}

/** @throws GradingError EVL-023 for an unusable address, EVL-032 or EVL-034 for an unusable model */
export function describeEvaluator(spec: EvaluatorSpec): DescribedEvaluator {
  switch (spec.kind) {
    case 'command': {
      const command = { argv: spec.argv, cwd: resolve(spec.cwd ?? '.'), env: process.env };
      const identity = identifyCommand(command, {});
      const cacheKey = keyOfCommand(command, spec);
      return describe(spec, identity, { key: sharedKeyOfCommand(command), cacheKey });
    }
    case 'http': {
      const { range } = spec;
      const { url } = acceptSpec(spec);
      return {
        mark: { ...markOf(identifyService(url, UNVERSIONED), spec, keyOfService(url, range)), version: null },
        identify: (version) => identifyService(url, version ?? UNVERSIONED),
        cacheKeyOf: (version) => cacheKeyOfService(url, range, version ?? UNVERSIONED),
      };
    }
    case 'judge': {
      acceptModel(spec);
      const cacheKey = keyOfJudge(spec);
      return describe(spec, identifyJudge(spec), { key: cacheKey, cacheKey });
    }
  }
}

function describe(
  spec: EvaluatorSpec,
  identity: EvaluatorIdentity,
  { key, cacheKey }: { key: string; cacheKey: string },
): DescribedEvaluator {
  return { mark: markOf(identity, spec, key), identify: () => identity, cacheKeyOf: () => cacheKey };
}

function markOf(
  { harness, name, version, model }: EvaluatorIdentity,
  { range }: EvaluatorSpec,
  key: string,
): EvaluatorMark {
  return { harness, name, version, range, key, ...(model !== undefined && { model }) };
}

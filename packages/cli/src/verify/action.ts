import { keyFileOf, shownPath } from '@flowmcp/grading-core/commands';
import { verifyTargets } from '@flowmcp/grading-core/features/verify/run';
import type { TargetFlags } from '../options/island-option.js';
import type { ShardFlags } from '../options/shard-option.js';
import { openWorkplace, targetsOf } from '../run/workplace.js';
import { printResult, printTalk } from '../terminal/output.js';
import { formatProblems } from '../terminal/problems.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import { renderVerify } from './render.js';

export interface VerifyFlags extends TargetFlags, ShardFlags {
  readonly strict?: boolean;
  readonly repair?: boolean;
  readonly withKeys?: boolean;
}

/** `flowmcp grading verify`. */
export function verifyIsland(targets: readonly string[], flags: VerifyFlags) {
  const { strict, repair, shard, withKeys = false } = flags;
  return runAction({
    json: flags.json,
    run: () => {
      const named = targetsOf(targets, flags, 'grading verify');
      const { island, config, home } = openWorkplace(flags);
      const path = keyFileOf(config, home);
      const keys = withKeys ? { path, shownAs: shownPath(path, home) } : null;
      return withProgress((onProgress) =>
        verifyTargets({ island, ...named, strict, repair, shard, keys, onProgress }),
      );
    },
    show: ({ results }) => {
      if (results.length > 0) printResult(renderVerify(results));
      const warnings = results.flatMap((found) => found.warnings);
      if (warnings.length > 0) printTalk(formatProblems(warnings));
    },
  });
}

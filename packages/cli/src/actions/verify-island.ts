import { keyFileOf, shownPath, verifyTargets } from '@flowmcp/grading-core/commands';
import type { VerifyFlags } from '../commands/grading-verify.js';
import { printResult, printTalk } from '../output.js';
import { withProgress } from '../progress.js';
import { formatProblems } from '../render/problems.js';
import { renderVerify } from '../render/verify.js';
import { runAction } from './run-action.js';
import { openWorkplace, targetsOf } from './workplace.js';

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

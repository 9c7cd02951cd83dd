import { applyCommand } from '@flowmcp/grading-core/features/edit/patch';
import { type ProposeResult, proposeTests } from '@flowmcp/grading-core/features/edit/propose-tests';
import { schemasSpecOf } from '../options/named-rules.js';
import type { RulesFlags } from '../options/rules-option.js';
import { counted } from '../terminal/layout.js';
import { printPatch, printTalk } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

export interface ProposeFlags extends RulesFlags {
  readonly to: number;
  readonly json?: boolean;
}

/** `flowmcp propose`: the patch is its result, and the tally beside it says what it reaches. */
export function proposeForPaths(paths: readonly string[], flags: ProposeFlags) {
  const { to, json } = flags;
  return runAction({
    json,
    run: () => proposeTests({ paths, to, schemasSpec: schemasSpecOf(flags) }),
    show: (shown, { patch }) => {
      printPatch(patch);
      printTalk(formatTally(shown, to).join('\n'));
    },
  });
}

function formatTally({ results, patch, folder }: ProposeResult, to: number): string[] {
  if (results.length === 0) return [];
  const tools = results.flatMap((file) => file.tools);
  const few = `with fewer than ${to} different parameter sets`;
  if (tools.length === 0) return [`no tool that takes parameters has tests ${few}`];
  const tests = tools.flatMap(({ proposals }) => proposals).length;
  const files = results.filter((file) => file.tools.some(({ proposals }) => proposals.length > 0)).length;
  const reached = tools.filter((tool) => tool.reached >= to).length;
  const computed = tools.filter(({ isComputed }) => isComputed).length;
  return [
    `${counted(tests, 'test')} proposed in ${counted(files, 'file')}`,
    `${counted(tools.length, 'tool')} ${few}; the proposals bring ${reached} of them to ${to}`,
    ...(computed > 0
      ? [
          `${counted(computed, 'tool')} whose tests are not written plainly in place, so that none can be added`,
        ]
      : []),
    ...(patch === '' ? [] : [`to take them over: ${applyCommand(folder)}`]),
  ];
}

import { type Engine, type FindResult, findTools } from '@flowmcp/grading-core/features/find/run';
import type { IslandFlags } from '../options/island-options.js';
import { openWorkplace } from '../options/workplace.js';
import { counted } from '../terminal/layout.js';
import { printProblems, printResult, printTalk } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';

export interface FindFlags extends IslandFlags {
  readonly in?: string;
  readonly engine: Engine;
  readonly limit: number;
}

/** `flowmcp find`. */
export function find(text: string, flags: FindFlags): Promise<number> {
  const { in: folder, engine, limit } = flags;
  return runAction({
    json: flags.json,
    run: () => findTools({ text, in: folder, engine, limit, openIsland: () => openWorkplace(flags).island }),
    show: ({ results, tools, warnings }) => {
      if (results.length > 0) printResult(results.map(formatTool).join('\n'));
      printTalk(`${counted(results.length, 'result')} among ${counted(tools, 'tool')}`);
      printProblems(warnings);
    },
  });
}

function formatTool({ tool, score, matched, description }: FindResult['results'][number]): string {
  return [`${tool}  ${score.toFixed(1)}  ${matched.join(', ')}`, `  ${description}`].join('\n');
}

import {
  type EmitResult,
  keyFileOf,
  libraryFolderOf,
  shellWord,
  shownPath,
} from '@flowmcp/grading-core/commands';
import { emitPrompts } from '@flowmcp/grading-core/features/emit/run';
import {
  onSameIsland,
  openWorkplace,
  shownIslandPath,
  targetsOf,
  type Workplace,
} from '../options/workplace.js';
import { printPart, printProblems, printResult, printTalk } from '../terminal/output.js';
import { hintOf } from '../terminal/problems.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import type { RunFlags } from './flags.js';
import {
  describeEmitted,
  describeLeftOut,
  describeManyEmitted,
  formatGate,
  isGate,
  isNothing,
  SHOWN_IN_FULL,
} from './render.js';

/** `flowmcp grading emit`. */
export function emit(targets: readonly string[], flags: RunFlags) {
  return runAction({
    json: flags.json,
    run: () => {
      const named = targetsOf(targets, flags, 'grading emit');
      const { island, ...options } = emitOptions(flags, openWorkplace(flags));
      return withProgress((onProgress) => emitPrompts({ island, ...named, ...options, onProgress }));
    },
    show: async ({ results, leftOut }, { results: asTheyAre, errors }) => {
      const workplace = openWorkplace(flags);
      const isPrinted = flags.asSkill === '-';
      const isMany = results.length > SHOWN_IN_FULL;
      const nothings = new Map(errors.filter(isNothing).map((found) => [found.args?.target, hintOf(found)]));
      if (isMany) printResult(`${describeManyEmitted(results)}\n${nextOfMany(results, flags)}`);
      for (const found of isMany ? [] : results) {
        const name = shellWord(found.target);
        const say = (command: string) => onSameIsland(command, flags);
        const prompts = found.promptsPath && shownIslandPath(found.promptsPath, workplace);
        const skill = found.skillPath === undefined ? null : shownIslandPath(found.skillPath, workplace);
        const described = describeEmitted(found, {
          prompts,
          skill,
          instead: nothings.get(found.target),
          ways: {
            'by hand': say(`flowmcp grading review ${name} --by <name>`),
            'by an agent': `docs/harness.md, then: ${say(`flowmcp grading hand-in ${name} scores.json`)}`,
            'by a model': say(`flowmcp grading run ${name} --judge-model <provider/model>`),
          },
        });
        (isPrinted ? printTalk : printResult)(described);
      }
      for (const { skillPath } of isPrinted ? asTheyAre : []) {
        if (skillPath !== undefined) await printPart(workplace.island.readText(skillPath) ?? '');
      }
      printProblems(results.flatMap((found) => found.warnings));
      for (const gate of isMany ? [] : errors.filter(isGate)) printTalk(formatGate(gate));
      const others = describeLeftOut(leftOut, 'emit');
      if (others) printTalk(others);
    },
    // Both have been shown with their targets.
    notShown: ({ errors }) => errors.filter((found) => !isGate(found) && !isNothing(found)),
  });
}

/** What to do about many targets: each line ends with the reason for it. */
function nextOfMany(results: EmitResult['results'], flags: RunFlags): string {
  const handIn = onSameIsland('flowmcp grading hand-in <target> scores.json', flags);
  const isUntested = results.some(({ blocked }) =>
    blocked.some(({ reason }) => reason.includes('(offline)')),
  );
  const steps = [
    ...(results.some(({ promptCount }) => promptCount > 0)
      ? [`${handIn}   once its prompts are graded`]
      : []),
    ...(isUntested && flags.offline ? ['the same command without --offline   to test the tools'] : []),
    `${onSameIsland('flowmcp grading state <target>', flags)}   shows one in full`,
  ];
  return steps.map((step, at) => `${at === 0 ? 'next' : '    '}   ${step}`).join('\n');
}

/** Converts flags into options of stage 1. */
export function emitOptions(flags: RunFlags, { island, config, home }: Workplace) {
  const { allowHost = [], originMap = {}, area = null, scope, onConflict } = flags;
  const { offline = false, allowWrites = false, withKeys = config.useKeys, chain = false } = flags;
  const { concurrency, throttle, timeout, maxTurns, persona, shard = null } = flags;
  const keyFile = keyFileOf(config, home);
  const libraryFolder = libraryFolderOf(config, home);
  return {
    island,
    offline,
    allowWrites,
    handlers: flags.handlers,
    libraries: { path: libraryFolder, shownAs: shownPath(libraryFolder, home) },
    keys: withKeys ? { path: keyFile, shownAs: shownPath(keyFile, home) } : null,
    sendKeys: mergeSendKeys(config.sendKeys, flags.sendKey),
    allowHosts: allowHost,
    originMap,
    areas: area,
    scope,
    mode: flags.mode,
    questions: flags.questions ?? [],
    regrade: regradeReason(flags),
    onConflict,
    chain,
    shard,
    ...(flags.asSkill !== undefined && { asSkill: true }),
    ...(persona && { persona }),
    ...(concurrency !== undefined && { concurrency }),
    ...(throttle !== undefined && { throttleMs: throttle }),
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(maxTurns !== undefined && { maxTurns }),
  };
}

function mergeSendKeys(
  configured: Workplace['config']['sendKeys'],
  given: NonNullable<RunFlags['sendKey']> = {},
): Record<string, string[]> {
  const all = [...Object.entries(configured), ...Object.entries(given)];
  return Object.fromEntries(
    all.map(([name]) => [name, all.flatMap(([other, hosts]) => (other === name ? hosts : []))]),
  );
}

function regradeReason({ regradeReason: triggeredBy, reportedIssue, requestedBy }: RunFlags) {
  if (triggeredBy === undefined) return null;
  return {
    triggeredBy,
    ...(reportedIssue !== undefined && { reportedIssue }),
    ...(requestedBy !== undefined && { requestedBy }),
  };
}

import { readFileSync } from 'node:fs';
import {
  AREAS,
  type AreaId,
  consumeScores,
  emitPrompts,
  GradingError,
  keyFileOf,
  problem,
  shownPath,
} from '@flowmcp/grading-core';
import { Command, Option } from 'commander';
import { runAction } from '../action.js';
import { addIslandOption, type IslandFlags, openWorkplace } from '../island-options.js';
import { createProgress, formatProblem, printResult, printTalk } from '../output.js';
import { collect, parseCount, parseList, parseMilliseconds, parseOrigins } from '../parse-options.js';
import { describeConsumed, describeEmitted, gradingLines } from '../render/run.js';

interface Flags extends IslandFlags {
  readonly emitPrompts?: boolean;
  readonly consumeScores?: string;
  readonly all?: boolean;
  readonly offline?: boolean;
  readonly withKeys?: boolean;
  readonly allowHost?: string[];
  readonly originMap?: Record<string, string>;
  readonly allowWrites?: boolean;
  readonly area?: AreaId[];
  readonly scope: 'pending' | 'all';
  readonly concurrency?: number;
  readonly throttle?: number;
  readonly timeout?: number;
  readonly maxTurns?: number;
  readonly onConflict: 'skip' | 'overwrite' | 'abort';
  readonly allowMissing?: boolean;
  readonly json?: boolean;
}

/** Areas a provider run can ask about. */
const PROVIDER_AREAS = AREAS.slice(0, 4);

export function consumeAndEmitCommand(finish: (code: number) => void): Command {
  const command = addIslandOption(
    new Command('run')
      .description('stages 1 and 3: test and emit prompts, or consume the scores that answer them')
      .argument('[target...]', 'defillama, defillama/coins, defillama/tool/getPools, or a provider folder')
      .option('--all', 'every namespace of the island')
      .option('--json', 'print one JSON document'),
  );
  command
    .optionsGroup('Stage 1, emit prompts:')
    .option('--emit-prompts', 'run the tests that are due and write prompts.json and state.json')
    .option('--offline', 'make no request; use facts that still hold')
    .option('--with-keys', 'use the API keys of ~/.flowmcp/.env (or envPath of config.json)')
    .addOption(
      new Option('--handlers <how>', 'what to do with handler code').choices(['skip']).default('skip'),
    )
    .option(
      '--allow-host <host>',
      'let requests go to this host though its address is private (repeatable)',
      collect,
    )
    .option(
      '--origin-map <origin=origin>',
      "send one origin's requests to another (repeatable)",
      parseOrigins,
    )
    .option('--allow-writes', 'run tests of tools that are not read-only')
    .option('--area <areas>', `only these areas: ${PROVIDER_AREAS.join(', ')}`, parseList(PROVIDER_AREAS))
    .addOption(new Option('--scope <scope>', 'what is due').choices(['pending', 'all']).default('pending'))
    .option('--concurrency <n>', 'requests at a time (default: 8)', parseCount)
    .option('--throttle <ms>', 'least time between two requests to one host', parseMilliseconds)
    .option('--timeout <ms>', 'longest time for one request (default: 30000)', parseCount)
    .option('--max-turns <n>', 'turns a grading loop may take (default: 25)', parseCount)
    .addOption(
      new Option('--on-conflict <policy>', 'what to do with an open run')
        .choices(['skip', 'overwrite', 'abort'])
        .default('skip'),
    );
  command
    .optionsGroup('Stage 3, consume scores:')
    .option(
      '--consume-scores <file>',
      'check a scores file, write the grades and rebuild the index; - reads stdin',
    )
    .option('--allow-missing', 'accept answers to a part of the prompts')
    .addHelpText(
      'after',
      '\nExamples:\n  flowmcp grading run defillama --emit-prompts\n  flowmcp grading run defillama --consume-scores scores.json',
    )
    .action((targets: string[], flags: Flags) => run(targets, flags, finish));
  return command;
}

async function run(targets: string[], flags: Flags, finish: (code: number) => void): Promise<void> {
  const { consumeScores: file, emitPrompts: emitting } = flags;
  if (emitting && file === undefined) return emit(targets, flags, finish);
  const [target] = targets;
  if (!emitting && file !== undefined && target !== undefined && targets.length === 1) {
    return consume(target, file, flags, finish);
  }
  await runAction({
    json: flags.json ?? false,
    finish,
    run: () => ({ status: false, errors: [usageProblem(targets, flags)] }),
    show: () => undefined,
  });
}

function usageProblem(targets: readonly string[], { emitPrompts: emitting, consumeScores: file }: Flags) {
  const reason =
    emitting === (file !== undefined)
      ? 'exactly one of --emit-prompts and --consume-scores <file> was expected'
      : `--consume-scores takes exactly one target, found ${targets.length}`;
  return problem('CLI-001', undefined, { reason, command: 'grading run' });
}

async function emit(targets: string[], flags: Flags, finish: (code: number) => void): Promise<void> {
  const progress = createProgress();
  await runAction({
    json: flags.json ?? false,
    finish,
    run: async () => {
      const { island, config, home } = openWorkplace(flags);
      const keyFile = keyFileOf(config, home);
      const withKeys = flags.withKeys ?? config.useKeys;
      const result = await emitPrompts({
        island,
        targets,
        all: flags.all ?? false,
        offline: flags.offline ?? false,
        keys: withKeys ? { path: keyFile, shownAs: shownPath(keyFile, home) } : null,
        allowHosts: flags.allowHost ?? [],
        originMap: flags.originMap ?? {},
        allowWrites: flags.allowWrites ?? false,
        areas: flags.area ?? null,
        scope: flags.scope,
        onConflict: flags.onConflict,
        ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
        ...(flags.throttle !== undefined && { throttleMs: flags.throttle }),
        ...(flags.timeout !== undefined && { timeoutMs: flags.timeout }),
        ...(flags.maxTurns !== undefined && { maxTurns: flags.maxTurns }),
        onProgress: progress.show,
      });
      progress.end();
      return result;
    },
    show: ({ results }) => {
      for (const found of results) printResult(describeEmitted(found));
      for (const found of results.flatMap(({ warnings }) => warnings)) printTalk(formatProblem(found));
    },
  });
}

async function consume(
  target: string,
  file: string,
  flags: Flags,
  finish: (code: number) => void,
): Promise<void> {
  await runAction({
    json: flags.json ?? false,
    finish,
    run: async () => {
      const { island } = openWorkplace(flags);
      const scores = readScores(file);
      const allowMissing = flags.allowMissing ?? false;
      const result = await consumeScores({
        island,
        target,
        scores,
        scoresFile: file === '-' ? 'stdin' : file,
        allowMissing,
      });
      // A loop that drives the grading reads these lines; they say only what was written (spec 25).
      for (const line of result.results.flatMap(gradingLines)) printTalk(line);
      return result;
    },
    show: ({ results }) => {
      for (const found of results) {
        printResult(describeConsumed(found));
        for (const warning of found.warnings) printTalk(formatProblem(warning));
      }
    },
  });
}

function readScores(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const found = problem('CLI-003', undefined, { file, reason: String(error.code) });
    throw new GradingError(found, `CLI-003: ${file}`);
  }
}

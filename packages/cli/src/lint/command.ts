import { Command, Option } from 'commander';
import { apiBaseOption, budgetOptions, cacheOption } from '../asking/evaluator-options.js';
import { addressOptions, findIdle, isAddress, stdioOption, timeoutOption } from '../asking/server-options.js';
import { collect, parseCount, parseList, parsePath } from '../options/parse-options.js';
import { lintRulesOption } from '../options/rules-option.js';
import type { Finish } from '../terminal/run-action.js';
import { CAPABILITIES, FAIL_ON, FORMATS, findConfig, type LintFlags, MIN_GRADES } from './flags.js';

const EXAMPLES = `
Examples:
  flowmcp lint https://mcp.example.org/mcp --header 'Authorization: env:TOKEN'
  flowmcp lint --stdio -- node build/index.js --read-only
  flowmcp lint --servers .mcp.json --start=github --env GITHUB_TOKEN
  flowmcp lint providers/defillama --min-grade B
  flowmcp lint --snapshot server.json --rules flowmcp/1
  flowmcp lint --snapshot server.json --format sarif --out lint.sarif
  flowmcp lint --explain tool-no-required

Exit codes: 0 every gate passes; 1 a gate fails, or a schema cannot be read as a server;
2 a server, a snapshot or a list from a server could not be read, or nothing was started.`;

export function lintCommand(finish: Finish): Command {
  const command = new Command('lint')
    .description(
      'grade MCP servers by what they say about themselves: live, from snapshots or from FlowMCP schemas',
    )
    .argument('[target...]', 'addresses of servers; schema files, provider folders, or folders full of them');
  // Options after `diff` belong to it, although some have the same names.
  command.enablePositionalOptions().addCommand(lintDiffCommand(finish));
  addSources(command);
  addRules(command);
  addGates(command);
  return command
    .optionsGroup('Output:')
    .addOption(new Option('--format <format>', 'format of the report (default: text)').choices(FORMATS))
    .option('--out <file>', 'write the report there, and print it as text', parsePath)
    .option('--json', 'print one JSON document')
    .option('--explain [rule]', 'explain why a rule exists and how to comply; without a rule, list all rules')
    .addHelpText('after', EXAMPLES)
    .action(async (targets: string[], flags: LintFlags) => {
      const misuse = findMisuse(targets, flags);
      if (misuse !== null) command.error(misuse);
      if (flags.explain !== undefined) {
        const { explainRule } = await import('./explain-action.js');
        finish(
          await explainRule({
            rule: flags.explain === true ? null : flags.explain,
            ruleset: flags.rules ?? null,
            json: flags.json,
          }),
        );
        return;
      }
      const { lint } = await import('./action.js');
      finish(await lint(targets, flags));
    });
}

function addSources(command: Command): void {
  command
    .optionsGroup('Servers:')
    .addOption(stdioOption())
    .option('--servers <file>', 'servers of a client configuration; file#name for one (repeatable)', collect)
    .option('--start [name]', 'start this program of a configuration; without a name, all', collectNames)
    .option(
      '--env <name>',
      'an environment variable for the started server, or for a placeholder in a configuration (repeatable)',
      collect,
    )
    .option('--snapshot <file>', 'a saved snapshot of a server (repeatable)', collect)
    .option('--save-snapshot <file>', 'save a snapshot of the server, if there is only one', parsePath);
  for (const option of addressOptions()) command.addOption(option);
  command
    .option(
      '--capability <name>',
      'declare roots, sampling or elicitation: some servers offer more tools then (repeatable)',
      parseList(CAPABILITIES),
    )
    .option('--root <folder>', 'a folder to name to servers that ask for roots (repeatable)', collect)
    .addOption(timeoutOption())
    .option('--concurrency <n>', 'servers at a time (default: 4)', parseCount);
}

function addRules(command: Command): void {
  command
    .optionsGroup('Rules:')
    .addOption(lintRulesOption())
    .option('--config <file>', 'configuration (default: flowmcp-lint.json, if it is here)', parsePath)
    .option('--no-config', 'use no configuration')
    .optionsGroup('Model:')
    .option(
      '--judge-model <provider/model>',
      'also ask a model about each text: openai/…, anthropic/…, google/… (with --rules flowmcp/1)',
    )
    .addOption(apiBaseOption())
    .addOption(cacheOption());
  for (const option of budgetOptions()) command.addOption(option);
}

function addGates(command: Command): void {
  command
    .optionsGroup('Gates:')
    .addOption(
      new Option('--fail-on <severity>', 'fail on issues of this severity or worse (default: error)').choices(
        FAIL_ON,
      ),
    )
    .addOption(new Option('--min-grade <grade>', 'the worst grade that passes').choices(MIN_GRADES))
    .option('--token-budget <n>', 'maximum number of tokens for the tools of a server', parseCount)
    .option('--baseline <file>', 'file of accepted issues; only other issues count for --fail-on', parsePath)
    .option('--update-baseline', 'accept all current issues and write them to the baseline');
}

/** Checks for a missing target, and for options that would be ignored. */
function findMisuse(targets: readonly string[], flags: LintFlags): string | null {
  const { explain, json, rules: _, ...others } = flags;
  if (explain !== undefined) {
    const isAlone = targets.length === 0 && Object.keys(others).length === 0;
    return isAlone ? null : '--explain takes a rule, and no targets or options other than --rules and --json';
  }
  const { stdio, snapshot, servers, format = 'text', out, baseline, updateBaseline } = flags;
  // A configuration may name servers.
  if (targets.length === 0 && !snapshot && !servers && !stdio && findConfig(flags) === undefined) {
    return 'nothing to lint: an address, a path, --snapshot <file>, --servers <file> or --stdio -- <program> was expected';
  }
  if (updateBaseline && baseline === undefined) {
    return '--update-baseline writes a baseline, so it also needs --baseline <file>';
  }
  if (json && format !== 'json' && flags.format !== undefined && out === undefined) {
    return `--json and --format ${format} would both be printed; --out <file> was expected`;
  }
  return findIgnored(targets, flags);
}

function findIgnored(targets: readonly string[], flags: LintFlags): string | null {
  const isAsked = targets.some(isAddress);
  const { stdio } = flags;
  const hasConfig = findConfig(flags) !== undefined;
  const canHaveServers = flags.servers !== undefined || hasConfig;
  return (
    findIdle(isAsked, 'the address of a server', { '--header': flags.header }) ??
    findIdle(isAsked || canHaveServers, 'the address of a server, or --servers', {
      '--allow-host': flags.allowHost,
    }) ??
    findIdle(!!stdio || canHaveServers, '--stdio or --servers', { '--env': flags.env }) ??
    findIdle(canHaveServers, '--servers', { '--start': flags.start }) ??
    findIdle(isAsked || !!stdio || canHaveServers, 'a live server', {
      '--capability': flags.capability,
      '--timeout': flags.timeout,
    }) ??
    // A configuration may declare roots.
    findIdle(
      flags.capability === undefined ? hasConfig : flags.capability.includes('roots'),
      '--capability roots',
      {
        '--root': flags.root,
      },
    ) ??
    findIdle(flags.judgeModel !== undefined, '--judge-model', {
      '--api-base': flags.apiBase,
      '--cache': flags.cache,
      '--max-calls': flags.maxCalls,
      '--max-tokens': flags.maxTokens,
    })
  );
}

/** Collects the names of an option that may be given without one, which then stands for all. */
function collectNames(name: string, before: true | readonly string[] = []): true | readonly string[] {
  return before === true ? true : [...before, name];
}

const DIFF_EXAMPLES = `
Examples:
  flowmcp lint --stdio --save-snapshot new.json -- node build/index.js
  flowmcp lint diff reviewed.json new.json

Exit codes: 0 nothing that a model reads has changed; 1 something has;
2 a file could not be read.`;

/** `flowmcp lint diff`: a target that is called diff is written ./diff. */
function lintDiffCommand(finish: Finish): Command {
  return new Command('diff')
    .description('list what changed between two snapshots, or schema files, of a server')
    .argument('<before>', 'the state that was reviewed')
    .argument('<after>', 'the state of today')
    .addOption(new Option('--format <format>', 'format of the list (default: text)').choices(['text', 'md']))
    .option('--json', 'print one JSON document')
    .addHelpText('after', DIFF_EXAMPLES)
    .action(async (before: string, after: string, flags: { format?: 'text' | 'md'; json?: boolean }) => {
      const { lintDiff } = await import('./diff-action.js');
      finish(await lintDiff(before, after, flags));
    });
}

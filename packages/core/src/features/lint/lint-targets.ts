import { dirname, resolve } from 'node:path';
import { checkApart, checkResultFile, MODULE, type RunInput } from '../../files/result-file.js';
import { parseAllowedHosts } from '../../net/hosts.js';
import { errorOf, fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { LintedServer, LintRuleSet } from '../../rules/mcp/lint-report.js';
import { defaultRuleSet, findRuleSet } from '../../rules/mcp/rule-sets.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import type { Adjustments } from './logic/adjust.js';
import { buildAdjustments, type NamedReport, reviewIgnored } from './logic/config.js';
import { findForeignTools } from './logic/foreign-tools.js';
import { judgeGates } from './logic/judge-gates.js';
import { buildLintReport } from './logic/report.js';
import type { McpTarget } from './mcp/query.js';
import { writeSnapshotFile } from './mcp/snapshot-file.js';
import { nameTarget } from './name-target.js';
import type { LintOptions, LintProblem, LintResult } from './options.js';
import { resolveLintTargets } from './resolve-targets.js';
import type { Looked } from './second-look.js';
import { type LintTarget, takeServers } from './take-server.js';

/**
 * Grades MCP servers by their tool definitions: queried live, read from snapshots, or projected from FlowMCP schemas. A
 * target that cannot be judged is an error and has no grade; it does not affect the others.
 *
 * @throws GradingError before any request or write: LNT-002, LNT-003 (a file that cannot be written), CLI-006 and
 *   CLI-007 (an output that is also read, or two outputs in one file), LNT-010, LNT-011 and LNT-014 (an unusable
 *   baseline), LNT-041 to LNT-043 (an unusable configuration), LNT-057 and EVL-032 to EVL-034 (an unusable model), NET-020 (an allowed host that is not a host)
 */
export async function lintTargets(given: LintOptions): Promise<LintResult> {
  const today = (given.now?.() ?? new Date()).toISOString().slice(0, 10);
  const { options, ruleSet, adjust, review } = await configure(given, today);
  const { saveSnapshot, baseline, updateBaseline = false, failOn = 'error' } = options;
  const { targets, problems } = await resolveLintTargets(options);
  if (saveSnapshot !== undefined && targets.length > 1) {
    throw fatal('LNT-002', undefined, { count: targets.length });
  }
  // Refuse unusable hosts before any server is started.
  parseAllowedHosts(options.allowHosts ?? []);
  await requireWritable(options, targets, problems);
  const compare = baseline === undefined ? null : await prepareComparison(baseline, updateBaseline, ruleSet);

  const notes = problems.filter(isNote);
  const errors: LintProblem[] = problems.filter((known) => !isNote(known));
  const folder = options.config === undefined ? '' : dirname(options.config);
  const secondLook = await openModel(options, ruleSet, (warning) => notes.push(warning));
  const judge = ({ server, looked }: TakenState, foreignTools?: ReadonlyMap<string, string>): NamedReport => {
    const name = nameTarget(server.target, server.source?.file, folder);
    const about = { ...(foreignTools && { foreignTools }), ...(looked && { judged: looked.judged }) };
    const report = buildLintReport(server, { ruleSet, adjustments: adjust(name), about });
    return { name, report: looked ? { ...report, judge: looked.summary } : report };
  };
  const taken = await takeServers(targets, options, async (server, target) => {
    const looked = (await secondLook?.look(server)) ?? null;
    const state = { server, looked };
    return {
      // What servers of one configuration say of each other is known when all of them are read.
      named: target.kind === 'client' ? null : judge(state),
      client: target.kind === 'client' ? { file: resolve(target.file), ...state } : null,
      problems: [
        ...(looked?.problem ? [{ target: server.target, ...looked.problem }] : []),
        ...(saveSnapshot === undefined ? [] : await saveServer(saveSnapshot, server)),
      ],
    };
  });
  await secondLook?.close();
  for (const { made, problems } of taken) {
    notes.push(...problems.filter(isNote));
    errors.push(...problems.filter((known) => !isNote(known)), ...(made?.problems ?? []));
  }
  const [first] = options.targets ?? [];
  if (first !== undefined && errors.length === 0 && taken.every(({ made }) => made === null)) {
    errors.push({ target: first, ...problem('IMP-023') });
  }
  const clients = taken.flatMap(({ made }) => made?.client ?? []);
  const foreignTools = findForeignTools(clients);
  const reports = taken.flatMap(({ made }) => {
    const { named, client } = made ?? {};
    return client ? judge(client, foreignTools.get(client.server)) : (named ?? []);
  });
  notes.push(...review(reports, errors.length === 0));

  const compared = compare
    ? await compare(reports, { folder, today, declared: options.capabilities ?? [] })
    : { results: reports.map(({ report }) => report), errors: [], warnings: [] };
  const { results, warnings } = compared;
  errors.push(...compared.errors);
  for (const report of results) {
    const gates = judgeGates(report, { ...options, failOn });
    errors.push(...gates.map((known) => ({ target: report.target, ...known })));
  }
  return { status: errors.length === 0, results, errors, warnings: [...notes, ...warnings] };
}

/** A server as read, and what a judge model found in it. */
interface TakenState {
  readonly server: LintedServer;
  readonly looked: Looked | null;
}

/** Opens the model for the second look, if there is one. Without it, the code for asking is not loaded. */
async function openModel(
  { secondLook }: LintOptions,
  { id: ruleset, kind }: LintRuleSet,
  warn: (warning: LintProblem) => void,
) {
  if (!secondLook) return null;
  if (kind !== 'shares') throw fatal('LNT-057', undefined, { ruleset });
  const { openSecondLook } = await import('./second-look.js');
  return openSecondLook({
    ...secondLook,
    onWarning: (warning) => warn({ target: warning.where?.file ?? secondLook.model, ...warning }),
  });
}

/** Notes and warnings do not make a run fail. */
function isNote({ severity }: Problem): boolean {
  return severity !== 'error';
}

/** How a run judges: its options, completed by the configuration, if there is one. */
interface Configured {
  readonly options: LintOptions;
  readonly ruleSet: LintRuleSet;
  /** What changes about the issues of the target with this name. */
  readonly adjust: (name: string) => Adjustments | undefined;
  /** Finds entries of the configuration that have no effect. */
  readonly review: (reports: readonly NamedReport[], isComplete: boolean) => readonly LintProblem[];
}

/** Reads the configuration. Without one, the code for reading it is not loaded. */
async function configure(given: LintOptions, today: string): Promise<Configured> {
  const { config: file } = given;
  if (file === undefined) {
    const ruleSet = given.ruleSet === undefined ? defaultRuleSet : findRuleSet(given.ruleSet);
    return { options: given, ruleSet, adjust: () => undefined, review: () => [] };
  }
  const { readLintConfig } = await import('./config.js');
  const config = readLintConfig(file, today);
  const { servers = config.servers, capabilities = config.capabilities } = given;
  const { targets = [], snapshots = [], stdio } = given;
  if (targets.length + snapshots.length + (servers?.length ?? 0) === 0 && !stdio) {
    throw fatal('LNT-043', { file }, { reason: 'it names no "servers", and no target was given either' });
  }
  const ruleSet = findRuleSet(given.ruleSet ?? config.rules ?? defaultRuleSet.id);
  return {
    options: { ...given, servers, capabilities },
    ruleSet,
    adjust: buildAdjustments(config, ruleSet, today),
    review: (reports, isComplete) =>
      reviewIgnored(config.ignore, { ruleSet, reports, isComplete, today }).map((known) => ({
        target: file,
        ...known,
      })),
  };
}

/**
 * Reads the baseline now, so that reports can be compared with it at the end. Without a baseline, the code for
 * comparing is not loaded.
 */
async function prepareComparison(baseline: string, isUpdated: boolean, { id: ruleset }: LintRuleSet) {
  const { compareReports, readAccepted } = await import('./baseline.js');
  const before = readAccepted(baseline, { ruleset, isWritten: isUpdated });
  return (reports: readonly NamedReport[], { folder, today, declared }: ComparedRun) => {
    // A snapshot brings what was declared when it was saved.
    const capabilities = new Set([...declared, ...reports.flatMap(({ report }) => report.declared ?? [])]);
    return compareReports({
      ...{ file: baseline, isUpdated, ruleset, before, reports, folder, today },
      capabilities: [...capabilities].sort(byCodeUnit),
    });
  };
}

interface ComparedRun {
  readonly folder: string;
  readonly today: string;
  readonly declared: readonly string[];
}

async function requireWritable(
  options: LintOptions,
  targets: readonly LintTarget[],
  problems: readonly LintProblem[],
): Promise<void> {
  const { out, saveSnapshot, baseline, updateBaseline = false, targets: words = [], stdio, config } = options;
  const given = [out, saveSnapshot, updateBaseline ? baseline : undefined];
  const outputs = given.filter((file) => file !== undefined);
  const inputs: RunInput[] = [
    ...targets.flatMap((target) => ('file' in target ? [target.file] : [])),
    // Of a configuration there may be nothing but problems.
    ...problems.flatMap(({ where }) => where?.file ?? []),
    ...targets.flatMap((target) => (target.kind === 'client' ? filesOfProgram(target.server) : [])),
    // A report may be written beside the schemas: all files that a run reads there, including lists, are modules.
    ...words.map((folder) => ({ folder, only: MODULE })),
    ...(baseline === undefined || updateBaseline ? [] : [baseline]),
    ...(config === undefined ? [] : [config]),
    ...(stdio?.command ?? []),
  ];
  for (const [at, file] of outputs.entries()) {
    let refused = await checkResultFile(file, 'LNT-003', inputs);
    for (const other of outputs.slice(at + 1)) refused ??= await checkApart(file, other);
    if (refused) throw errorOf(refused);
  }
}

/** Words of a server's command that may be files. */
function filesOfProgram(server: McpTarget): string[] {
  if (server.kind === 'http') return [];
  return server.command.map((word) => resolve(server.cwd ?? '', word));
}

/** Does not save a server that was only partly read: its file would look complete. */
async function saveServer(
  file: string,
  { target, snapshot, incomplete }: LintedServer,
): Promise<LintProblem[]> {
  const unsaved =
    incomplete.length > 0 ? problem('LNT-004', { file }) : await writeSnapshotFile(file, snapshot);
  return unsaved ? [{ target, ...unsaved }] : [];
}

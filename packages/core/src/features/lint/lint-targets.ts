import { basename, dirname, resolve } from 'node:path';
import { checkApart, checkResultFile, MODULE, type RunInput } from '../../files/result-file.js';
import { parseAllowedHosts } from '../../net/hosts.js';
import { errorOf, fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import type { LintedServer, LintRuleSet } from '../../rules/mcp/lint.js';
import { defaultRuleSet, findRuleSet } from '../../rules/mcp/rule-sets.js';
import { createModuleKinds, findSchemaFiles, isForOthers } from '../../sources/find-files.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import type { Adjustments } from './logic/adjust.js';
import { buildAdjustments, type NamedReport, reviewIgnored } from './logic/config.js';
import { judgeGates } from './logic/judge-gates.js';
import { buildLintReport } from './logic/report.js';
import { writeSnapshotFile } from './mcp/snapshot-file.js';
import { nameTarget } from './name-target.js';
import type { LintOptions, LintProblem, LintResult } from './options.js';
import { type LintTarget, takeServers } from './take-server.js';

/**
 * Grades MCP servers by their tool definitions: queried live, read from snapshots, or projected from FlowMCP schemas. A
 * target that cannot be judged is an error and has no grade; it does not affect the others.
 *
 * @throws GradingError before any request or write: LNT-002, LNT-003 (a file that cannot be written), CLI-006 and
 *   CLI-007 (an output that is also read, or two outputs in one file), LNT-010, LNT-011 and LNT-014 (an unusable
 *   baseline), LNT-041 to LNT-043 (an unusable configuration), NET-020 (an allowed host that is not a host)
 */
export async function lintTargets(given: LintOptions): Promise<LintResult> {
  const today = (given.now?.() ?? new Date()).toISOString().slice(0, 10);
  const { options, ruleSet, adjust, review } = await configure(given, today);
  const { saveSnapshot, baseline, updateBaseline = false, failOn = 'error' } = options;
  const { targets, problems } = resolveLintTargets(options);
  if (saveSnapshot !== undefined && targets.length > 1) {
    throw fatal('LNT-002', undefined, { count: targets.length });
  }
  // Refuse unusable hosts before any server is started.
  parseAllowedHosts(options.allowHosts ?? []);
  await requireWritable(options, targets);
  const compare = baseline === undefined ? null : await prepareComparison(baseline, updateBaseline, ruleSet);

  const notes = problems.filter(isNote);
  const errors: LintProblem[] = problems.filter((known) => !isNote(known));
  const folder = options.config === undefined ? '' : dirname(options.config);
  const taken = await takeServers(targets, options, async (server) => {
    const name = nameTarget(server.target, server.source?.file, folder);
    return {
      named: { name, report: buildLintReport(server, { ruleSet, adjustments: adjust(name) }) },
      unsaved: saveSnapshot === undefined ? [] : await saveServer(saveSnapshot, server),
    };
  });
  for (const { made, problems } of taken) {
    notes.push(...problems.filter(isNote));
    errors.push(...problems.filter((known) => !isNote(known)), ...(made?.unsaved ?? []));
  }
  const [first] = options.targets ?? [];
  if (first !== undefined && errors.length === 0 && taken.every(({ made }) => made === null)) {
    errors.push({ target: first, ...problem('IMP-023') });
  }
  const reports = taken.flatMap(({ made }) => made?.named ?? []);
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

async function requireWritable(options: LintOptions, targets: readonly LintTarget[]): Promise<void> {
  const { out, saveSnapshot, baseline, updateBaseline = false, targets: words = [], stdio, config } = options;
  const given = [out, saveSnapshot, updateBaseline ? baseline : undefined];
  const outputs = given.filter((file) => file !== undefined);
  const inputs: RunInput[] = [
    ...targets.flatMap((target) => ('file' in target ? [target.file] : [])),
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

/** Does not save a server that was only partly read: its file would look complete. */
async function saveServer(
  file: string,
  { target, snapshot, incomplete }: LintedServer,
): Promise<LintProblem[]> {
  const unsaved =
    incomplete.length > 0 ? problem('LNT-004', { file }) : await writeSnapshotFile(file, snapshot);
  return unsaved ? [{ target, ...unsaved }] : [];
}

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Resolves the targets a user named: lists each address, snapshot and schema file once, and replaces each folder with
 * the schema files in it.
 *
 * @returns the targets in the given order: addresses and paths, then snapshots, and finally the server to be started;
 *   IMP-001, SRC-005 or LNT-001 for paths without any schema, IMP-022 for schemas that are passed over
 */
function resolveLintTargets({
  targets = [],
  snapshots = [],
  stdio,
}: Pick<LintOptions, 'targets' | 'snapshots' | 'stdio'>): {
  readonly targets: readonly LintTarget[];
  readonly problems: readonly LintProblem[];
} {
  const found = new Map<string, LintTarget>();
  const problems: LintProblem[] = [];
  const add = (key: string, target: LintTarget) => {
    if (!found.has(key)) found.set(key, target);
  };
  const kindOf = createModuleKinds();
  for (const word of targets) {
    if (ADDRESS.test(word)) {
      add(word, { kind: 'http', url: word });
      continue;
    }
    const files = findSchemaFiles([word], kindOf);
    problems.push(...files.problems.map((known) => ({ target: word, ...nameSnapshot(known, word) })));
    for (const { folder, files: all } of files.groups) {
      // A shell's `*` names folders such as `_lists` too.
      const isOfOthers = folder !== null && isForOthers(basename(resolve(folder)));
      for (const file of isOfOthers ? all.filter((one) => kindOf(one) === 'schema') : all) {
        add(`schema ${resolve(file)}`, { kind: 'schema', file, folder });
      }
    }
  }
  for (const file of snapshots) add(`snapshot ${resolve(file)}`, { kind: 'snapshot', file });
  if (stdio) add('stdio', { kind: 'stdio', server: stdio });
  return { targets: [...found.values()], problems };
}

function nameSnapshot(known: Problem, word: string): Problem {
  const isJson = known.code === 'IMP-001' && word.endsWith('.json');
  return isJson ? problem('LNT-001', { file: word }, { file: word }) : known;
}

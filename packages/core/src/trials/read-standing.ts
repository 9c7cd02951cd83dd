import type { Island } from '../island/island.js';
import { listTrials } from '../island/list-namespace.js';
import { splitId, type TrialName } from '../island/logic/names.js';
import { trialsFolder } from '../island/logic/paths.js';
import { fatal } from '../problems/error-codes.js';
import { GradingError, type Problem } from '../problems/problem.js';
import type { Target } from '../target/logic/target.js';
import { hashShownTools, readTargetSchemas, type TargetSchemas, toolsOfSchema } from './island-tools.js';
import { checkTasks } from './logic/check-tasks.js';
import { aboutOpen } from './logic/judge-trial.js';
import { buildReport, type TrialReport } from './logic/report.js';
import type { ShownTrial, ToolTrial } from './logic/standing.js';
import { findMisplaced, type Trial } from './logic/trial-lines.js';
import { readTrial } from './trial-file.js';

/** A trial of a target of the island. */
export interface StandingTrial {
  readonly shown: ShownTrial;
  readonly report: TrialReport;
  readonly trial: Trial;
}

/** What the trials of a target show now. */
export interface StandingTrials {
  /** The newest whole trial of each model and each choice of tools on offer, the newest first. */
  readonly trials: readonly StandingTrial[];
  /** TRI-011 for the newest open trial of the tools as they are. */
  readonly open: Problem | null;
  /** TRI-009 for files that cannot be read, or belong to another target or plan, as warnings. */
  readonly problems: readonly Problem[];
  readonly schemas: TargetSchemas['schemas'];
}

/** What a target shows of its trials beside its grades; empty without any. */
export function shownTrials({ trials }: Pick<StandingTrials, 'trials'>): {
  readonly trials?: readonly ShownTrial[];
} {
  return trials.length > 0 ? { trials: trials.map(({ shown }) => shown) } : {};
}

/**
 * Reads the trials of a whole target, and compares their tools with those of its newest snapshots. Trials of different
 * models stand side by side: no figure is about several.
 */
export async function readStandingTrials(island: Island, target: Target): Promise<StandingTrials> {
  const folder = trialsFolder(target);
  const { schemas } = await readTargetSchemas(island, target);
  const shown = hashShownTools(schemas);
  const known = new Map<string, StandingTrial>();
  const problems: Problem[] = [];
  let open: StandingTrials['open'] = null;
  for (const named of listTrials(island, folder).reverse()) {
    const file = `${folder}/${named.file}`;
    const trial = orProblem(island, { file, named, target: target.folder }, problems);
    if (!trial) continue;
    const { header, isWhole } = trial;
    const { model, askedAt, settings } = header;
    const key = JSON.stringify([model, askedAt, settings.among, settings.engine]);
    const current = header.shown === shown;
    if (known.has(key) || (!isWhole && (open || !current))) continue;
    const checked = checkTasks(header);
    if (!isWhole) {
      open = aboutOpen(trial, checked, file);
      continue;
    }
    const report = buildReport(trial, checked);
    const { among, engine, success, selection, trial: plan } = report;
    const figures = { among, ...(engine && { engine }), success, selection, trial: plan };
    const { startedAt } = header;
    known.set(key, { shown: { model, askedAt, ...figures, startedAt, current, file }, report, trial });
  }
  return { trials: [...known.values()], open, problems, schemas };
}

function orProblem(
  island: Island,
  { file, named, target }: { readonly file: string; readonly named: TrialName; readonly target: string },
  problems: Problem[],
): Trial | null {
  try {
    const trial = readTrial(island.absolute(file));
    const reason = findMisplaced(trial.header, named, target);
    if (reason === null) return trial;
    throw fatal('TRI-009', { file }, { reason });
  } catch (error) {
    if (!(error instanceof GradingError)) throw error;
    problems.push({ ...error.problem, severity: 'warning', where: { ...error.problem.where, file } });
    return null;
  }
}

/** The names under which a trial may have offered the tool of a node; empty if it offered none of them. */
export function namesOfNode(
  node: string,
  { header }: Trial,
  schemas: StandingTrials['schemas'],
): readonly string[] {
  const offered = new Set(header.tools.map(({ name }) => name));
  return schemas.flatMap((schema) =>
    toolsOfSchema(schema).flatMap((tool) => {
      const [, name] = splitId(schema.schemaId);
      if (node !== `schemas.${name}.tools.${tool.name}`) return [];
      const names = [`${name}.${tool.name}`, tool.name, `${name}.${tool.wireName}`, tool.wireName];
      return names.find((one) => offered.has(one)) ?? [];
    }),
  );
}

/** What trials show of the tool of a node, if a task wanted it or it took one. */
export function trialsOfNode(
  node: string,
  { trials, schemas }: Pick<StandingTrials, 'trials' | 'schemas'>,
): readonly ToolTrial[] {
  return trials.flatMap(({ shown: { model, askedAt, among, current }, report, trial }) => {
    const names = namesOfNode(node, trial, schemas);
    const found = report.tools.filter(({ tool }) => tool !== null && names.includes(tool));
    return found.map(({ tool: _, ...result }) => ({ model, askedAt, among, current, ...result }));
  });
}

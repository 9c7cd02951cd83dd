import { readDocument } from '../../island/documents.js';
import type { Island } from '../../island/island.js';
import { parseAsideName } from '../../island/logic/names.js';
import { FILE_NAMES } from '../../island/logic/paths.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { type ScoresFile, scoresFile } from '../../spec/scores.js';
import { eachNamedTarget, type NamedTargets } from '../../target/targets.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { groupBy } from '../../values/group-by.js';
import { type Agreement, compareGraders } from './logic/compare-graders.js';

/** The agreement on one run of a target. */
export interface RunAgreement extends Agreement {
  readonly target: string;
  readonly taskId: string;
}

export interface AgreementResult {
  readonly status: boolean;
  /** Oldest run of a target first. */
  readonly results: readonly RunAgreement[];
  readonly errors: readonly Problem[];
}

/**
 * Compares the hand-ins of the targets with the second opinions on the same runs. Writes nothing.
 *
 * @returns errors: DRF-010 for a file that cannot be compared, DRF-011 for a named target without an opinion
 */
export async function compareOpinions(named: NamedTargets): Promise<AgreementResult> {
  const { island, all = false } = named;
  const unusable: Problem[] = [];
  const { results, errors } = await eachNamedTarget(named, (target) => {
    const { folder } = target;
    const opinions = listOpinions(island, folder);
    if (opinions.length === 0 && !all) throw fatal('DRF-011', undefined, { target: target.name });
    const runs = [...groupBy(opinions, ({ taskId }) => taskId)];
    return runs
      .sort(([a], [b]) => byCodeUnit(a, b))
      .flatMap(([taskId, files]) => {
        const read = readRun(island, { folder, taskId, opinions: files.map(({ file }) => file) });
        unusable.push(...read.problems);
        const isComparable = read.given.length > 1;
        return isComparable ? [{ target: folder, taskId, ...compareGraders(taskId, read.given) }] : [];
      });
  });
  const found = [...errors, ...unusable];
  return { status: found.length === 0, results: results.flat(), errors: found };
}

function listOpinions(island: Island, folder: string): { file: string; taskId: string }[] {
  const path = `${folder}/${FILE_NAMES.evaluations}`;
  return island.listFiles(path).flatMap((file) => {
    const name = parseAsideName(file);
    return name?.kind === 'opinion' ? [{ file: `${path}/${file}`, taskId: name.taskId }] : [];
  });
}

/** The hand-in of a run, then the opinions on it; nothing without the hand-in. */
function readRun(
  island: Island,
  { folder, taskId, opinions }: { folder: string; taskId: string; opinions: readonly string[] },
): { given: ScoresFile[]; problems: Problem[] } {
  const path = `${folder}/${FILE_NAMES.scores}`;
  // Whatever an interrupted hand-in has left, the newest one was taken.
  const handedIn = island.listFiles(path).findLast((file) => file.startsWith(`${taskId}--`));
  const files = [handedIn === undefined ? null : `${path}/${handedIn}`, ...opinions];
  const read = files.map((file) => {
    if (file === null) return notComparable(path, `there is no hand-in of run ${taskId}`);
    const parsed = readDocument(island, file, scoresFile);
    if (parsed && 'value' in parsed) return parsed;
    return notComparable(file, String(parsed?.problem.args?.reason ?? 'it is gone'));
  });
  const problems = read.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const given = read.flatMap((one) => ('value' in one ? [one.value] : []));
  return { given: 'problem' in (read[0] ?? {}) ? [] : given, problems };
}

function notComparable(file: string, reason: string): { problem: Problem } {
  return { problem: problem('DRF-010', { file }, { reason }) };
}

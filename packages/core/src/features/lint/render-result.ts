import { dirname } from 'node:path';
import { readOwnPackage } from '../../files/own-package.js';
import { problem } from '../../problems/error-codes.js';
import { defaultRuleSet, findRuleSet } from '../../rules/mcp/rule-sets.js';
import { isLintGate, type LintGates } from './logic/judge-gates.js';
import { type LintFormat, renderLint } from './logic/report/render.js';
import type { LintRenderContext, TargetProblem } from './logic/report/shown.js';
import { nameTarget } from './name-target.js';
import type { LintProblem, LintResult } from './options.js';

export interface RenderLintOptions {
  readonly format: LintFormat;
  readonly failOn: LintGates['failOn'];
  /** Absolute folders; each is removed from paths that lie below it. */
  readonly folders: LintRenderContext['folders'];
  /** The configuration of the run, if it had one. */
  readonly config?: string | undefined;
  /** File that the run was to save the only server to (`--save-snapshot`). */
  readonly saveSnapshot?: string | undefined;
}

/**
 * Renders the result of a lint run as a document.
 *
 * @returns the document, and LNT-047 for each target with results that a code host drops
 */
export async function renderLintResult(
  result: LintResult,
  { format, failOn, folders, saveSnapshot, config }: RenderLintOptions,
): Promise<{ readonly document: string; readonly warnings: readonly LintProblem[] }> {
  const { results, errors } = result;
  const [first] = results;
  const isUnsaved = errors.some(({ code, where }) => UNSAVED.has(code) && where?.file === saveSnapshot);
  const folder = config === undefined ? folders.root : dirname(config);
  const context: LintRenderContext = {
    tool: { name: 'flowmcp', version: readOwnPackage().version },
    // All reports of a run are by one set; without any, no rule is shown.
    ruleSet: first ? findRuleSet(first.ruleset) : defaultRuleSet,
    names: new Map(
      results.map(({ target, issues: [issue], alerts: [alert] = [] }) => {
        const { where } = issue ?? alert ?? {};
        return [target, nameTarget(target, where?.file, folder)];
      }),
    ),
    failOn,
    folders,
    savedSnapshot: isUnsaved ? undefined : saveSnapshot,
    gates: errors.filter(isLintGate).map(ofTarget),
    failures: errors.filter((known) => !isLintGate(known)).map(ofTarget),
  };
  const document = await renderLint(format, results, context);
  return { document, warnings: format === 'sarif' ? await findDropped(results, context) : [] };
}

/** Codes that say that a snapshot was not saved. */
const UNSAVED = new Set(['LNT-003', 'LNT-004']);

async function findDropped(
  reports: LintResult['results'],
  context: LintRenderContext,
): Promise<LintProblem[]> {
  const { countPlaceless } = await import('./logic/report/sarif.js');
  return reports.flatMap((report) => {
    const count = countPlaceless(report, context);
    const args = count === 1 ? { count, s: '', verb: 's' } : { count, s: 's', verb: '' };
    return count === 0 ? [] : [{ target: report.target, ...problem('LNT-047', undefined, args) }];
  });
}

function ofTarget({ target, ...problem }: LintProblem): TargetProblem {
  return { target, problem };
}

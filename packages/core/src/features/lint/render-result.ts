import { dirname } from 'node:path';
import { readOwnPackage } from '../../files/own-package.js';
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
}

/** Renders the result of a lint run as a document. */
export function renderLintResult(
  { results, errors }: LintResult,
  { format, failOn, folders, config }: RenderLintOptions,
): Promise<string> {
  const [first] = results;
  const folder = config === undefined ? folders.root : dirname(config);
  return renderLint(format, results, {
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
    gates: errors.filter(isLintGate).map(ofTarget),
    failures: errors.filter((known) => !isLintGate(known)).map(ofTarget),
  });
}

function ofTarget({ target, ...problem }: LintProblem): TargetProblem {
  return { target, problem };
}

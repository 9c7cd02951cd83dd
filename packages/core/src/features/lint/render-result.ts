import { readOwnPackage } from '../../files/own-package.js';
import { defaultRuleSet } from '../../rules/mcp/rule-sets.js';
import { isLintGate, type LintGates } from './logic/judge-gates.js';
import { type LintFormat, renderLint } from './logic/report/render.js';
import type { LintRenderContext, TargetProblem } from './logic/report/shown.js';
import type { LintProblem, LintResult } from './options.js';

export interface RenderLintOptions {
  readonly format: LintFormat;
  readonly failOn: LintGates['failOn'];
  /** Absolute folders; each is removed from paths that lie below it. */
  readonly folders: LintRenderContext['folders'];
}

/** Renders the result of a lint run as a document. */
export function renderLintResult(
  { results, errors }: LintResult,
  { format, failOn, folders }: RenderLintOptions,
): Promise<string> {
  return renderLint(format, results, {
    tool: { name: 'flowmcp', version: readOwnPackage().version },
    ruleSet: defaultRuleSet,
    failOn,
    folders,
    gates: errors.filter(isLintGate).map(ofTarget),
    failures: errors.filter((known) => !isLintGate(known)).map(ofTarget),
  });
}

function ofTarget({ target, ...problem }: LintProblem): TargetProblem {
  return { target, problem };
}

import { type ExplainedRule, explainRules } from '@flowmcp/grading-core/features/lint/explain-rules';
import colours from 'picocolors';
import { counted, wrap } from '../terminal/layout.js';
import { printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';
import { paintSeverity } from './render.js';

const WIDTH = 80;

/** Explains why a rule exists and how to comply, with examples. */
function renderRule(rule: ExplainedRule): string {
  const { id, ruleset, severity, title, why, fix, examples } = rule;
  return [
    `${colours.bold(id)}: ${title}`,
    `  ${paintSeverity(severity).trimEnd()}, ${costOf(rule)}; rule set ${ruleset}`,
    '',
    `why   ${wrap(why, WIDTH, 6)}`,
    '',
    `fix   ${wrap(fix, WIDTH, 6)}`,
    '',
    ...describeMeasured(rule),
    'fails:',
    formatExample(examples.fail),
    '',
    'passes:',
    formatExample(examples.pass),
  ].join('\n');
}

function describeMeasured({ measured }: ExplainedRule): string[] {
  if (!measured) return [];
  const { servers, tools, issues, right, injected, found } = measured;
  const judged = issues === 0 || right === undefined ? '' : `, ${right} of them right`;
  const proof = injected === 0 ? '' : ` Put into ${injected} of the tools, the defect was found in ${found}.`;
  const text = `${counted(issues, 'issue')} in ${servers} recorded servers with ${tools} tools${judged}.${proof}`;
  return [`measured  ${wrap(text, WIDTH, 10)}`, ''];
}

function costOf({ class: name, group, loss, cap, points }: ExplainedRule): string {
  if (name === undefined) return `${points === 0 ? 'no points' : counted(points, 'point')} for each issue`;
  const share = group === undefined ? [] : [`${(loss ?? 0) * 100} % of its share of ${group}`];
  return [name, ...share, ...(cap === undefined ? [] : [`score at most ${cap}`])].join(', ');
}

function formatExample(example: ExplainedRule['examples']['fail']): string {
  return JSON.stringify(example, null, 2).replace(/^/gm, '  ');
}

/** Lists all rules, in the order in which a report lists their issues. */
function renderRules(rules: readonly ExplainedRule[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  const lines = rules.map(({ id, severity, points, title }) => {
    const head = `${id.padEnd(width)}  ${paintSeverity(severity)}  ${String(points).padStart(2)}  `;
    return `${head}${wrap(title, WIDTH, width + 'warning'.length + '15'.length + 6)}`;
  });
  return [...lines, '', 'flowmcp lint --explain <rule> explains one of them'].join('\n');
}

/**
 * `flowmcp lint --explain`.
 *
 * @param rule null: list all rules, one line each
 */
export function explainRule(rule: string | null, json: boolean | undefined): Promise<number> {
  return runAction({
    json,
    run: async () => ({ status: true, results: await explainRules(rule), errors: [] }),
    show: ({ results }) => {
      const [only] = results;
      printResult(rule !== null && only ? renderRule(only) : renderRules(results));
    },
  });
}

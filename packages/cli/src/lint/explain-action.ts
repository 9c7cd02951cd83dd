import { groupBy } from '@flowmcp/grading-core/commands';
import {
  type ExplainedRule,
  explainRules,
  showExample,
} from '@flowmcp/grading-core/features/lint/explain-rules';
import colours from 'picocolors';
import { COMMAND_NAME } from '../terminal/command-name.js';
import { counted, wrap } from '../terminal/layout.js';
import { printResult } from '../terminal/output.js';
import { runAction } from '../terminal/run-action.js';
import { paintSeverity } from './render.js';

const WIDTH = 80;

/** Explains why a rule exists and how to comply, with examples. */
function renderRule(rule: ExplainedRule): string {
  const { id, ruleset, severity, title, why, fix, examples, evidence = [] } = rule;
  return [
    `${colours.bold(id)}: ${title}`,
    `  ${paintSeverity(severity).trimEnd()}, ${costOf(rule)}; rule set ${ruleset}`,
    '',
    `why   ${wrap(why, WIDTH, 6)}`,
    '',
    `fix   ${wrap(fix, WIDTH, 6)}`,
    '',
    ...(evidence.length > 0 ? ['evidence:', ...evidence.map(sayEvidence), ''] : []),
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

function sayEvidence({ source, says }: NonNullable<ExplainedRule['evidence']>[number]): string {
  return `  ${wrap(`${source}: ${says}`, WIDTH, 4)}`;
}

function costOf({ class: name, group, loss, cap, points }: ExplainedRule): string {
  if (name === undefined) return `${points === 0 ? 'no points' : counted(points, 'point')} for each issue`;
  const share = group === undefined ? [] : [`loses ${(loss ?? 0) * 100} % of its share of ${group}`];
  return [name, ...share, ...(cap === undefined ? [] : [`score at most ${cap}`])].join(', ');
}

function formatExample(example: ExplainedRule['examples']['fail']): string {
  return showExample(example).replace(/^/gm, '  ');
}

/** Lists all rules by set, in the order in which a report lists their issues. */
function renderRules(rules: readonly ExplainedRule[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  const lines = [...groupBy(rules, ({ ruleset }) => ruleset)].flatMap(([ruleset, found]) => {
    const costs = Math.max(...found.map((rule) => shortCostOf(rule).length));
    return [
      colours.bold(ruleset),
      ...found.map((rule) => {
        const { id, severity, title } = rule;
        const cost = rule.class ? shortCostOf(rule).padEnd(costs) : shortCostOf(rule).padStart(costs);
        const head = `  ${id.padEnd(width)}  ${paintSeverity(severity)}  ${cost}  `;
        return `${head}${wrap(title, WIDTH, width + 'warning'.length + costs + 8)}`;
      }),
      '',
    ];
  });
  return [...lines, `${COMMAND_NAME} lint --explain <rule> explains one of them`].join('\n');
}

/** The points of a rule; in a set that scores by shares, where they depend on the server, its class. */
function shortCostOf({ class: name, points }: ExplainedRule): string {
  return name ?? String(points);
}

/**
 * `flowmcp lint --explain`.
 *
 * @param options.rule null: list all rules, one line each
 * @param options.ruleset null: of all sets
 */
export function explainRule({
  rule,
  ruleset = null,
  json,
}: {
  readonly rule: string | null;
  readonly ruleset?: string | null;
  readonly json: boolean | undefined;
}): Promise<number> {
  return runAction({
    json,
    run: async () => ({ status: true, results: explainRules(rule, ruleset), errors: [] }),
    show: ({ results }) => {
      printResult(rule === null ? renderRules(results) : results.map(renderRule).join('\n\n'));
    },
  });
}

import type { StateDetails, TargetState } from '@flowmcp/grading-core/commands';
import { counted } from './count.js';
import { formatLines, groupBy, oneLine } from './problems.js';
import { section } from './section.js';

/** Longest proposal that is shown in text; the JSON has all of it. */
const LONGEST = 300;
/** So many proposals for one node are shown. */
const HINTS_PER_NODE = 10;

/**
 * What was found and proposed, below the nodes it is about.
 *
 * @param shown turns a path of the island into one that can be opened
 */
export function renderDetails(state: TargetState, shown: (path: string) => string): string[] {
  const { facts = [], tests = [], findings = [], hints = [] } = state;
  return [
    ...section('how it was tested:', testLines(tests)),
    ...section(
      'graded, but the newest tests do not bear it out:',
      facts.map(({ node, reason }) => `${node}: ${reason}`),
    ),
    ...section('findings, in no grade:', findingLines(findings, shown)),
    ...section('to improve:', hintLines(hints)),
  ];
}

/** So many nodes that are alike are named. */
const NAMED = 4;

function testLines(tests: StateDetails['tests']): string[] {
  return [...groupBy(tests, ({ tested }) => tested)].map(([tested, of]) => {
    const left = of.length - NAMED;
    const names = of.slice(0, NAMED).map(({ node }) => node);
    return `${tested}: ${[...names, ...(left > 0 ? [`and ${left} more`] : [])].join(', ')}`;
  });
}

function findingLines(findings: StateDetails['findings'], shown: (path: string) => string): string[] {
  const told = findings.filter(({ severity }) => severity !== 'info');
  const files = groupBy(told, ({ schema, where }) => where?.file ?? schema ?? '');
  const others = findings.length - told.length;
  return [
    ...[...files].flatMap(([file, found]) => [
      found[0]?.where?.file ? shown(file) : file,
      ...formatLines(found),
    ]),
    ...(told.length > 0 ? ['flowmcp explain-code <code> says what to do'] : []),
    ...(others > 0 ? [`${counted(others, 'finding')} of the kind info: --json lists them`] : []),
  ];
}

function hintLines(hints: StateDetails['hints']): string[] {
  return [...groupBy(hints, ({ node }) => node)].flatMap(([node, ofNode]) => {
    const left = ofNode.length - HINTS_PER_NODE;
    return [
      node,
      ...ofNode
        .slice(0, HINTS_PER_NODE)
        .map(
          ({ priority, targetField, suggestion }) =>
            `  ${priority.padEnd('medium'.length)}  ${brief(targetField)}: ${brief(suggestion)}`,
        ),
      ...(left > 0 ? [`  ${left} more: --json lists them`] : []),
    ];
  });
}

function brief(text: string): string {
  const line = oneLine(text);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

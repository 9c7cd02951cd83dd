import { describeProblem, oneLine } from '@flowmcp/grading-core/commands';
import { diffTargets, type LintDiffResult } from '@flowmcp/grading-core/features/lint/diff-targets';
import { isLintGate } from '@flowmcp/grading-core/features/lint/logic/judge-gates';
import colours from 'picocolors';
import { counted, wrap } from '../terminal/layout.js';
import { printProblems, printResult } from '../terminal/output.js';
import { withTargets } from '../terminal/problems.js';
import { runAction } from '../terminal/run-action.js';

type Change = LintDiffResult['results'][number];

interface DiffFlags {
  readonly format?: 'text' | 'md';
  readonly json?: boolean;
}

const WIDTH = 80;
const TITLES: Record<Change['kind'], string> = {
  'new-trap': 'New traps: texts that try to steer the model',
  'new-suspect': 'New suspect texts',
  text: 'Changed texts',
  'item-added': 'Added',
  'item-removed': 'Removed',
  'item-renamed': 'Renamed',
  schema: 'Changed schemas',
  annotation: 'Changed annotations',
  other: 'Changed besides',
  'issue-gone': 'No longer found',
};

/** `flowmcp lint diff <before> <after>`. */
export function lintDiff(
  before: string,
  after: string,
  { format = 'text', json }: DiffFlags,
): Promise<number> {
  return runAction({
    json,
    run: () => diffTargets(before, after),
    show: ({ results, errors, warnings }) => {
      printProblems(withTargets(warnings));
      if (errors.some((known) => !isLintGate(known))) return;
      const gates = errors.map((known) => describeProblem(known).message);
      printResult(format === 'md' ? renderMarkdown(results, gates) : renderText(results, gates));
    },
    notShown: ({ errors }) => withTargets(errors.filter((known) => !isLintGate(known))),
  });
}

function groupByKind(changes: readonly Change[]): (readonly [Change['kind'], readonly Change[]])[] {
  const kinds = new Set(changes.map(({ kind }) => kind));
  return [...kinds].map((kind) => [kind, changes.filter((change) => change.kind === kind)]);
}

function renderText(changes: readonly Change[], gates: readonly string[]): string {
  const blocks = groupByKind(changes).map(([kind, members]) => {
    const paint = kind === 'new-trap' ? colours.red : colours.bold;
    const lines = members.map(
      ({ subject, message }) =>
        `  ${colours.underline(oneLine(subject))}\n    ${wrap(oneLine(message), WIDTH, 4)}`,
    );
    return [paint(`${TITLES[kind]} (${members.length})`), ...lines].join('\n');
  });
  return [...blocks, renderVerdict(changes, gates)].join('\n\n');
}

function renderVerdict(changes: readonly Change[], gates: readonly string[]): string {
  if (changes.length === 0) return 'nothing changed';
  const total = counted(changes.length, 'change');
  const verdict = gates.map((message) => `${colours.red('fails:')} ${message}`);
  return [total, ...(gates.length > 0 ? verdict : ['nothing that a model reads has changed'])].join('\n');
}

function renderMarkdown(changes: readonly Change[], gates: readonly string[]): string {
  const code = (text: string) => `\`${oneLine(text).replaceAll('`', 'ˋ')}\``;
  const blocks = groupByKind(changes).map(([kind, members]) => {
    const lines = members.map(({ subject, message }) => `- ${code(subject)}: ${code(message)}`);
    return [`**${TITLES[kind]}** (${members.length})`, '', ...lines].join('\n');
  });
  const verdict = gates.length > 0 ? `❌ ${gates.join(' ')}` : '✅ Nothing that a model reads has changed.';
  return [`### MCP lint: ${counted(changes.length, 'change')}`, verdict, ...blocks].join('\n\n');
}

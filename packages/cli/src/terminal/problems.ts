import {
  describeProblem,
  groupBy,
  type Problem,
  oneLine as visibleLine,
} from '@flowmcp/grading-core/commands';
import { nameAsTyped } from './command-name.js';
import { terminalWidth, wrap } from './layout.js';

/** Maximum number of hints printed for one code. */
const HINTS_PER_CODE = 3;

/** Gives problems without a file their target in its place, so that they are grouped by target. */
export function withTargets(problems: readonly (Problem & { readonly target: string })[]): Problem[] {
  return problems.map(({ target, ...problem }) => ({
    ...problem,
    where: { file: visibleLine(target), ...problem.where },
  }));
}

/** `file:line:column severity CODE: what happened` and, on the next line, what to do. */
export function formatProblem(found: Problem): string {
  const { message } = describeProblem(found);
  const hint = hintOf(found);
  const { path = '' } = found.where ?? {};
  const place = formatPlace(found);
  const head = `${found.severity} ${found.code}: ${oneLine(message)}${path ? ` [${visibleLine(path)}]` : ''}`;
  return [place ? `${place} ${head}` : head, ...(hint ? [`  → ${hint}`] : [])].join('\n');
}

/**
 * Formats many problems: grouped by file, one line each, and each hint once at the end, so that even
 * thousands stay readable.
 */
export function formatProblems(problems: readonly Problem[]): string {
  const [only] = problems;
  if (only && problems.length === 1) return formatProblem(only);
  const files = groupBy(problems, ({ where }) => where?.file ?? '');
  const blocks = [...files].map(([file, found]) =>
    file === ''
      ? found.map(formatBare).join('\n')
      : [visibleLine(file), ...formatLines(found, terminalWidth(process.stderr))].join('\n'),
  );
  return [...blocks, ['what to do:', ...formatHints(problems)].join('\n')].join('\n\n');
}

function formatBare(found: Problem): string {
  return `${found.severity} ${found.code}: ${oneLine(describeProblem(found).message)}`;
}

/**
 * Problems of one file, one line each, without hints.
 *
 * @param lineWidth longer messages go on below their beginning
 */
export function formatLines(problems: readonly Problem[], lineWidth: number): string[] {
  const positions = problems.map(formatPosition);
  const width = Math.max(...positions.map(({ length }) => length));
  return problems.map((found, at) => {
    const path = found.where?.path ? ` [${visibleLine(found.where.path)}]` : '';
    const words = [
      ...(width > 0 ? [(positions[at] ?? '').padEnd(width)] : []),
      found.severity.padEnd('warning'.length),
      found.code.padEnd('GATE-003'.length),
    ];
    const head = `  ${words.join('  ')}  `;
    return head + wrap(`${oneLine(describeProblem(found).message)}${path}`, lineWidth, head.length);
  });
}

/** Hints that differ only in the names they contain are one line, which counts the others. */
function formatHints(problems: readonly Problem[]): string[] {
  return [...groupBy(problems, ({ code }) => code)].flatMap(([code, found]) => {
    const forms = [...groupBy(found, formOfHint).values()].map((alike) => {
      const [hint = '', ...others] = new Set(alike.map(hintOf));
      return others.length > 0 ? `${hint} … and ${others.length} more` : hint;
    });
    const left = forms.length - HINTS_PER_CODE;
    return [
      ...forms.slice(0, HINTS_PER_CODE).map((hint) => `  ${code.padEnd('GATE-003'.length)}  ${hint}`),
      ...(left > 0 ? [`  ${''.padEnd('GATE-003'.length)}  … and ${left} more of this kind`] : []),
    ];
  });
}

/** What to do about a problem, in one line; our commands have the name that was typed. */
export function hintOf(found: Problem): string {
  return oneLine(nameAsTyped(describeProblem(found).hint));
}

/** A hint with the names of its values in their place; one that is nothing but a value is a form of its own. */
function formOfHint(found: Problem): string {
  const args = Object.fromEntries(Object.keys(found.args ?? {}).map((name) => [name, `{${name}}`]));
  const form = describeProblem({ ...found, args }).hint;
  return /^\{\w+\}$/.test(form) ? describeProblem(found).hint : form;
}

/** `file:line:column`, as far as it is known. */
export function formatPlace(found: Problem): string {
  return [visibleLine(found.where?.file ?? ''), formatPosition(found)].filter(Boolean).join(':');
}

function formatPosition({ where }: Problem): string {
  return where?.line === undefined ? '' : `${where.line}:${where.column ?? 1}`;
}

/** Makes text safe to show within a line: text from a stranger cannot add colours or move the cursor. */
export function oneLine(text: string): string {
  return visibleLine(text.replace(/\s*\n\s*/g, ' '));
}

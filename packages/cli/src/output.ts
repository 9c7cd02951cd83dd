import { clearLine, cursorTo } from 'node:readline';
import { describeProblem, type Problem } from '@flowmcp/grading-core';

/** stdout is the result; everything else is talk and goes to stderr. */
export function printResult(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function printTalk(text: string): void {
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Exactly one JSON document, with every problem in words as well as in code. */
export function printJson(value: unknown): void {
  printResult(
    JSON.stringify(value, (_, item: unknown) => (isProblem(item) ? describeForJson(item) : item), 2),
  );
}

/** `file:line:column  CODE  what happened` and, on the next line, what to do. */
export function formatProblem(found: Problem): string {
  const { message, hint } = describeProblem(found);
  const place = formatPlace(found);
  const inside = found.where?.path ? ` [${found.where.path}]` : '';
  const head = `${found.severity} ${found.code}: ${message}${inside}`;
  return [place ? `${place} ${head}` : head, ...(hint ? [`  → ${hint}`] : [])].join('\n');
}

/** A line that says how far a long command is; only on a terminal, gone when it is done. */
export function createProgress(): {
  show: (done: number, total: number, what: string) => void;
  end: () => void;
} {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, end: () => undefined };
  const erase = () => {
    clearLine(stderr, 0);
    cursorTo(stderr, 0);
  };
  return {
    show: (done, total, what) => {
      erase();
      stderr.write(`[${done + 1}/${total}] ${what}`.slice(0, (stderr.columns ?? 80) - 1));
    },
    end: erase,
  };
}

function formatPlace({ where }: Problem): string {
  if (!where?.file) return '';
  if (where.line === undefined) return where.file;
  return `${where.file}:${where.line}:${where.column ?? 1}`;
}

function isProblem(item: unknown): item is Problem {
  return (
    typeof item === 'object' && item !== null && 'code' in item && 'severity' in item && !('message' in item)
  );
}

function describeForJson({ code, severity, where, ...rest }: Problem) {
  const { message, hint } = describeProblem({ code, severity, ...rest });
  return { code, severity, message, ...(where && { where }), ...(hint && { hint }) };
}

import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { fatal, writeResultText } from '@flowmcp/grading-core/commands';
import { lintTargets } from '@flowmcp/grading-core/features/lint/lint-targets';
import { isLintGate } from '@flowmcp/grading-core/features/lint/logic/judge-gates';
import type { LintOptions, LintProblem, LintResult } from '@flowmcp/grading-core/features/lint/options';
import { readServerFlags } from '../asking/server-flags.js';
import { optimiseLater } from '../optimise-later.js';
import {
  formatJson,
  printDocument,
  printProblems,
  printResult,
  printTalk,
  visible,
} from '../terminal/output.js';
import { withTargets } from '../terminal/problems.js';
import { withProgress } from '../terminal/progress.js';
import { runAction } from '../terminal/run-action.js';
import { findConfig, type LintFlags } from './flags.js';

/** `flowmcp lint` without `--explain`. */
export function lint(targets: readonly string[], flags: LintFlags): Promise<number> {
  optimiseLater();
  const { format = 'text', out } = flags;
  let document = '';
  return runAction({
    json: flags.json ?? (format === 'json' && out === undefined),
    run: async () => {
      const options = readOptions(targets, flags);
      const linted = await withProgress((onProgress) => lintTargets({ ...options, onProgress }));
      const built = await buildDocument(linted, flags);
      document = built.document;
      const result = { ...linted, warnings: [...linted.warnings, ...built.warnings] };
      return out === undefined ? result : await writeDocument(out, document, result);
    },
    show: async (result) => {
      printProblems(withTargets(result.warnings));
      const isText = format === 'text' || out !== undefined;
      const text = isText ? await renderText(result) : '';
      // If no target could be judged, there is no text report.
      if (text !== '') printResult(text);
      if (!isText) await printDocument(document, format);
      const baseline = flags.updateBaseline && result.results.length > 0 ? flags.baseline : undefined;
      for (const [what, file] of Object.entries({ baseline, report: out })) {
        if (file !== undefined && isWritten(file, result)) printTalk(`${what}: ${file}`);
      }
    },
    // The text report shows which gates failed. If stdout holds a document in another format, only the errors
    // on stderr show why the run failed.
    notShown: ({ errors }) => {
      const isText = format === 'text' || out !== undefined;
      return withTargets(isText ? errors.filter((known) => !isLintGate(known)) : errors);
    },
  });
}

function readOptions(targets: readonly string[], flags: LintFlags): LintOptions {
  const { servers, start, saveSnapshot, out, capability: capabilities } = flags;
  const { concurrency, failOn = 'error', minGrade, tokenBudget, baseline, updateBaseline } = flags;
  const { rules: ruleSet } = flags;
  const roots = (flags.root ?? []).map(requireFolder);
  return {
    ...readServerFlags(targets, flags, 'lint'),
    ...{ servers, start, saveSnapshot, out, concurrency },
    ...{ capabilities, roots },
    ...{ failOn, minGrade, tokenBudget, baseline, updateBaseline, ruleSet, config: findConfig(flags) },
    secondLook: readSecondLook(flags),
  };
}

function readSecondLook({ judgeModel: model, apiBase, cache, maxCalls, maxTokens }: LintFlags) {
  return model === undefined ? undefined : { model, apiBase: apiBase ?? null, cache, maxCalls, maxTokens };
}

function requireFolder(path: string): string {
  if (existsSync(path) && statSync(path).isDirectory()) return path;
  const reason = `--root ${path}: there is no such folder`;
  throw fatal('CLI-002', undefined, { reason, help: 'flowmcp lint --help' });
}

async function buildDocument(result: LintResult, flags: LintFlags) {
  const { format = 'text', failOn = 'error', saveSnapshot, out } = flags;
  if (format === 'json') return { document: formatJson(result), warnings: [] };
  if (format === 'text') {
    // Without a file the text is only shown, or not even that: with --json.
    return { document: out === undefined ? '' : await renderText(result), warnings: [] };
  }
  const { renderLintResult } = await import('@flowmcp/grading-core/features/lint/render-result');
  const folders = { root: process.cwd(), home: homedir() };
  return renderLintResult(result, { format, failOn, folders, saveSnapshot, config: findConfig(flags) });
}

/** Loads tables and colours only for a reader of text. */
async function renderText(result: LintResult): Promise<string> {
  const { renderLint } = await import('./render.js');
  return renderLint(visible(result));
}

function isWritten(file: string, { errors }: LintResult): boolean {
  return !errors.some(({ code, target }) => code === 'LNT-003' && target === file);
}

async function writeDocument(out: string, document: string, result: LintResult): Promise<LintResult> {
  const unwritten = await writeResultText(out, stripVTControlCharacters(document), 'LNT-003');
  if (!unwritten) return result;
  const errors: LintProblem[] = [...result.errors, { target: out, ...unwritten }];
  return { ...result, status: false, errors };
}

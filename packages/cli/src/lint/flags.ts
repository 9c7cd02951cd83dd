import { lstatSync } from 'node:fs';
import type { AskingFlags, EvaluatorFlags } from '../asking/evaluator-options.js';
import type { ServerFlags } from '../asking/server-options.js';
import type { LINT_RULE_SETS } from '../options/rules-option.js';

/** Listed here so that --help loads nothing from the core. */
export const FORMATS = ['text', 'json', 'sarif', 'junit', 'md', 'html', 'badge'] as const;
export const FAIL_ON = ['error', 'warning', 'info', 'never'] as const;
export const MIN_GRADES = ['A', 'B', 'C', 'D'] as const;
export const CAPABILITIES = ['roots', 'sampling', 'elicitation'] as const;

export interface LintFlags
  extends ServerFlags,
    Pick<EvaluatorFlags, 'judgeModel' | 'apiBase'>,
    Pick<AskingFlags, 'cache' | 'maxCalls' | 'maxTokens'> {
  readonly saveSnapshot?: string;
  readonly servers?: string[];
  readonly start?: true | string[];
  readonly capability?: (typeof CAPABILITIES)[number][];
  readonly root?: string[];
  readonly concurrency?: number;
  readonly rules?: (typeof LINT_RULE_SETS)[number];
  /** false: `--no-config`. */
  readonly config?: string | false;
  readonly failOn?: (typeof FAIL_ON)[number];
  readonly minGrade?: (typeof MIN_GRADES)[number];
  readonly tokenBudget?: number;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly format?: (typeof FORMATS)[number];
  readonly out?: string;
  readonly json?: boolean;
  readonly explain?: string | true;
}

const CONFIG = 'flowmcp-lint.json';

/** The configuration: the file named, else that of the working folder, if there is one; even a broken link is one. */
export function findConfig({ config }: Pick<LintFlags, 'config'>): string | undefined {
  if (config !== undefined) return config || undefined;
  return lstatSync(CONFIG, { throwIfNoEntry: false }) && CONFIG;
}

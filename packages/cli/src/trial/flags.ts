import type { AskingFlags, EvaluatorFlags } from '../asking/evaluator-options.js';
import { findIdle, isAddress, type ServerFlags } from '../asking/server-options.js';

export interface TrialFlags
  extends ServerFlags,
    Pick<EvaluatorFlags, 'apiBase'>,
    Omit<AskingFlags, 'retries' | 'cache'> {
  readonly all?: boolean;
  readonly model?: string;
  readonly tasks?: string;
  readonly samples?: number;
  readonly seed?: number;
  readonly among?: 'own' | 'search' | number;
  readonly engine?: 'words' | 'flowmcp-cli';
  readonly in?: string;
  readonly gradingData?: string;
  readonly selfContained?: boolean;
  readonly minSuccess?: number;
  readonly dryRun?: boolean;
  readonly replay?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Checks for a missing target or model, and for options that would be ignored. */
export function findMisuse(targets: readonly string[], flags: TrialFlags): string | null {
  const { replay, minSuccess: _, json: __, ...others } = flags;
  if (replay !== undefined) {
    const isAlone = targets.length === 0 && Object.keys(others).length === 0;
    return isAlone
      ? null
      : '--replay takes a file, and no target or options other than --min-success and --json';
  }
  const { all, snapshot = [], stdio, model, dryRun, among = 'own' } = flags;
  if (all && targets.length > 0)
    return `--all already names every target; found ${targets.join(', ')} as well`;
  if (!all && targets.length + snapshot.length === 0 && !stdio) {
    return 'a target was expected: a name of the island, an address, a path, --all, --snapshot <file> or --stdio -- <program>';
  }
  if (model === undefined && !dryRun) return 'a model was expected: --model <provider/model>, or --dry-run';
  const isAsked = targets.some(isAddress);
  return (
    findIdle(isAsked, 'the address of a server', {
      '--header': flags.header,
      '--allow-host': flags.allowHost,
    }) ??
    findIdle(!!stdio, '--stdio', { '--env': flags.env }) ??
    findIdle(isAsked || !!stdio, 'a live server', { '--timeout': flags.timeout }) ??
    findIdle(among === 'search', '--among search', { '--engine': flags.engine }) ??
    findIdle(among !== 'own', '--among <n|search>', { '--in': flags.in }) ??
    findIdle(model !== undefined, '--model', { '--api-base': flags.apiBase }) ??
    findIdle(!dryRun, 'a model that is asked, not with --dry-run', {
      '--min-success': flags.minSuccess,
      '--out': flags.out,
    })
  );
}

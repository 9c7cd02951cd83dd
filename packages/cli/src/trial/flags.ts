import { findIdle, isAddress, type ServerFlags } from '../asking/server-options.js';

export interface TrialFlags extends ServerFlags {
  readonly model?: string;
  readonly apiBase?: string;
  readonly tasks?: string;
  readonly samples?: number;
  readonly seed?: number;
  readonly among?: 'own' | 'search' | number;
  readonly engine?: 'words' | 'flowmcp-cli';
  readonly in?: string;
  readonly gradingData?: string;
  readonly selfContained?: boolean;
  readonly concurrency?: number;
  readonly throttle?: number;
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  readonly minSuccess?: number;
  readonly dryRun?: boolean;
  readonly replay?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Checks for a missing target or model, and for options that would be ignored. */
export function findMisuse(target: string | undefined, flags: TrialFlags): string | null {
  const { replay, minSuccess: _, json: __, ...others } = flags;
  if (replay !== undefined) {
    const isAlone = target === undefined && Object.keys(others).length === 0;
    return isAlone
      ? null
      : '--replay takes a file, and no target or options other than --min-success and --json';
  }
  const { snapshot = [], stdio, model, dryRun, among = 'own' } = flags;
  const targets = [...(target === undefined ? [] : [target]), ...snapshot, ...(stdio ? ['--stdio'] : [])];
  if (targets.length !== 1) {
    return `one of an address, a path, --snapshot <file> and --stdio -- <program> was expected, found ${targets.length === 0 ? 'none' : targets.join(', ')}`;
  }
  if (model === undefined && !dryRun) return 'a model was expected: --model <provider/model>, or --dry-run';
  const isAsked = target !== undefined && isAddress(target);
  return (
    findIdle(isAsked, 'the address of a server', {
      '--header': flags.header,
      '--allow-host': flags.allowHost,
    }) ??
    findIdle(!!stdio, '--stdio', { '--env': flags.env }) ??
    findIdle(isAsked || !!stdio, 'a live server', { '--timeout': flags.timeout }) ??
    findIdle(among === 'search', '--among search', { '--engine': flags.engine }) ??
    findIdle(among !== 'own', '--among <n|search>', {
      '--in': flags.in,
      '--grading-data': flags.gradingData,
    }) ??
    findIdle(model !== undefined, '--model', { '--api-base': flags.apiBase })
  );
}

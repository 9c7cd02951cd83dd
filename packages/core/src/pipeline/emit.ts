import { randomBytes } from 'node:crypto';
import { createHttpClient } from '../adapters/http/client.js';
import { readListCatalogue } from '../adapters/shared-lists.js';
import { withLock } from '../island/lock.js';
import { namespaceFolder, SHARED_LISTS } from '../island/paths.js';
import type { HttpClient } from '../model/http.js';
import { GradingError, type Problem } from '../model/problem.js';
import { fatal, problem } from '../tables/error-codes.js';
import { scoringSystem } from '../tables/scoring-system-1.0.0.js';
import { emitNamespace } from './emit/emit-namespace.js';
import type { EmitOptions, EmitResult, EmittedTarget } from './emit/options.js';
import { checkQuestions } from './emit/plan-due.js';
import { readPackageIdentity } from './package-identity.js';
import { resolveTargets } from './targets.js';

const DEFAULTS = { concurrency: 8, perHost: 4, timeoutMs: 30_000, throttleMs: 0, retries: 3 };

/**
 * Stage 1: tests what is due, lets code answer what code can, and writes prompts.json and state.json for the rest.
 * An open run is continued while nothing has changed: then nothing is requested or written.
 *
 * @returns per target what was emitted, blocked and vetoed; one failing target does not hide the others
 * @see design/grading-rules §§5, 7, 10
 */
export async function emitPrompts(options: EmitOptions): Promise<EmitResult> {
  const { island } = options;
  checkQuestions(options);
  checkRegrade(options);
  const resolved = await resolveTargets(island, options.targets, { all: options.all ?? false });
  const errors: Problem[] = [...resolved.problems];
  const results: EmittedTarget[] = [];
  const client = options.offline ? null : openClient(options);
  const surroundings = {
    client,
    lists: readListCatalogue([island.absolute(SHARED_LISTS)]),
    script: readPackageIdentity(),
    newFence: options.newFence ?? (() => randomBytes(12).toString('hex')),
  };
  try {
    for (const [at, target] of resolved.targets.entries()) {
      options.onProgress?.(at, resolved.targets.length, target.name);
      if (target.flow === 'selection') {
        errors.push(problem('TGT-007', undefined, { target: target.name }));
        continue;
      }
      try {
        const lock = {
          island,
          target: namespaceFolder(target.namespace),
          command: 'grading run --emit-prompts',
        };
        const emitted = await withLock(lock, () => emitNamespace(options, surroundings, target));
        results.push(emitted);
        errors.push(...emitted.refusals);
      } catch (error) {
        if (!(error instanceof GradingError)) throw error;
        errors.push(error.problem);
      }
    }
  } finally {
    await client?.close();
  }
  errors.push(...nothingToAsk(results));
  return { status: errors.length === 0, stage: 1, results, errors };
}

/** A user-report says what was reported and by whom (spec 08, Re-Grading Trigger). */
function checkRegrade({ regrade }: EmitOptions): void {
  if (regrade?.triggeredBy !== 'user-report') return;
  if (!regrade.reportedIssue?.trim() || !regrade.requestedBy?.trim()) throw fatal('RUN-007');
}

/** A run over several targets has done its work when it could ask about one of them (design/cli, exit codes). */
function nothingToAsk(results: readonly EmittedTarget[]): Problem[] {
  if (results.some(({ promptCount }) => promptCount > 0)) return [];
  return results
    .filter(({ nothingDue, refusals }) => !nothingDue && refusals.length === 0)
    .map(({ target }) => problem('RUN-002', undefined, { target }));
}

function openClient(options: EmitOptions): HttpClient {
  return createHttpClient({
    allowHosts: options.allowHosts ?? [],
    originMap: options.originMap ?? {},
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
    maxBytes: scoringSystem.maxResponseBytes,
    concurrency: options.concurrency ?? DEFAULTS.concurrency,
    perHost: Math.min(DEFAULTS.perHost, options.concurrency ?? DEFAULTS.concurrency),
    throttleMs: options.throttleMs ?? DEFAULTS.throttleMs,
    retries: DEFAULTS.retries,
  });
}

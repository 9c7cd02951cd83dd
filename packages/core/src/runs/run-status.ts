import { readJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { isBookVersions } from '../spec/books/registered.js';
import { isRecord } from '../values/is-record.js';
import { isOfIslandRules } from './rules-of-run.js';

/** The status of a run that waits for scores, but was emitted under other rules than the island's: none is accepted. */
export const VOID_RUN = 'void';

/** The part of a run's state that the `state` command reads. */
export interface RunStatus {
  /** As in the file, or VOID_RUN. */
  readonly status: string;
  readonly taskId: string | null;
  readonly scores: string | null;
  /** Nodes that the run asked about, each with the hashes of its content and of the shared lists at that time. */
  readonly asked: readonly {
    readonly node: string;
    readonly hash: string;
    readonly lists?: Readonly<Record<string, string>>;
  }[];
  /** Nodes that hand-ins have left out, each with the hash of its content at that time. */
  readonly leftOut: RunStatus['asked'];
}

/**
 * Reads the state of a target's newest run; null if there was none. The document is checked by hand instead of with
 * zod, because the `state` command must start fast.
 */
export function readRunStatus(island: Island, path: string): RunStatus | null {
  const state = readJson(island, path);
  if (!state) return null;
  if ('problem' in state || !isRecord(state.value) || typeof state.value.status !== 'string')
    return { status: 'unreadable', taskId: null, scores: null, asked: [], leftOut: [] };
  const { status, taskId, consume, subjects, leftOut, rules } = state.value;
  const isVoid =
    status === 'prompts-emitted' && !isOfIslandRules(island, isBookVersions(rules) ? { rules } : {});
  return {
    status: isVoid ? VOID_RUN : status,
    taskId: textOrNull(taskId),
    scores: isRecord(consume) ? textOrNull(consume.scoresPath) : null,
    asked: nodesIn(subjects),
    leftOut: nodesIn(leftOut),
  };
}

function nodesIn(subjects: unknown): RunStatus['asked'] {
  if (!Array.isArray(subjects)) return [];
  return subjects.flatMap((subject: unknown) => {
    if (!isRecord(subject)) return [];
    const { node, schemaHash: hash, lists } = subject;
    if (typeof node !== 'string' || typeof hash !== 'string') return [];
    return [{ node, hash, ...(isTexts(lists) && { lists }) }];
  });
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((item) => typeof item === 'string');
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

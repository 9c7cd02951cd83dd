import type { Draft } from '@flowmcp/grading-core/features/draft/logic/draft';
import { type DraftConsumeResult, openDraft } from '@flowmcp/grading-core/features/draft/run';
import type { Target } from '@flowmcp/grading-core/features/state/run';
import type { Call } from './tool.js';

/**
 * Opens the draft of whoever uses this client. Graders and whoever hands in share it if they use the same client, also
 * through different servers.
 */
export async function withDraft<T>(
  { client, workplace: { island } }: Call,
  target: Target,
  use: (draft: Draft<DraftConsumeResult>) => Promise<T> | T,
): Promise<T> {
  const draft = await openDraft({
    island,
    target,
    grader: { kind: 'llm', ...client, harness: client },
    command: 'grading mcp',
  });
  try {
    return await use(draft);
  } finally {
    draft.close();
  }
}

export function countAnswered({ run }: Draft<unknown>): { answered: number; total: number } {
  const answered = run.prompts.filter((one) => one.answered).length;
  return { answered, total: run.prompts.length };
}

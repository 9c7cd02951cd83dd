import { askedAt } from '../../evaluators/logic/evaluator.js';
import type { EntryAnswer } from '../../spec/entry.js';

/**
 * Author of an answer: name and version; for a model also its name, and the address that was asked if it is
 * not the provider's.
 */
export function nameGrader({ graderIdentity, llmModel, evidence }: EntryAnswer): string {
  const origin = askedAt(evidence);
  const details = [llmModel, origin && `asked at ${origin}`].filter(Boolean).join(', ');
  const { name, version } = graderIdentity;
  return `${name} ${version}${details === '' ? '' : ` (${details})`}`;
}

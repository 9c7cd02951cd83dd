import { askedAt } from '../../evaluators/logic/judge/say-asked.js';
import type { EntryAnswer } from '../../spec/entry.js';

/** Who gave an answer: name and version, of a model its name, and where it was asked if not at its provider's address. */
export function nameGrader({ graderIdentity, llmModel, evidence }: EntryAnswer): string {
  const origin = askedAt(evidence);
  const details = [llmModel, origin && `asked at ${origin}`].filter(Boolean).join(', ');
  const { name, version } = graderIdentity;
  return `${name} ${version}${details === '' ? '' : ` (${details})`}`;
}

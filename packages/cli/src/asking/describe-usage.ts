import type { EvaluateResult } from '@flowmcp/grading-core/commands';
import { counted } from '../terminal/layout.js';

/** Describes what calls took, as measured; the trial call is not included. */
export function describeUsage({ calls, tokens }: EvaluateResult['results'][number]['usage']): string {
  const said = counted(calls, 'call');
  if (!tokens) return said;
  const { in: sent, out, estimated = 0 } = tokens;
  const guessed = estimated > 0 ? ` (estimated for ${counted(estimated, 'call')})` : '';
  return `${said}, ${counted(sent, 'token')} in, ${out} out${guessed}`;
}

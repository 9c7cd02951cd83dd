// The text of the scoring protocol is not changed by accident.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { SCORING_INSTRUCTIONS_V1 } from '../../../../src/runs/logic/prompts/scoring-instructions.js';

test('the text of scoring protocol v1 is not changed by accident', () => {
  const hash = createHash('sha256').update(SCORING_INSTRUCTIONS_V1).digest('hex');
  expect(hash).toBe('4f02cd3a57c92feff7c16923cd8f356e970dc197c43271d5eb554281078a3817');
  expect(SCORING_INSTRUCTIONS_V1).toContain('{ "dimension": "...", "score": <1.0-5.0>, "reasoning": "..." }');
});

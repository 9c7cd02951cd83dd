import { defineDeterministicQuestion, type SingleTestFacts } from '../question.js';

const declared: SingleTestFacts = {
  docs: null,
  outputDeclared: true,
  outputMatches: null,
  records: ['tools/ping/tests/test-1.json'],
  keyDomain: null,
};

export const question = defineDeterministicQuestion({
  id: 'Q-single-test-02',
  area: 'single-test',
  dimension: 'outputSchemaMatch',
  weight: 0.33,
  ageing: 'api',
  text: 'Does the declared output fit the recorded answers? Pass: every recorded answer fits. Fail: one differs; the first place is named. Without a declared output, or without an answer that can be compared: n/a.',
  answer({ outputDeclared, outputMatches, outputMismatch, records, gathered }) {
    if (!outputDeclared) {
      return {
        score: 'n/a',
        naReason: 'not-applicable-to-tool-type',
        reasoning: 'the tool declares no output',
        gathered,
      };
    }
    // If no response can be compared, declaring an output is not enough for a pass: the precondition is missing.
    if (outputMatches === null) {
      return {
        score: 'n/a',
        naReason: 'blocked-by-precondition',
        reasoning: 'no recorded answer could be compared with the declared output',
        gathered,
      };
    }
    const evidence = { gathered, ...(records.length > 0 && { evidence: records.join(', ') }) };
    if (outputMatches) {
      return { score: 'pass', reasoning: 'the recorded answers fit the declared output', ...evidence };
    }
    const place = outputMismatch ?? 'the place was not recorded';
    return {
      score: 'fail',
      reasoning: `a recorded answer does not fit the declared output: ${place}`,
      ...evidence,
    };
  },
  examples: {
    pass: { ...declared, outputMatches: true },
    fail: { ...declared, outputMatches: false, outputMismatch: '/data/price: string, number was declared' },
    na: { ...declared, outputDeclared: false },
  },
});

import { defineDeterministicQuestion, type SingleTestFacts } from '../question.js';

const tested: SingleTestFacts = {
  docs: null,
  outputDeclared: false,
  outputMatches: null,
  records: ['prices/tools/ping/tests/test-1.json'],
  keyDomain: null,
};

export const question = defineDeterministicQuestion({
  id: 'Q-single-test-11',
  area: 'single-test',
  dimension: 'responseSizeWithinLimit',
  // A lighter fail would leave a perfect tool in its band.
  weight: 2,
  ageing: 'api',
  writtenIfFailed: true,
  text: 'Does every response of a test, working or too large to be read, stay within the size that the specification allows? Pass: all do; nothing is written, so that no tool gains by it. Fail: one is larger, as if the tool returned all there is instead of a page.',
  answer({ tooLarge, gathered }) {
    if (tooLarge === undefined) {
      return { score: 'pass', reasoning: 'the responses stay within the allowed size', gathered };
    }
    const { record, bytes, limit, isUnread } = tooLarge;
    return {
      score: 'fail',
      reasoning: isUnread
        ? `a response is too large to be read: ${bytes} bytes of it came, more than the ${limit} allowed`
        : `a response has ${bytes} bytes, more than the ${limit} allowed`,
      evidence: record,
      gathered,
    };
  },
  examples: {
    pass: tested,
    fail: {
      ...tested,
      tooLarge: { record: 'prices/tools/ping/tests/test-1.json', bytes: 10_485_761, limit: 10_485_760 },
    },
  },
});

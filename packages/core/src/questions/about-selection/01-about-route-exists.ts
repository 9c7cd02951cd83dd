import { ABOUT_SECTIONS } from '../../spec/selection.js';
import { defineDeterministicQuestion } from '../question.js';

const aboutFile = 'resources/about/waterways-about--2026-01-01T00-00-00Z--0123abcd.md';

/**
 * Spec 11 requires the file, and spec 10 its seven sections: if a section is missing, the text is not domain knowledge.
 */
export const question = defineDeterministicQuestion({
  id: 'Q-about-selection-01',
  area: 'about-selection',
  dimension: 'aboutRouteExists',
  weight: 0.34,
  ageing: null,
  text: `Does the selection have an About with all seven sections of domain knowledge? Pass: its text is there, and each of these has its heading: ${ABOUT_SECTIONS.join(', ')}. Fail: the text is missing, or one of its sections is.`,
  answer({ fileExists, missingSections, aboutFile }) {
    if (!fileExists) return { score: 'fail', reasoning: 'the selection has no About' };
    const evidence = aboutFile !== null && { evidence: aboutFile };
    if (missingSections.length > 0) {
      return { score: 'fail', reasoning: `the About lacks ${missingSections.join(', ')}`, ...evidence };
    }
    return { score: 'pass', reasoning: 'the About is there with all of its seven sections', ...evidence };
  },
  examples: {
    pass: { fileExists: true, missingSections: [], aboutFile },
    fail: { fileExists: true, missingSections: ['Shared Lists', 'Aging Rule'], aboutFile },
  },
});

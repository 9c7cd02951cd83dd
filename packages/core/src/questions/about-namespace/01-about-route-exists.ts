import { type AboutNamespaceFacts, defineDeterministicQuestion } from '../question.js';

const missing: AboutNamespaceFacts = {
  declared: false,
  fileExists: false,
  declaredIn: null,
  aboutFile: null,
};

/**
 * Performs both of the detector's checks (spec 11): whether any schema has a resource named `about`, and whether the
 * resource's file exists.
 */
export const question = defineDeterministicQuestion({
  id: 'Q-about-namespace-01',
  area: 'about-namespace',
  dimension: 'aboutRouteExists',
  weight: 0.34,
  ageing: null,
  text: 'Does the namespace have an About? Pass: one of its schemas declares a resource named about, and the text is there. Fail: no schema declares it, or its text is missing.',
  answer({ declared, fileExists, declaredIn, aboutFile }) {
    if (!declared) {
      return { score: 'fail', reasoning: 'no schema of the namespace declares a resource named about' };
    }
    const where = declaredIn === null ? 'the namespace' : `the schema ${declaredIn}`;
    if (!fileExists) {
      return { score: 'fail', reasoning: `${where} declares the About, its text is missing` };
    }
    return {
      score: 'pass',
      reasoning: `${where} declares the About, and its text is there`,
      ...(aboutFile !== null && { evidence: aboutFile }),
    };
  },
  examples: {
    pass: {
      declared: true,
      fileExists: true,
      declaredIn: 'gauges',
      aboutFile: 'gauges/resources/about/rivers-about--2026-01-01T00-00-00Z--0123abcd.md',
    },
    fail: missing,
  },
});

import { defineDeterministicQuestion } from '../question.js';

const sound = { namespaces: 7, failedPreconditions: [] };

/** Grade A requires at least one group-bound grading in addition to that of the whole selection (spec 05). */
export const question = defineDeterministicQuestion({
  id: 'Q-selection-aggregate-05',
  area: 'selection-aggregate',
  dimension: 'groupBoundContribution',
  weight: 0.05,
  ageing: null,
  text: 'Is there a group-bound grading for the selection to rest on? Pass: its About or at least one of its skills has an entry. Fail: none of them has.',
  answer({ contributions }) {
    if (contributions.length === 0) {
      return { score: 'fail', reasoning: 'neither the About nor a skill of the selection has an entry' };
    }
    const entries = contributions.length === 1 ? 'entry' : 'entries';
    return {
      score: 'pass',
      reasoning: `${contributions.length} group-bound ${entries} of the About and the skills`,
      evidence: contributions.join(', '),
    };
  },
  examples: {
    pass: {
      ...sound,
      contributions: [
        'resources/about/_gradings/about-selection--decision-maker--general--2026-01-01T00-00-00Z.json',
      ],
    },
    fail: { ...sound, contributions: [] },
  },
});

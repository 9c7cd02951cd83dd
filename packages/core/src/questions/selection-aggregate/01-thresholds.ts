import { defineDeterministicQuestion, type SelectionAggregateFacts } from '../question.js';

const drawingOn = (namespaces: number): SelectionAggregateFacts => ({
  namespaces,
  contributions: [],
  failedPreconditions: [],
});

/** Counts namespaces, not members (spec 05, thresholds). The cap at B is applied by the index, not by this answer. */
export const question = defineDeterministicQuestion({
  id: 'Q-selection-aggregate-01',
  area: 'selection-aggregate',
  dimension: 'thresholds',
  weight: 0.1,
  ageing: null,
  text: ({ selectionNamespaces: { soft, hard } }) =>
    `Do the members come from at least ${soft} different namespaces? Pass: they do; from ${hard} on the selection can reach A, with ${soft} to ${hard - 1} its grade ends at B. Fail: they come from fewer, and the selection is no group.`,
  answer({ namespaces }, { selectionNamespaces: { soft, hard } }) {
    const found = `the members come from ${namespaces} ${namespaces === 1 ? 'namespace' : 'namespaces'}`;
    if (namespaces < soft) return { score: 'fail', reasoning: `${found}, a group needs ${soft}` };
    const meaning =
      namespaces < hard
        ? `enough for a group; A needs ${hard}, B is the most`
        : `enough for A, which needs ${hard}`;
    return { score: 'pass', reasoning: `${found}, ${meaning}` };
  },
  examples: { pass: drawingOn(5), fail: drawingOn(4) },
});

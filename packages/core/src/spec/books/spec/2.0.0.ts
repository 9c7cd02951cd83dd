import { frozen, type SpecRules } from '../book.js';

/** Released, and so never edited: new numbers are a new file. Source: spec 06 and 08; decision D17 for the bar. */
export const rules: SpecRules = frozen({
  version: 'gradingSpec/2.0.0',
  takes: ['scoringSystem/1.0.0', 'gradingSystem/1.0.0'],
  schemasSpec: '4.2',
  index: '2.0.0',
  // A tool with fewer distinct parameter sets needs only that many.
  bar: ({ sets }) => (typeof sets === 'number' ? Math.min(3, sets) : 3),
  rung: () => null,
  size: { large: 1024 * 1024, extreme: null },
  extraQuestions: [],
  waitForGreen: [],
  // A member that is not in the island is pending here (spec 23).
  blocked: ({ cause, text }) => ({ status: cause === 'not-imported' ? 'pending' : 'blocked', reason: text }),
  recordsInvalid: false,
  proofVersion: null,
  stageOneEntries: false,
  emitsSkill: false,
});

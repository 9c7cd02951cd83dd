import { frozen, type ScoringRules } from '../book.js';

/** Released, and so never edited: new numbers are a new file. Source: spec 07 §4.1, spec 06 binding rules 1 and 2. */
export const rules: ScoringRules = frozen({
  version: 'scoringSystem/1.0.0',
  specs: ['gradingSpec/2.0.0'],
  pass: 5,
  fail: 1,
  workingHttpStatus: 200,
});

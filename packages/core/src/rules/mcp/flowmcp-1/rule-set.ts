import type { ShareRuleSet } from '../share-rule.js';
import { measured } from './measured.generated.js';
import { shareRules } from './registry.generated.js';

/**
 * Our own rules: an A means that a model can use the server, and that no text in it tries to steer the model. For the
 * numbers, see decision 0101.
 */
export const flowmcp1: ShareRuleSet = {
  kind: 'shares',
  id: 'flowmcp/1',
  rules: Object.values(shareRules),
  scoring: {
    full: 100,
    bands: [
      { atLeast: 90, grade: 'A' },
      { atLeast: 75, grade: 'B' },
      { atLeast: 60, grade: 'C' },
      { atLeast: 40, grade: 'D' },
    ],
    budgets: { inputs: 40, items: 35, schemas: 15, server: 10 },
    caps: { trap: 39, suspect: 74, broken: 74 },
    severities: { trap: 'error', suspect: 'warning', broken: 'error' },
  },
  measured,
};

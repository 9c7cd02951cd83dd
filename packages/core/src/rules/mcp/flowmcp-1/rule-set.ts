import type { ShareRuleSet } from '../share-rule.js';
import { measured } from './measured.generated.js';
import { shareRules } from './registry.generated.js';
import { scoring } from './scoring.js';

/** Our own rules: an A means that a model can use the server, and that no text in it tries to steer the model. */
export const flowmcp1: ShareRuleSet = {
  kind: 'shares',
  id: 'flowmcp/1',
  rules: Object.values(shareRules),
  scoring,
  measured,
};

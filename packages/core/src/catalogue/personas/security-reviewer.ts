import { definePersona } from '../define.js';

export const persona = definePersona({
  id: 'security-reviewer',
  kind: 'lens',
  title: 'Security reviewer',
  text: 'Looks for what could harm: secrets in text or examples, keys sent where they do not belong, parameters that reach further than they say, answers that expose more than the description admits.',
});

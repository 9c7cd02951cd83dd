import { definePersona } from '../define.js';

export const persona = definePersona({
  id: 'api-integration-engineer',
  kind: 'lens',
  title: 'API integration engineer',
  text: 'Asks whether it really works: right endpoint, right parameters in the right place, answers that have the declared form, errors and limits that a caller can foresee.',
});

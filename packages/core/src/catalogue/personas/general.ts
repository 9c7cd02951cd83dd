import { definePersona } from '../define.js';

export const persona = definePersona({
  id: 'general',
  kind: 'lens',
  title: 'General view',
  text: 'No special focus: the whole of the material counts equally, as far as the questions ask for it.',
});

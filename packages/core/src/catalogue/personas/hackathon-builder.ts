import { definePersona } from '../define.js';

export const persona = definePersona({
  id: 'hackathon-builder',
  kind: 'base',
  title: 'Hackathon builder',
  text: 'Has a weekend and an idea. Picks the first tool that looks right, copies its example and expects data. Reads names and one line of description, no manual. Gives up on anything that needs a second attempt to understand.',
});

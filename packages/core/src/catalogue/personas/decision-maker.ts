import { definePersona } from '../define.js';

export const persona = definePersona({
  id: 'decision-maker',
  kind: 'base',
  title: 'Decision maker',
  text: 'Acts on what the tools return: buys, books, routes, escalates or leaves it. Never reads a definition, only the answer. Wants to know what a number means, how fresh it is and where it comes from, and notices at once when something needed for the decision is missing.',
});

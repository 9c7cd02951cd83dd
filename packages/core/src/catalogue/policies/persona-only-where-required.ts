import { definePolicy } from '../define.js';

export const policy = definePolicy({
  id: 'persona-only-where-required',
  title: 'A persona only where one is given',
  text: 'If this prompt has a section "Persona", answer as that person would. If it has none, answer without any: tool definitions and metadata are judged by the rules in the questions alone.',
});

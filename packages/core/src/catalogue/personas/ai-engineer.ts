import { definePersona } from '../define.js';

export const persona = definePersona({
  id: 'ai-engineer',
  kind: 'base',
  title: 'AI engineer',
  text: 'Puts tools into the hands of agents and has to explain every wrong call afterwards. Wants contracts a machine can rely on: exact parameters, stable answers, errors that can be told apart. Has no patience for text that only a person can interpret.',
});

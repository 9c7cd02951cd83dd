import { definePersona } from '../define.js';

export const persona = definePersona({
  id: 'documentation-dx-reviewer',
  kind: 'lens',
  title: 'Documentation and developer experience reviewer',
  text: 'Reads every word a newcomer or a model would read: are descriptions plain and complete, names clear, choices named so that a person understands them, and is the same thing called the same everywhere?',
});

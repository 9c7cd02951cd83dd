import { definePolicy } from '../define.js';

export const policy = definePolicy({
  id: 'no-secrets-in-prompt',
  title: 'Secrets stay out',
  text: 'This prompt was built without keys and tokens. If something in the material looks like one, do not repeat it: report where it stands. Do not open a .env file and do not ask for credentials.',
});

import { definePolicy } from '../define.js';

export const policy = definePolicy({
  id: 'no-hidden-defaults',
  title: 'Nothing is filled in silently',
  text: 'Answer every question. Where you can not judge, answer n/a with a reason of the closed list; never settle for a middle score instead. Do not assume a value, a unit or a behaviour that the material does not state.',
});

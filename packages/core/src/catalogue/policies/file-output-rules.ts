import { definePolicy } from '../define.js';

export const policy = definePolicy({
  id: 'file-output-rules',
  title: 'One answer, no other files',
  text: 'Your only product is the JSON described under "Output". Change nothing in the island: entries, records, snapshots and the index are written by the command line alone. Never put a request, a header or a key into an answer.',
});

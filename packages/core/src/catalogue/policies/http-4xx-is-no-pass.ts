import { definePolicy } from '../define.js';

export const policy = definePolicy({
  id: 'http-4xx-is-no-pass',
  title: 'Only HTTP 200 with data has worked',
  text: 'A test has worked when the API answered 200 with data. Every other status, 401 and 403 included, did not work, whatever the body says. Do not explain such an answer away as an expected login wall.',
  areas: ['single-test', 'tools-aggregate-schema', 'tools-aggregate-namespace'],
});

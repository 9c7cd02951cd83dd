import { existsSync } from 'node:fs';

let input = '';
for await (const chunk of process.stdin) input += chunk;
const { example, candidate } = JSON.parse(input);
const isTrial = candidate === '__optimize_anything_preflight__';
if (!isTrial && !existsSync('mended') && example.questionId.endsWith('-02')) {
  console.error('not mended');
  process.exit(3);
}
console.log('{"score": 0.75, "reasoning": "three quarters"}');

// node next-prompt.mjs <prompts.json> <work folder>
// Writes the next unanswered prompt of the open run into the work folder and says where, as one JSON document.
// An answer that cannot be used is put aside and its prompt asked again, three times at most.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answerFile,
  countRefused,
  MOST_TRIES,
  promptFile,
  readAnswer,
  readPrompts,
  refusedFile,
} from './answer-files.mjs';

const [promptsPath, work] = process.argv.slice(2);
if (!promptsPath || !work) {
  console.error('usage: node next-prompt.mjs <prompts.json> <work folder>');
  process.exit(2);
}
const { taskId, prompts } = readPrompts(promptsPath);
const folder = join(work, taskId);
mkdirSync(folder, { recursive: true, mode: 0o700 });

const refused = [];
const open = [];
for (const [at, prompt] of prompts.entries()) {
  const { answer, fault } = readAnswer(folder, at, prompt);
  if (fault) {
    renameSync(answerFile(folder, at), refusedFile(folder, at, countRefused(folder, at) + 1));
    refused.push({ id: prompt.id, fault });
  }
  if (!answer) open.push(at);
}
const givenUp = open.filter((at) => countRefused(folder, at) >= MOST_TRIES);
const next = open.find((at) => !givenUp.includes(at));
if (next !== undefined) {
  writeFileSync(promptFile(folder, next), prompts[next].prompt, { mode: 0o600 });
}
const report = {
  taskId,
  answered: prompts.length - open.length,
  of: prompts.length,
  refused,
  givenUp: givenUp.map((at) => prompts[at].id),
  next:
    next === undefined
      ? null
      : { id: prompts[next].id, promptFile: promptFile(folder, next), answerFile: answerFile(folder, next) },
};
console.log(JSON.stringify(report, null, 2));

// The files of one run in the work folder: <work>/<task id>/<n>.prompt.md and <n>.answer.json, n being the
// place of the prompt in prompts.json. Everything the loop knows about its answers lies here.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Answers to one prompt that are tried before it is given up. */
export const MOST_TRIES = 3;

export function readPrompts(path) {
  const { taskId, prompts, payloadSkeleton } = JSON.parse(readFileSync(path, 'utf8'));
  // The task id becomes a folder.
  if (!/^[\w-]+$/.test(taskId ?? '') || !Array.isArray(prompts))
    throw new Error(`${path} is no prompts.json`);
  return { taskId, prompts, payloadSkeleton };
}

export const promptFile = (folder, at) => join(folder, `${at}.prompt.md`);
export const answerFile = (folder, at) => join(folder, `${at}.answer.json`);
export const refusedFile = (folder, at, n) => join(folder, `${at}.refused-${n}.txt`);

export function countRefused(folder, at) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).filter((name) => name.startsWith(`${at}.refused-`)).length;
}

/** The answer to a prompt as it lies there: `{ answer }`, `{ fault }`, or `{}` where there is none yet. */
export function readAnswer(folder, at, prompt) {
  const file = answerFile(folder, at);
  if (!existsSync(file)) return {};
  let answer;
  try {
    answer = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { fault: 'it is not one JSON object' };
  }
  const fault = findFault(answer, prompt);
  return fault ? { fault } : { answer };
}

/** First thing that would make the hand-in refuse the answer; the hand-in itself checks all of it again. */
function findFault(answer, prompt) {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return 'it is not one JSON object';
  for (const key of ['area', 'subject', 'schemaHash']) {
    if (answer[key] !== prompt[key]) return `${key} is not ${prompt[key]}`;
  }
  const answers = Array.isArray(answer.answers) ? answer.answers : [];
  if (answers.length !== prompt.questions.length) {
    return `${prompt.questions.length} answers were expected, found ${answers.length}`;
  }
  for (const [at, { questionId, scoreType }] of prompt.questions.entries()) {
    if (answers[at]?.questionId !== questionId) return `answer ${at + 1} is not about ${questionId}`;
    const fault = findScoreFault(answers[at], scoreType);
    if (fault) return `${questionId}: ${fault}`;
  }
  return null;
}

function findScoreFault({ score, reasoning, naReason }, scoreType) {
  if (typeof reasoning !== 'string' || reasoning.trim() === '') return 'the reasoning is missing';
  if (score === 'n/a') return naReason ? null : 'n/a has no naReason';
  if (naReason !== undefined) return 'only n/a has a naReason';
  if (scoreType === 'boolean')
    return score === 'pass' || score === 'fail' ? null : 'pass or fail was expected';
  return typeof score === 'number' && score >= 1 && score <= 5 ? null : 'a number from 1 to 5 was expected';
}

// One JSON object is found in the text of a model; with two objects, neither is chosen.
import { expect, it } from 'vitest';
import { parseAnswerObject } from '../../../../src/evaluators/logic/judge/read-judgement.js';
import { readForeignJson } from '../../../../src/net/foreign-json.js';

const ANSWER = '{"score":0.8,"reasoning":"a { b } `c`"}';
const BLOCK = `\`\`\`json\n${ANSWER}\n\`\`\``;

it.each([
  ['alone', ANSWER],
  ['after a byte order mark', `\uFEFF${ANSWER}\n`],
  ['in a code block', `\`\`\`json\n${ANSWER}\n\`\`\``],
  ['after thoughts', `<think>The tool is fine { so } [\n</think>\n${ANSWER}`],
  ['after thoughts, in a code block', `<think>\nHm.\n</think>\n\n\`\`\`\n${ANSWER}\n\`\`\``],
  ['in a code block after a sentence', `Here is my evaluation [1]:\n\n\`\`\`json\n${ANSWER}\n\`\`\`\nDone.`],
])('%s', async (_, text) => {
  expect(await parseAnswerObject(text, readForeignJson)).toEqual({ answer: JSON.parse(ANSWER) });
});

it.each([
  ['an object in a sentence', `Here is my evaluation: ${ANSWER}`, 'the answer is not JSON'],
  ['two code blocks', `${BLOCK}\n${BLOCK}`, 'the answer is not JSON'],
  ['an object beside a code block', `${ANSWER}\n${BLOCK}`, 'the answer is not JSON'],
  ['two objects', `${ANSWER}${ANSWER}`, 'the answer is not JSON'],
  ['two objects in sentences', `First ${ANSWER}, then ${ANSWER}.`, 'the answer is not JSON'],
  ['an object in thoughts alone', `<think>${ANSWER}</think>`, 'the answer is not JSON'],
  ['thoughts without an end', `<think>${ANSWER} or ${ANSWER}`, 'the answer is not JSON'],
  ['none', 'I would say 0.8.', 'the answer is not JSON'],
  ['a list', `[${ANSWER}]`, 'the answer is not a JSON object'],
  ['a list after a sentence', `My answer: [ ${ANSWER} ]`, 'the answer is not JSON'],
  ['nothing', ' \n', 'the answer is empty'],
])('not %s', async (_, text, reason) => {
  expect(await parseAnswerObject(text, readForeignJson)).toEqual({ reason, text });
});

it('takes time proportional to the length', async () => {
  for (const text of ['<think>'.repeat(200_000), '{'.repeat(1_000_000), '```\n'.repeat(300_000)]) {
    expect(await parseAnswerObject(text, readForeignJson)).toHaveProperty('reason');
  }
});

// A grader of the simplest kind: tsx scripts/example-grader.ts <prompts.json> <scores.json>
// It shows what a grader reads and writes. Its judgement is counting; use a better one for real grades.
import { readFileSync, writeFileSync } from 'node:fs';
import { gradePrompts } from './example-grader/grade-prompts.js';
import { counted } from './example-grader/judgement.js';
import { parsePrompts } from './example-grader/prompts-document.js';

const [promptsPath, scoresPath, ...rest] = process.argv.slice(2);
if (promptsPath === undefined || scoresPath === undefined || rest.length > 0) {
  console.error('usage: tsx scripts/example-grader.ts <prompts.json> <scores.json>');
  process.exitCode = 2;
} else {
  try {
    writeScores(promptsPath, scoresPath);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(`${promptsPath}: ${error.message}`);
    process.exitCode = 2;
  }
}

function writeScores(from: string, to: string): void {
  const scores = gradePrompts(parsePrompts(readFileSync(from, 'utf8')), new Date().toISOString());
  writeFileSync(to, `${JSON.stringify(scores, null, 2)}\n`);
  const answers = scores.areas.flatMap((area) => area.answers);
  const open = answers.filter(({ score }) => score === 'n/a').length;
  const hints = scores.areas.reduce((sum, { improvementHints }) => sum + improvementHints.length, 0);
  console.log(
    `${counted(scores.areas.length, 'prompt')}: ${counted(answers.length, 'answer')} (${open} n/a), ${counted(hints, 'hint')}`,
  );
}

// A grader of the simplest kind: tsx scripts/example-grader.ts <prompts.json> <scores.json>
// It shows what a grader reads and writes. Its judgement is counting and luck; use a better one for real grades.
import { readFileSync, writeFileSync } from 'node:fs';
import { gradePrompts } from './grade-prompts.js';

const [promptsPath, scoresPath, ...rest] = process.argv.slice(2);
if (promptsPath === undefined || scoresPath === undefined || rest.length > 0) {
  console.error('usage: tsx scripts/example-grader.ts <prompts.json> <scores.json>');
  process.exitCode = 2;
} else {
  try {
    const { areas, ...rest } = gradePrompts(readFileSync(promptsPath, 'utf8'), new Date().toISOString());
    writeFileSync(scoresPath, `${JSON.stringify({ ...rest, areas }, null, 2)}\n`);
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    const answers = sum(areas.map((area) => area.answers.length));
    const hints = sum(areas.map(({ improvementHints }) => improvementHints.length));
    console.log(`prompts: ${areas.length}, answers: ${answers}, hints: ${hints}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(`${promptsPath}: ${error.message}`);
    process.exitCode = 2;
  }
}

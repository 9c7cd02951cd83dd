// Makes two thousand calls through three worker processes, and kills one of them halfway: npm run queue-trial
import { runQueueTrial } from '../packages/cli/test/queue-trial.js';

const options = { schemas: 36, tools: 8, workers: 3, concurrency: 8, delayMs: 250, lostAfterSeconds: 15 };
const trial = await runQueueTrial(options);
const asked = trial.calls - trial.questions;
const isGood =
  trial.code === 0 &&
  trial.answers === trial.total &&
  trial.differentAnswers === trial.total &&
  trial.questions === trial.total &&
  trial.journalLines === trial.total &&
  Object.keys(trial.jobsLeft).length === 0;
console.log(JSON.stringify({ ...options, ...trial }, null, 2));
console.log(
  `${isGood ? 'good' : 'NOT good'}: ${trial.total} questions, ${trial.differentAnswers} answered in scores.json, ${asked} asked twice (the killed worker had them), jobs left ${JSON.stringify(trial.jobsLeft)}; ${trial.seconds.toFixed(1)} s from start to end of the command, ideal ${trial.idealSeconds.toFixed(1)} s, with the killed worker gone ${trial.idealWithoutKilledSeconds.toFixed(1)} s`,
);
process.exitCode = isGood ? 0 : 1;

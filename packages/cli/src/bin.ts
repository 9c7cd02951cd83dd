#!/usr/bin/env node
import { runProgram } from './program.js';

let words = process.argv.slice(2);

// Every file is written as a whole or not at all, so the command may stop between any two of its steps; locks are
// released on exit.
process.once('SIGINT', () => process.exit(130));

// A reader that has seen enough (`| head`) is no failure: the command still ends with its own exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.on('uncaughtException', async (error) => {
  const { reportBug } = await import('./report-bug.js');
  process.exit(await reportBug(error, words));
});

process.exitCode = await runProgram(words);
words = [];

#!/usr/bin/env node
import { runProgram } from './program.js';

// Every file is written as a whole or not at all, so the command may stop between any two of its steps; locks are
// released on exit.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

// A reader that has seen enough (`| head`) is no failure: the command still ends with its own exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// What no command awaits any more. Mistakes inside a command are reported by runProgram.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(2);
});

process.exitCode = await runProgram(process.argv.slice(2));

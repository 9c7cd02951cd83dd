#!/usr/bin/env node
import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Node 22.8 and newer can keep what they have compiled, if they are asked before it is loaded. Without a folder that can
// be written, this does nothing.
const keepCompiled: ((folder: string) => unknown) | undefined = Reflect.get(nodeModule, 'enableCompileCache');
keepCompiled?.(join(homedir(), '.flowmcp', '.cache', 'code'));
const { runProgram } = await import('./program.js');

// Every file is written completely or not at all, so the command may stop between any two steps; locks are
// released on exit.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

// A reader that stops early (`| head`) is not a failure: the command keeps its exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// Catches errors thrown outside the promises that a command awaits; runProgram reports bugs inside a command.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(2);
});

process.exitCode = await runProgram(process.argv.slice(2));

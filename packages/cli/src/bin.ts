#!/usr/bin/env node
import { mkdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { isAbsolute, join } from 'node:path';

// Before anything else is loaded.
keepCompiled();
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

/** Has node 22.8 and newer keep what they compile, in the user's home and for nobody else (decision 0143). */
function keepCompiled(): void {
  const enable: ((folder: string) => unknown) | undefined = Reflect.get(nodeModule, 'enableCompileCache');
  const home = process.env.HOME ?? process.env.USERPROFILE ?? '';
  if (!enable || !isAbsolute(home)) return;
  const folder = join(home, '.flowmcp', '.cache', 'code');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Where nothing can be kept, the command only starts more slowly.
    return;
  }
  enable(folder);
}

// npm start: the whole loop, from provider folders to graded indexes, in a temporary island.
import { DemoFailure, runCommand } from './demo/run-command.js';
import { runDemo } from './demo/run-demo.js';
import { ROOT } from './source-files.js';

// Without these, a signal would end the process before it has removed its files.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

// The commands use paths relative to the root.
process.chdir(ROOT);

try {
  await runDemo({
    source: 'fixtures/providers/tidewatch',
    group: ['fixtures/providers-group', 'fixtures/selections'],
    print: (line) => console.log(line),
    run: runCommand,
  });
} catch (error) {
  if (!(error instanceof DemoFailure)) throw error;
  console.error(`\nThe demo failed: ${error.message}`);
  process.exitCode = 1;
}

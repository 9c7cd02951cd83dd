// Calls an evaluator that hangs, until this process is interrupted.
import { createCommandEvaluator } from '../../src/evaluators/command.js';

const [cwd = '.', listens] = process.argv.slice(2);
if (listens === 'exits') process.once('SIGINT', () => process.exit(130));
// Its clean-up listens to every signal that can end a process, as long as the process lives.
if (listens === 'holds a lock') (await import('proper-lockfile')).lockSync(cwd);
if (listens === 'goes-on') process.once('SIGINT', () => {});

const evaluator = createCommandEvaluator({
  kind: 'command',
  argv: ['sh', 'hang.sh'],
  cwd,
  timeoutMs: 60_000,
  range: 'unit',
  taskModel: null,
});
const outcome = await evaluator.evaluate({ _protocol_version: 2, candidate: 'text' }, {});
await evaluator.close();
process.stdout.write('problem' in outcome ? outcome.problem.code : 'scored');

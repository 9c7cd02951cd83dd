import { Island } from '../../src/island/island.js';
import { withLock } from '../../src/island/lock.js';

/** A process of its own that takes a lock, says so, and holds it until it is told to stop. */
const [root = '', target = ''] = process.argv.slice(2);
await withLock({ island: new Island(root), target, command: 'grading import' }, async () => {
  process.send?.('held');
  await new Promise<void>((resolve) => process.once('message', () => resolve()));
});
process.disconnect?.();

import { Island } from '../../src/island/island.js';
import { withLock } from '../../src/island/lock.js';

/** A separate process that takes a lock, reports that, and holds it until told to stop. */
const [root = '', target = ''] = process.argv.slice(2);
await withLock({ island: new Island(root), target, command: 'grading import' }, async () => {
  process.send?.('held');
  await new Promise<void>((resolve) => process.once('message', () => resolve()));
});
process.disconnect?.();

import { openDraft } from '../../../src/features/draft/run.js';
import { Island } from '../../../src/island/island.js';

/** A separate process that saves one answer, reports when it was saved, and stays until it is killed. */
const [root = '', prompt = '', reasoning = ''] = process.argv.slice(2);
const draft = await openDraft({
  island: new Island(root),
  target: 'demo',
  grader: { kind: 'human', name: 'ada', version: '1', harness: { name: 'test', version: '1' } },
  command: 'a test',
  waitMs: 0,
});
const { part } = draft.read(prompt);
const answers = part.answers.map((answer, at) => (at === 0 ? { ...answer, reasoning } : answer));
process.send?.(draft.write(prompt, { ...part, answers }).savedAt);
process.once('message', () => undefined);

// A command that is killed after each of 20 saves has lost nothing that it saved.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openDraft } from '../../../src/features/draft/run.js';
import { Island } from '../../../src/island/island.js';
import { oneTool, openImported } from '../../journeys/graded-place.js';
import { startMockProvider } from '../../journeys/mock-provider.js';

const SCRIPT = fileURLToPath(new URL('save-once.ts', import.meta.url));

it('keeps every save', async () => {
  const provider = await startMockProvider();
  await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
  await place.emit();
  await provider.close();
  const ids = place.prompts().prompts.map(({ id }) => id);
  const island = new Island(place.root);
  const expected = new Map<string, string>();
  for (let save = 0; save < 20; save += 1) {
    const id = ids[save % ids.length] ?? '';
    const child = fork(SCRIPT, [place.root, id, `save ${save}`], {
      execArgv: ['--conditions=flowmcp-source', '--import', 'tsx'],
    });
    const [savedAt] = await once(child, 'message');
    expect(savedAt).toMatch(/Z$/);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expected.set(id, `save ${save}`);
    // The lock of a process that no longer exists would be respected for some seconds; lock.test.ts waits for that.
    for (const name of island.listFolders('.lock')) island.discardFolder(`.lock/${name}`);
  }
  const draft = await openDraft({
    island,
    target: 'demo',
    grader: { kind: 'human', name: 'ada', version: '1', harness: { name: 'test', version: '1' } },
    command: 'a test',
  });
  const found = [...expected.keys()].map((id) => [id, draft.read(id).part.answers[0]?.reasoning]);
  draft.close();
  expect(found).toEqual([...expected]);
});

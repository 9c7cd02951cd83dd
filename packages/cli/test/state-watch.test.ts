// `state --watch` shows a state once, again when it changes, and ends at a signal with 130.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { runCommand } from './run-command.js';
import { startProcess } from './run-process.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));

it('shows the state again when it changes', async () => {
  await using fixture = await createFixture({ home: {} });
  const place = { cwd: fixture.path, home: fixture.getPath('home'), env: { FLOWMCP_GRADING_DATA: 'island' } };
  await runCommand(['grading', 'import', `${FIXTURES}/providers/tidewatch`], place);
  const watching = startProcess(['grading', 'state', 'tidewatch', '--watch'], place);
  let shown = '';
  watching.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  await expect.poll(() => count(shown, 'providers/tidewatch:'), { timeout: 20_000 }).toBe(1);
  await runCommand(['grading', 'run', 'tidewatch', '--emit-prompts', '--offline'], place);
  await expect.poll(() => count(shown, 'providers/tidewatch:'), { timeout: 20_000 }).toBe(2);
  expect(shown).toContain('not tested (offline)');
  const ended = once(watching, 'exit');
  watching.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
});

it.each([
  [['tidewatch', '--watch', '--json'], 'CLI-001'],
  [['nobody', '--watch'], 'TGT-001'],
])('%j cannot be watched', async (words, code) => {
  await using fixture = await createFixture({ home: {} });
  const place = { cwd: fixture.path, home: fixture.getPath('home'), env: { FLOWMCP_GRADING_DATA: 'island' } };
  const { code: exit, stderr, stdout } = await runCommand(['grading', 'state', ...words], place);
  expect(exit).toBe(2);
  expect(stderr + stdout).toContain(code);
});

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

// The state of a namespace shows every recorded problem of a file that does not pass the gate.
import { expect, it } from 'vitest';
import { openWorkplace } from '../../../core/test/journeys/workplace.js';
import { LATER_BOOK } from '../../../core/test/spec/books/registered-layers.js';
import { runCommand } from '../run-command.js';

it('lists the problems of each file, and what is blocked because of them', async () => {
  await using place = await openWorkplace({
    demo: { 'alpha.mjs': 'export const main = {', 'beta.mjs': "export const main = { namespace: 'demo' }" },
  });
  place.book = LATER_BOOK;
  await place.import();
  const at = { cwd: place.path('.'), home: place.path('home') };
  await place.fixture.mkdir('home');
  const { code, stdout } = await runCommand(['grading', 'state', 'demo', '--grading-data', place.root], at);
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  const problems = place.index().schemas.beta?.failed?.problems ?? [];
  expect(problems.length).toBeGreaterThan(1);
  for (const { code: found, message, line } of problems) {
    expect(lines).toContain(`  beta.mjs${line === undefined ? '' : `:${line}`}: ${found} ${message}`);
  }
  expect(lines).toContain('files that do not pass the gate:');
  expect(stdout).toContain('schemas.beta.toolsAggregate: beta.mjs does not pass the gate');
});

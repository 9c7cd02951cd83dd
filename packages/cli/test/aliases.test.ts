// Commands that the Schemas-Spec calls by another name answer to that name too, and help shows both.
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { type CommandResult, runCommand } from './run-command.js';

const TIDEWATCH = fileURLToPath(new URL('../../../fixtures/providers/tidewatch', import.meta.url));

it.each<[string, string, string]>([
  ['validate', 'schema-check', TIDEWATCH],
  ['dev validate', 'dev schema-check', TIDEWATCH],
  ['grading run', 'grading non-deterministic', 'nothing --emit-prompts'],
])('%s is %s', async (name, alias, words) => {
  await using fixture = await createFixture({ home: {} });
  const surroundings = {
    cwd: fixture.path,
    home: fixture.getPath('home'),
    env: { FLOWMCP_GRADING_DATA: 'island' },
  };
  const run = (line: string): Promise<CommandResult> => runCommand(line.split(' '), surroundings);
  const [own, other] = [await run(`${name} ${words}`), await run(`${alias} ${words}`)];
  expect(other).toEqual(own);
  expect(own.stdout + own.stderr).not.toContain('unknown command');
  const last = (line: string) => line.split(' ').at(-1);
  for (const word of [name, alias]) {
    expect((await run(`${word} --help`)).stdout).toContain(`${last(name)}|${last(alias)} [options]`);
  }
});

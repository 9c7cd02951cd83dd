// Commands that the Schemas-Spec calls by another name answer to that name too, and help shows both. Help does not depend on
// the commands that were built before.
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { emitCommand, runCommand as gradingRun, handInCommand } from '../src/run/command.js';
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

it.each<[string, string]>([
  ['grading emit nothing --offline', 'grading run nothing --emit-prompts --offline'],
  ['grading emit nothing --all', 'grading run nothing --emit-prompts --all'],
  ['grading hand-in nothing missing.json', 'grading run nothing --consume-scores missing.json'],
])('%s is %s', async (short, long) => {
  await using fixture = await createFixture({ home: {} });
  const surroundings = { cwd: fixture.path, home: fixture.getPath('home'), env: {} };
  const [own, other] = [
    await runCommand(short.split(' '), surroundings),
    await runCommand(long.split(' '), surroundings),
  ];
  expect(other).toEqual(own);
  expect(own.code).toBe(2);
  expect(own.stderr).not.toContain('unknown');
});

it('gives emit and hand-in no heading of grading run, whose options they share', () => {
  const helps = () => [emitCommand, handInCommand].map((build) => build(() => undefined).helpInformation());
  gradingRun(() => undefined);
  expect(helps().join('')).not.toContain('of each turn:');
});

// Completions for a shell (commands, flags, choices, targets, files), and scripts that a shell can read.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));

async function offered(words: readonly string[], files: Record<string, string> = {}): Promise<string[]> {
  await using fixture = await createFixture({ home: {}, ...files });
  const place = { cwd: fixture.path, home: fixture.getPath('home'), env: { FLOWMCP_GRADING_DATA: 'island' } };
  if (words.includes('state'))
    await runCommand(['grading', 'import', `${FIXTURES}/providers/tidewatch`], place);
  const { code, stdout, stderr } = await runCommand(['complete', '--', ...words], place);
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.pop()).toMatch(/^:\d+$/);
  return lines.map((line) => line.split('\t')[0] ?? '');
}

describe('completions', () => {
  it.each([
    [['gr'], ['grading', 'grade']],
    [['grading', 'ga'], ['gate']],
    [['grading', 'em'], ['emit']],
    [['grading', 'emit', '--scope', 'a'], ['all']],
    [['grading', 'hand-in', '--allow'], ['--allow-missing']],
    [['grading', 'run', '--emit'], ['--emit-prompts']],
    [['grading', 'run', '--cons'], ['--consume-scores']],
    [
      ['grading', 'gate', '--min'],
      ['--min-grade', '--min-coverage', '--min-success'],
    ],
    [
      ['grading', 'gate', '--min-grade', ''],
      ['A', 'B', 'C', 'D', 'F'],
    ],
    [['grading', 'state', ''], ['tidewatch']],
    [
      ['grading', 'rules', '--set', 'gradingSpec'],
      ['gradingSpec/2.0.0', 'gradingSpec/3.0.3'],
    ],
    [['completion', 'z'], ['zsh']],
  ])('%j', async (words, expected) => {
    expect(await offered(words)).toEqual(expected);
  });

  it('are files and folders if a path is expected', async () => {
    const files = { 'providers/demo/one.mjs': '', 'plan.json': '' };
    expect(await offered(['validate', 'p'], files)).toEqual(['plan.json', 'providers/']);
    expect(await offered(['validate', 'providers/demo/'], files)).toEqual(['providers/demo/one.mjs']);
    expect(await offered(['grading', 'gate', '--baseline', 'pl'], files)).toEqual(['plan.json']);
    expect(await offered(['validate', 'no/such/'], files)).toEqual([]);
  });

  it('are empty if the island cannot be found', async () => {
    await using fixture = await createFixture({ home: {} });
    const place = { cwd: fixture.path, home: fixture.getPath('home'), env: { FLOWMCP_GRADING_DATA: '' } };
    const { code, stdout } = await runCommand(['complete', '--', 'grading', 'state', ''], place);
    expect([code, stdout]).toEqual([0, ':4\n']);
  });
});

describe('the scripts', () => {
  it.each(['bash', 'zsh', 'fish'])('%s calls the command', async (shell) => {
    await using fixture = await createFixture({ home: {} });
    const place = { cwd: fixture.path, home: fixture.getPath('home') };
    const { code, stdout } = await runCommand(['completion', shell], place);
    expect(code).toBe(0);
    expect(stdout).toContain('flowmcp complete --');
    if (shell === 'bash') expect(spawnSync('bash', ['-n'], { input: stdout }).status).toBe(0);
  });

  it('an unknown shell is a usage error', async () => {
    await using fixture = await createFixture({ home: {} });
    const place = { cwd: fixture.path, home: fixture.getPath('home') };
    expect((await runCommand(['completion', 'tcsh'], place)).code).toBe(2);
  });
});

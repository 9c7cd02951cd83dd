// Folders of island and exports: flag, environment, config.json, default; how long a command waits for a lock,
// and what engines may take.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitSandboxHeap, SANDBOX_HEAP_MB, takeEnginePlace } from '../../core/src/sandbox/limits.js';
import { runCommand } from './run-command.js';

const TIDEWATCH = fileURLToPath(new URL('../../../fixtures/providers/tidewatch', import.meta.url));

interface Settings {
  readonly flag?: string;
  readonly environment?: string;
  readonly config?: string;
}

let fixture: FsFixture;
beforeEach(async () => {
  fixture = await createFixture({ home: { '.flowmcp': {} }, work: {} });
});
afterEach(async () => {
  vi.useRealTimers();
  await fixture.rm();
});

async function run(words: readonly string[], env: Record<string, string> = {}) {
  return runCommand(words, { cwd: fixture.getPath('work'), home: fixture.getPath('home'), env });
}

const ISLANDS: readonly [Settings, string][] = [
  [{}, 'home/.flowmcp/grading'],
  [{ config: 'island' }, 'home/.flowmcp/island'],
  [{ config: '~/island' }, 'home/island'],
  [{ environment: 'island' }, 'work/island'],
  [{ environment: '../island', config: 'other' }, 'island'],
  [{ flag: 'island' }, 'work/island'],
  [{ flag: './island', environment: 'other', config: 'another' }, 'work/island'],
  [{ flag: 'island', config: 'other' }, 'work/island'],
];

describe('island folder: flag before environment before config.json', () => {
  it.each(ISLANDS)('%j → %s', async ({ flag, environment, config }, expected) => {
    if (config !== undefined) await writeConfig({ gradingDataDir: config });
    const { code } = await run(
      ['grading', 'import', TIDEWATCH, ...(flag === undefined ? [] : ['--grading-data', flag])],
      environment === undefined ? {} : { FLOWMCP_GRADING_DATA: environment },
    );
    expect(code).toBe(0);
    const lying = [...new Set(ISLANDS.map(([, path]) => path)), 'work/other', 'home/.flowmcp/other'].filter(
      (path) => existsSync(fixture.getPath(`${path}/providers/tidewatch/index.json`)),
    );
    expect(lying).toEqual([expected]);
  });
});

const EXPORTS: readonly [Settings, string][] = [
  [{}, 'home/.flowmcp/grading/_exports'],
  [{ config: 'exports' }, 'home/.flowmcp/exports'],
  [{ config: '~/exports' }, 'home/exports'],
  [{ environment: 'exports', config: 'other' }, 'work/exports'],
  [{ flag: 'flagged', environment: 'exports', config: 'other' }, 'work/flagged'],
];

describe('export folder: the same four steps', () => {
  it.each(EXPORTS)('%j → %s', async ({ flag, environment, config }, expected) => {
    if (config !== undefined) await writeConfig({ gradingExportDir: config });
    await run(['grading', 'import', TIDEWATCH]);
    const { code, stdout } = await run(
      ['grading', 'export', 'tidewatch', ...(flag === undefined ? [] : ['--export-dir', flag])],
      environment === undefined ? {} : { FLOWMCP_GRADING_EXPORT: environment },
    );
    expect(code).toBe(0);
    expect(stdout).toContain(`→ ${fixture.getPath(expected)}/providers_tidewatch--`);
  });
});

describe('what all engines for code of strangers may take together', () => {
  afterEach(() => limitSandboxHeap(SANDBOX_HEAP_MB));

  it.each([
    [{}, 4],
    [{ grading: { sandboxMemoryMb: 128 } }, 1],
    [{ grading: { sandboxMemoryMb: 300 } }, 2],
  ])('%j: places for %i engines', async (config, places) => {
    await writeConfig(config);
    expect((await run(['grading', 'import', TIDEWATCH])).code).toBe(0);
    const given: (() => void)[] = [];
    const asked = Array.from({ length: 6 }, async () => given.push(await takeEnginePlace()));
    await new Promise((resolve) => setImmediate(resolve));
    expect(given).toHaveLength(places);
    limitSandboxHeap(6 * SANDBOX_HEAP_MB);
    await Promise.all(asked);
    for (const leave of given) leave();
  });
});

describe('an unusable setting', () => {
  it.each([
    [{ FLOWMCP_GRADING_DATA: ' ' }, { gradingDataDir: 'island' }, 'FLOWMCP_GRADING_DATA'],
    [{}, { gradingDataDir: null }, 'gradingDataDir in config.json'],
    [{}, { gradingDataDir: ['island'] }, 'gradingDataDir in config.json'],
    [{}, { grading: { useKeys: 'yes' } }, 'grading.useKeys in config.json'],
    [{}, { grading: { sendKeys: 'a.example' } }, 'grading.sendKeys in config.json'],
    [{}, { grading: { sendKeys: { A_KEY: 'a.example' } } }, 'grading.sendKeys in config.json'],
    [{}, { grading: { sendKeys: { A_KEY: [7] } } }, 'grading.sendKeys in config.json'],
    [{}, { grading: { sandboxMemoryMb: 127 } }, 'grading.sandboxMemoryMb in config.json'],
    [{}, { grading: { sandboxMemoryMb: 256.5 } }, 'grading.sandboxMemoryMb in config.json'],
    [{}, { grading: { sandboxMemoryMb: '512' } }, 'grading.sandboxMemoryMb in config.json'],
  ])('is an error and not passed over: %j %j', async (env, config, name) => {
    await writeConfig(config);
    const { code, stdout, stderr } = await run(['grading', 'import', TIDEWATCH], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`CFG-001: ${name} is set to `);
  });
});

describe('the time a command waits for a lock', () => {
  it('FLOWMCP_LOCK_TIMEOUT seconds; an unusable value is an error', async () => {
    await fixture.mkdir('work/locked/.lock/providers--tidewatch.lock');
    const importing = ['grading', 'import', TIDEWATCH, '--grading-data', 'locked'];
    // The clock stands still, so that only a command that does not wait gives up.
    vi.useFakeTimers({ toFake: ['Date'] });
    const held = await run(importing, { FLOWMCP_LOCK_TIMEOUT: '0' });
    expect(held.code).toBe(2);
    expect(held.stderr).toContain('ISL-002: providers/tidewatch is in use by another process');
    vi.useRealTimers();
    const refused = await run(importing, { FLOWMCP_LOCK_TIMEOUT: 'soon' });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(
      'CFG-003: FLOWMCP_LOCK_TIMEOUT is set to "soon"; expected whole seconds from 0',
    );
  });
});

async function writeConfig(config: unknown): Promise<void> {
  await fixture.writeFile('home/.flowmcp/config.json', JSON.stringify(config));
}

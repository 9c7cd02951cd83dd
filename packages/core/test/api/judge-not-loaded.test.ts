// Neither the API for programs nor the one for commands loads the SDK of a judge; creating a judge does.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Prints the address of every module that a program loads, one per line, on standard error. */
const HOOKS = `
import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  writeSync(2, url + '\\n');
  return next(url, context);
}`;
const REGISTER = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOKS)}));`;

function modulesOf(program: string): string[] {
  const flags = ['tsx', `data:text/javascript,${encodeURIComponent(REGISTER)}`].flatMap((url) => [
    '--import',
    url,
  ]);
  const run = spawnSync(
    process.execPath,
    [...flags, '--conditions=flowmcp-source', '--input-type=module', '--eval', program],
    { encoding: 'utf8', cwd: fileURLToPath(new URL('../..', import.meta.url)) },
  );
  expect(run.status, run.stderr).toBe(0);
  expect(run.stdout).toBe('');
  return run.stderr.split('\n');
}

function sdkOf(loaded: readonly string[]): string[] {
  return loaded.filter((url) => /\/node_modules\/(?:ai|@ai-sdk\/[^/]+)\//.test(url));
}

it.each(['index', 'commands'])('%s', (door) => {
  const loaded = modulesOf(`await import('./src/${door}.ts')`);
  expect(loaded.some((url) => url.endsWith(`/src/${door}.ts`))).toBe(true);
  expect(sdkOf(loaded)).toEqual([]);
});

it('a judge loads only the SDK of its provider, and its program ends when the judge is closed', () => {
  const loaded = sdkOf(
    modulesOf(`
      const { createJudge } = await import('./src/evaluators/judge.ts');
      const judge = await createJudge({ model: 'local/tiny', apiBase: 'http://127.0.0.1:9/v1' }, { environment: {} });
      await judge.close();`),
  );
  const packages = new Set(loaded.map((url) => /.*\/node_modules\/(ai|@ai-sdk\/[^/]+)\//.exec(url)?.[1]));
  expect(packages).toContain('@ai-sdk/openai-compatible');
  for (const other of ['openai', 'anthropic', 'google']) expect(packages).not.toContain(`@ai-sdk/${other}`);
});

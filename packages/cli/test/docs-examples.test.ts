// The examples on the pages about the public names, about selections and about lint do what the pages say.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../scripts/source-files.js';
import { runCommand } from './run-command.js';

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

describe('docs/api.md', () => {
  it('prints the value stated behind the call', async () => {
    const [, program = ''] = /<!-- tested -->\n```js\n([\s\S]*?)```/.exec(read('docs/api.md')) ?? [];
    const [, said] = /console\.log\(.*\); +\/\/ (.+)\n$/.exec(program) ?? [];
    const core = pathToFileURL(join(ROOT, 'packages/core/src/index.ts')).href;
    await using place = await createFixture({
      'program.mjs': program.replace("'@flowmcp/grading-core'", `'${core}'`),
    });
    const words = ['--import', 'tsx', place.getPath('program.mjs')];
    const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim()).toBe(said);
  });
});

describe('docs/selections.md', () => {
  const page = read('docs/selections.md');
  const exampleOf = (language: string, name: string) =>
    [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(
      ([, ofLanguage, text]) => ofLanguage === language && text?.includes(name),
    )?.[2] ?? '';

  it.each([
    ['selection.json', exampleOf('json', 'selectionId')],
    ['selection.mjs', exampleOf('js', 'export const selection')],
  ])('shows a %s and a skill that pass the gate without a warning', async (file, definition) => {
    await using place = await createFixture({
      [`port-calls/${file}`]: definition,
      'port-calls/skills/find-a-berth.mjs': exampleOf('js', 'export const skill'),
    });
    const { code, stdout } = await runCommand(['validate', 'port-calls'], {
      cwd: place.path,
      home: place.path,
    });
    expect(stdout).toContain('2 of 2 files are valid; 0 errors, 0 warnings');
    expect(code).toBe(0);
  });
});

describe('docs/lint.md', () => {
  const page = read('docs/lint.md');
  const [snapshot = '', baseline = ''] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text]) => text,
  );
  const lint = async (files: Record<string, string>, ...words: string[]) => {
    await using place = await createFixture(files);
    return await runCommand(['lint', ...words], { cwd: place.path, home: place.path });
  };

  it('shows a snapshot without an issue', async () => {
    const { code, stdout } = await lint({ 'server.json': snapshot }, '--snapshot', 'server.json');
    expect(stdout).toContain('server.json: A (100)');
    expect(code).toBe(0);
  });

  it('shows a baseline that accepts the issues of the sample', async () => {
    const tides = 'providers/tidewatch/tides.mjs';
    const files = { 'b.json': baseline, [tides]: read(`fixtures/${tides}`) };
    const { code, stdout, stderr } = await lint(files, tides, '--baseline', 'b.json', '--fail-on', 'info');
    expect(stdout).toContain('1 accepted by the baseline');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });
});

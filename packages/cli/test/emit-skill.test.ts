// What a skill says can be done as it says: its command takes the scores, from any folder and without any setting.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTidewatchApi } from '../../../fixtures/mock-apis/tidewatch.mjs';
import { fillScores } from './fill-scores.js';
import { runCommand } from './run-command.js';

const TIDEWATCH = fileURLToPath(new URL('../../../fixtures/providers/tidewatch', import.meta.url));

let fixture: FsFixture;
let api: Awaited<ReturnType<typeof startTidewatchApi>>;
beforeAll(async () => {
  api = await startTidewatchApi();
  fixture = await createFixture({ home: {}, elsewhere: {}, other: {}, "an 'island'": {} });
});
afterAll(async () => {
  await api.close();
  await fixture.rm();
});

const island = () => fixture.getPath("an 'island'");

function run(...words: string[]) {
  const where = { cwd: fixture.path, home: fixture.getPath('home') };
  return runCommand([...words, '--grading-data', island()], where);
}

/** The words of a line as a POSIX shell reads them. */
function wordsOf(line: string): string[] {
  return (line.match(/(?:[^\s'\\]|'[^']*'|\\.)+/g) ?? []).map((word) =>
    word.replace(/'([^']*)'|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped),
  );
}

describe('a printed skill', () => {
  it('is the written one, and its command takes the scores as pasted', async () => {
    await run('grading', 'import', TIDEWATCH);
    const mapped = [
      '--origin-map',
      `https://api.tidewatch.example=${api.origin}`,
      '--allow-host',
      '127.0.0.1',
    ];
    const printed = await run('grading', 'run', 'tidewatch', '--emit-prompts', '--as-skill', '-', ...mapped);
    expect(printed.code).toBe(0);
    const folder = `${island()}/providers/tidewatch`;
    const skill = readFileSync(`${folder}/skill.md`, 'utf8');
    expect(printed.stdout).toBe(skill);
    expect(printed.stderr).toContain('prompts');

    const skeleton = JSON.parse(/\n```json\n([\s\S]*?)\n```\n/.exec(skill)?.[1] ?? '');
    const prompts = JSON.parse(readFileSync(`${folder}/prompts.json`, 'utf8'));
    expect(skeleton).toEqual(prompts.payloadSkeleton);
    // A grader who has the skill alone fills in the skeleton.
    writeFileSync(fixture.getPath('given.json'), JSON.stringify({ ...prompts, payloadSkeleton: skeleton }));
    fillScores(fixture.getPath('given.json'), fixture.getPath('elsewhere/scores.json'), 4);
    const [, command = ''] = /\n```sh\n(.*)\n```\n/.exec(skill) ?? [];
    const [program, ...words] = wordsOf(command);
    expect(program).toBe('flowmcp');
    const taken = await runCommand(words, {
      cwd: fixture.getPath('elsewhere'),
      home: fixture.getPath('other'),
    });
    expect(taken.stderr).toContain('[GRADING] DONE');
    expect(taken.code).toBe(0);
  });
});

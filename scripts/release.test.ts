// A release: the tag has to name the version of both packages, and the workflow publishes nothing unless it is switched on.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './source-files.js';

describe('check-release-tag.mjs', () => {
  it.each([
    ['v1.2.3', '1.2.3', '1.2.3', []],
    ['v1.2.3', '1.2.3', '1.2.2', ['packages/core/package.json']],
    ['v1.2.3-rc.1', '1.2.3', '1.2.3', ['packages/cli/package.json', 'packages/core/package.json']],
    ['1.2.3', '1.2.3', '1.2.3', ['packages/cli/package.json', 'packages/core/package.json']],
    ['', '1.2.3', '1.2.3', ['packages/cli/package.json', 'packages/core/package.json']],
  ])('tag "%s" with command %s and core %s', async (tag, cli, core, wrong) => {
    await using fixture = await createFixture({
      'packages/cli/package.json': JSON.stringify({ version: cli }),
      'packages/core/package.json': JSON.stringify({ version: core }),
    });
    const words = [`${ROOT}scripts/check-release-tag.mjs`, tag];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: fixture.path, encoding: 'utf8' });
    expect(status).toBe(wrong.length === 0 ? 0 : 1);
    expect(stderr.match(/packages\/\w+\/package\.json/g) ?? []).toEqual(wrong);
  });
});

describe('release.yml', () => {
  interface Job {
    readonly if?: string;
    readonly needs?: string;
    readonly permissions?: Record<string, string>;
    readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
  }
  const text = readFileSync(`${ROOT}.github/workflows/release.yml`, 'utf8');
  const { permissions, jobs } = parse(text) as {
    permissions: Record<string, string>;
    jobs: Record<string, Job>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('pins its actions by commit, and takes no value into a script', () => {
    const used = steps.flatMap(({ uses = [] }) => uses);
    expect(used.length).toBeGreaterThan(4);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('gives each job no more than it needs', () => {
    const given = Object.entries(jobs).map(([name, job]) => [name, job.permissions ?? permissions]);
    expect(Object.fromEntries(given)).toEqual({
      pack: { contents: 'read' },
      attach: { contents: 'write' },
      publish: { contents: 'read', 'id-token': 'write' },
    });
  });

  it('publishes checked tarballs, the core first, and only where NPM_PUBLISH is true', () => {
    const publishing = Object.entries(jobs).filter(([, job]) =>
      job.steps.some(({ run = '' }) => run.includes('publish')),
    );
    expect(publishing.map(([name, job]) => [name, job.if])).toEqual([
      ['publish', "vars.NPM_PUBLISH == 'true'"],
    ]);
    expect([jobs.publish?.needs, jobs.attach?.needs]).toEqual(['attach', 'pack']);
    const script = jobs.publish?.steps.flatMap(({ run = [] }) => run).join('');
    expect(script).toContain('for name in core cli; do');
    expect(script).toContain('npm publish ./flowmcp-grading-$name-*.tgz');
    const packing = jobs.pack?.steps.flatMap(({ run = [] }) => run) ?? [];
    expect(packing[0]).toContain('check-release-tag.mjs');
    expect(packing[1]).toContain('npm run -s check:packages tarballs');
  });
});

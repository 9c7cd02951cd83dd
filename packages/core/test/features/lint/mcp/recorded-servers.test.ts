// The recorded servers of fixtures/mcp-servers/real read as snapshots with tools, and servers.json lists all of them.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSnapshotFile } from '../../../../src/features/lint/mcp/snapshot-file.js';
import { serverOf } from './asking.js';

interface Recorded {
  readonly file: string;
  readonly package: string;
  readonly version: string;
  readonly licence: string;
  readonly author: string;
}

const FOLDER = fileURLToPath(new URL('../../../../../../fixtures/mcp-servers/real/', import.meta.url));
const SERVERS: readonly Recorded[] = JSON.parse(readFileSync(`${FOLDER}servers.json`, 'utf8'));
/** Licences that let us pass the texts on. */
const LICENCES = ['Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT'];

it('servers.json lists each recording once, in order, and no recording is unlisted', () => {
  const files = readdirSync(FOLDER).filter(
    (name) => !['LICENCES.txt', 'README.md', 'servers.json'].includes(name),
  );
  expect(SERVERS.map(({ file }) => file)).toEqual(files.sort());
});

describe.each(SERVERS)('$file', ({ file, licence, ...about }) => {
  it('has at least one tool, and nothing is missing from its lists', () => {
    const { snapshot, incomplete } = serverOf(readSnapshotFile(`${FOLDER}${file}`));
    expect(snapshot.tools.length).toBeGreaterThan(0);
    expect(incomplete).toEqual([]);
  });

  it('comes from a named version of a package that may be passed on', () => {
    expect(about.package.replace(/^@/, '').replace('/', '--')).toBe(file.replace(/\.json$/, ''));
    expect(about.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(about.author).not.toBe('');
    expect(LICENCES).toContain(licence);
  });
});

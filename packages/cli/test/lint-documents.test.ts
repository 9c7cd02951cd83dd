// Documents that lint writes: SARIF with the place of each finding, a page, text without colours; nothing for
// bad input.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.js';

const INPUT = fileURLToPath(new URL('./cases/lint/three-findings/input/lamps.mjs', import.meta.url));

/** The parts of SARIF that this file checks; the core's tests compare it with its JSON Schema. */
interface Log {
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: { readonly startLine: number; readonly startColumn: number };
        };
      }[];
    }[];
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
  }[];
}

let fixture: FsFixture;
beforeAll(async () => {
  fixture = await createFixture({
    home: {},
    work: { 'town/lamps.mjs': readFileSync(INPUT, 'utf8'), 'town/torn.mjs': 'export const main = {' },
  });
});
afterAll(() => fixture.rm());

const lint = (...words: string[]) =>
  runCommand(['lint', ...words], { cwd: fixture.getPath('work'), home: fixture.getPath('home') });
const written = (name: string) => readFileSync(fixture.getPath(`work/${name}`), 'utf8');

describe('SARIF', () => {
  it('gives file, line and column of three known findings', async () => {
    const { code, stdout } = await lint('town/lamps.mjs', '--format', 'sarif');
    const { results = [] } = (JSON.parse(stdout) as Log).runs[0] ?? {};
    const places = results.map(({ ruleId, level, locations }) => {
      const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
      return `${artifactLocation?.uri}:${region?.startLine}:${region?.startColumn} ${ruleId} ${level}`;
    });
    expect(places).toEqual([
      'town/lamps.mjs:11:26 tool-short-description warning',
      'town/lamps.mjs:13:17 prop-no-description warning',
      'town/lamps.mjs:23:25 tool-no-required note',
    ]);
    expect(code).toBe(0);
  });

  it('reports a file that could not be judged, and does not call the run successful', async () => {
    const { code, stdout, stderr } = await lint('town/torn.mjs', '--format', 'sarif');
    const { results = [], invocations = [] } = (JSON.parse(stdout) as Log).runs[0] ?? {};
    expect(results).toEqual([]);
    expect(invocations[0]?.executionSuccessful).toBe(false);
    expect(JSON.stringify(invocations)).toContain('SRC-001');
    expect(stderr).toContain('SRC-001');
    expect(code).toBe(1);
  });
});

describe('a file', () => {
  it.each([
    ['html', /^<!doctype html>/i],
    ['sarif', /^\{\n/],
    ['junit', /^<\?xml /],
    ['badge', /^<svg /],
    ['md', /^#/],
    ['text', /^town\/lamps\.mjs: B \(89\)\n/],
    ['json', /^\{\n {2}"status": true,\n/],
  ])('contains the report as %s, while the text goes to stdout', async (format, expected) => {
    const { code, stdout, stderr } = await lint('town/lamps.mjs', '--format', format, '--out', `a.${format}`);
    expect(written(`a.${format}`)).toMatch(expected);
    expect(stdout).toMatch(/^town\/lamps\.mjs: B \(89\)\n/);
    expect(stderr).toBe(`report: a.${format}\n`);
    expect(code).toBe(0);
  });

  it('leaves stdout to a single JSON document if that is requested', async () => {
    const { stdout } = await lint('town/lamps.mjs', '--format', 'sarif', '--out', 'b.sarif', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ status: true, results: [{ grade: 'B' }], errors: [] });
    expect(JSON.parse(written('b.sarif'))).toHaveProperty('version', '2.1.0');
  });
});

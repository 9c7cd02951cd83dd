// The CI script grades, writes reports, gates by its exit code, and never reads its settings as shell code.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTidewatchApi } from '../fixtures/mock-apis/tidewatch.mjs';
import { openBuiltCommand } from './faults/built-command.js';
import { ROOT } from './source-files.js';

const SCRIPT = `${ROOT}scripts/ci/grade-and-gate.sh`;

let api: Awaited<ReturnType<typeof startTidewatchApi>>;
let command: Awaited<ReturnType<typeof openBuiltCommand>>;
beforeAll(async () => {
  [api, command] = await Promise.all([startTidewatchApi(), openBuiltCommand()]);
});
afterAll(() => Promise.all([api.close(), command[Symbol.asyncDispose]()]));

/** Runs the script with the command of this checkout, built: it starts five times as fast as the sources. */
async function runInCi(settings: Record<string, string>, island?: string) {
  const fixture = await createFixture({ home: {} });
  if (island !== undefined) cpSync(island, fixture.getPath('island'), { recursive: true });
  const { PATH = '' } = process.env;
  const child = spawn('bash', [SCRIPT], {
    cwd: fixture.path,
    env: {
      PATH,
      HOME: fixture.getPath('home'),
      NO_COLOR: '1',
      FLOWMCP_CI_BIN: command.path,
      FLOWMCP_GRADING_DATA: fixture.getPath('island'),
      ...settings,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text, fixture };
}

// Nine commands per run.
describe('grade-and-gate.sh', { timeout: 240_000 }, () => {
  it('grades with an evaluator, writes the reports, and passes', async () => {
    const { code, text, fixture } = await runInCi({
      FLOWMCP_CI_SOURCES: `\n${ROOT}fixtures/providers/tidewatch\n`,
      FLOWMCP_CI_MIN_GRADE: 'D',
      FLOWMCP_CI_ALLOW_MAPPED: 'true',
      FLOWMCP_CI_RUN_FLAGS: [
        `--origin-map`,
        `https://api.tidewatch.example=${api.origin}`,
        '--allow-host',
        '127.0.0.1',
        '--evaluator-command',
        `node`,
        `${ROOT}fixtures/evaluators/node/grade.mjs`,
      ].join('\n'),
    });
    await using _ = fixture;
    expect(text).toContain('1 target: all pass');
    expect(code).toBe(0);
    for (const file of ['grading.html', 'grading.md', 'grading.sarif', 'grading.xml', 'grading.svg']) {
      expect(existsSync(fixture.getPath(`flowmcp-reports/${file}`)), file).toBe(true);
    }
  });

  it('fails if nothing has a grade, and ends if it cannot run', async () => {
    const ungraded = await runInCi({
      FLOWMCP_CI_SOURCES: `${ROOT}fixtures/providers/tidewatch`,
      FLOWMCP_CI_MIN_GRADE: 'B',
    });
    await using _ = ungraded.fixture;
    expect(ungraded.code).toBe(1);
    expect(ungraded.text).toContain('GAT-002');
    const nothing = await runInCi({});
    await using __ = nothing.fixture;
    expect(nothing.code).toBe(2);
  });

  /** A selection with grade A over seven namespaces whose wider areas are not graded. */
  const withA = `${ROOT}fixtures/islands/selection-with-a/island`;
  const selection = `${ROOT}fixtures/selections/lyre-port-calls`;

  it('gates only its sources, whatever else the island holds, and can demand an A of a selection', async () => {
    const settings = { FLOWMCP_CI_SOURCES: selection, FLOWMCP_CI_MIN_GRADE: 'A' };
    const { code, text, fixture } = await runInCi(settings, withA);
    await using _ = fixture;
    expect([code, text]).toEqual([0, expect.stringContaining('1 target: all pass')]);
    const read = (name: string) => readFileSync(fixture.getPath(`flowmcp-reports/${name}`), 'utf8');
    expect(read('grading.xml')).toMatch(/<testsuites [^>]*failures="0" errors="0"/);
    expect(read('grading.xml').match(/<testsuite /g)).toHaveLength(1);
  });

  it('holds namespaces beside a selection to B if an A is demanded', async () => {
    const settings = {
      FLOWMCP_CI_SOURCES: `${selection}\n${ROOT}fixtures/providers-group/berthbook`,
      FLOWMCP_CI_MIN_GRADE: 'A',
    };
    const { code, text, fixture } = await runInCi(settings, withA);
    await using _ = fixture;
    expect(code).toBe(1);
    expect(text).toMatch(/providers\/berthbook +fail +B +5 +2 +0/);
    expect(text).toMatch(/selections\/lyre-port-calls +pass +A/);
    expect(text).not.toContain('GAT-021');
  });

  it("treats a stranger's text as a name", async () => {
    const { code, fixture } = await runInCi({
      FLOWMCP_CI_SOURCES: '$(touch pwned); `touch pwned`; touch pwned #',
      FLOWMCP_CI_MIN_GRADE: '$(touch pwned)',
    });
    await using _ = fixture;
    expect(code).not.toBe(0);
    expect(existsSync(fixture.getPath('pwned'))).toBe(false);
  });

  it('is a script that bash can read', () => {
    expect(spawnSync('bash', ['-n', SCRIPT]).status).toBe(0);
  });
});

describe('action.yml', () => {
  it('passes its inputs through the environment, and none into a script', () => {
    const { inputs, runs } = parse(readFileSync(`${ROOT}action.yml`, 'utf8')) as {
      inputs: Record<string, unknown>;
      runs: { steps: { run: string; env?: Record<string, string> }[] };
    };
    const passed = runs.steps.flatMap(({ env = {} }) => Object.values(env)).join(' ');
    expect(Object.keys(inputs).length).toBeGreaterThan(5);
    for (const name of Object.keys(inputs)) expect(passed).toContain(`\${{ inputs.${name} }}`);
    for (const { run } of runs.steps) expect(run).not.toContain('${{');
    const script = readFileSync(SCRIPT, 'utf8');
    for (const { env = {} } of runs.steps)
      for (const name of Object.keys(env)) {
        if (name.startsWith('FLOWMCP_CI_')) expect(script).toContain(name);
      }
  });
});

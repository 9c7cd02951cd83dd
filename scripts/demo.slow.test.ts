// The demo and its sample provider give the results they describe.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTidewatchApi } from '../fixtures/mock-apis/tidewatch.mjs';
import {
  consumeScores,
  emitPrompts,
  Island,
  importSources,
  validateSources,
} from '../packages/core/src/index.js';
import { readSchemaFile } from '../packages/core/src/sources/read-schema-file.js';
import { gradingEntry } from '../packages/core/src/spec/entry.js';
import type { NamespaceIndex, SelectionIndex } from '../packages/core/src/spec/index-file.js';
import { promptsFile } from '../packages/core/src/spec/prompts.js';
import type { SchemaMain } from '../packages/core/src/spec/schema-main.js';
import { HARNESSES } from '../packages/core/src/spec/vocabulary.js';
import { nodesOf } from '../packages/core/src/target/logic/build-index.js';
import { readUpstream } from '../packages/core/test/conformance/shared-vectors.js';
import { listRollUpFaults, listSelectionFaults } from './demo/roll-up-faults.js';
import { DemoFailure, runCommand } from './demo/run-command.js';
import { runDemo } from './demo/run-demo.js';
import { runSelection } from './demo/run-selection.js';
import { gradePrompts } from './grade-prompts.js';
import { ROOT } from './source-files.js';

const SOURCE = `${ROOT}fixtures/providers/tidewatch`;

let api: Awaited<ReturnType<typeof startTidewatchApi>>;
let place: FsFixture;

beforeAll(async () => {
  api = await startTidewatchApi();
  place = await createFixture();
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await api.close();
  await place.rm();
});

/** The steps of the demo without its commands: import, then twice emit, the example grader, consume. */
async function gradeFolder(source: string, name: string) {
  const island = await importFolder(source, name);
  const first = await runOnce(island);
  const second = await runOnce(island);
  const scores = { areas: [...first.scores.areas, ...second.scores.areas] };
  const written = [...first.written, ...second.written];
  return { first, second, scores, index: second.index, written };
}

async function importFolder(source: string, name: string): Promise<Island> {
  const island = new Island(place.getPath(name));
  const imported = await importSources({ island, paths: [source] });
  expect(imported.errors).toEqual([]);
  return island;
}

async function runOnce(island: Island) {
  const emitted = await emitPrompts({
    island,
    targets: ['tidewatch'],
    originMap: { 'https://api.tidewatch.example': api.origin },
    allowHosts: ['127.0.0.1'],
    scope: 'pending',
    onConflict: 'skip',
  });
  expect(emitted.errors).toEqual([]);
  const folder = join(island.root, 'providers/tidewatch');
  const text = readFileSync(join(folder, 'prompts.json'), 'utf8');
  const scores = gradePrompts(text, '2026-05-01T12:00:00.000Z');
  const consumed = await consumeScores({
    island,
    target: 'tidewatch',
    scores: JSON.stringify(scores),
    scoresFile: 'scores.json',
  });
  expect(consumed.errors).toEqual([]);
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as NamespaceIndex;
  const prompts = promptsFile.parse(JSON.parse(text));
  return { prompts, scores, index, written: consumed.results[0]?.written ?? [] };
}

type Graded = Awaited<ReturnType<typeof gradeFolder>>;

/** Mean of the grader's answers; the answers of code do not depend on wording. */
function meanOf({ scores }: Pick<Graded['first'], 'scores'>): number {
  const points = scores.areas
    .flatMap(({ answers }) => answers)
    .flatMap(({ score }) =>
      score === 'n/a' ? [] : score === 'pass' ? 5 : score === 'fail' ? 1 : Number(score),
    );
  return points.reduce((sum, value) => sum + value, 0) / points.length;
}

let graded: Graded;
beforeAll(async () => {
  graded = await gradeFolder(SOURCE, 'good');
});

describe('the sample provider', () => {
  test('passes the strict gate without a single problem: 2 schemas, 1 skill', async () => {
    const { results, errors } = await validateSources({ paths: [SOURCE], strict: true });
    expect(errors).toEqual([]);
    expect(results.map(({ namespace, problems }) => ({ namespace, problems }))).toEqual([
      { namespace: 'tidewatch', problems: [] },
      { namespace: 'tidewatch', problems: [] },
      { namespace: 'tidewatch', problems: [] },
    ]);
  });

  test('code finds nothing in it, and its terms of service can be opened', () => {
    for (const schema of ['stations', 'tides']) {
      const path = place.getPath('good', `providers/tidewatch/${schema}/summary.json`);
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
        findings: [],
        terms: { status: 'reachable', httpStatus: 200 },
      });
    }
  });

  test('the first run makes everything stable except the About, which waits for that', () => {
    const { prompts, index, written } = graded.first;
    expect(prompts.prompts.map(({ area }) => area)).not.toContain('about-namespace');
    expect(prompts.gatedAreas.map(({ area }) => area)).toEqual(['about-namespace']);
    expect(listRollUpFaults(index)).toEqual([
      'status: partial instead of operational',
      'the About: pending undefined instead of stable B with an entry',
    ]);
    expect(written).toHaveLength(11);
  });

  test('the second run asks only for the About; then everything is stable with a B', () => {
    expect(graded.second.prompts.prompts.map(({ id }) => id)).toEqual(['about-namespace/tidewatch']);
    expect(graded.second.written).toHaveLength(1);
    expect(listRollUpFaults(graded.index)).toEqual([]);
  });

  test('the answers of the example grader fit the output schema of their prompt', () => {
    const asked = [...graded.first.prompts.prompts, ...graded.second.prompts.prompts];
    expect(graded.scores.areas).toHaveLength(asked.length);
    for (const [at, prompt] of asked.entries()) {
      const validate = new Ajv2020({ strict: true }).compile(prompt.outputSchema);
      expect([prompt.id, validate(graded.scores.areas[at]), validate.errors]).toEqual([
        prompt.id,
        true,
        null,
      ]);
      expect(validate({ ...graded.scores.areas[at], subject: 'another' })).toBe(false);
    }
  });

  test('the entries have their documented shape, and name only harnesses that took part', () => {
    for (const entry of readEntries(graded)) {
      expect(gradingEntry.safeParse(entry).error).toBeUndefined();
      expect(entry).toMatchObject({ harness: 'other' });
    }
  });

  test('code objects only to the number of tools: six instead of seven', () => {
    const answers = readEntries(graded).flatMap((entry) => gradingEntry.parse(entry).gradings);
    const byCode = answers.filter(({ determinism }) => determinism === 'deterministic');
    const failed = byCode.filter(({ score }) => score !== 'pass' && score !== 'n/a');
    expect(byCode.length).toBeGreaterThan(18);
    expect(failed.map(({ questionId }) => questionId)).toEqual(['Q-tools-aggregate-namespace-01']);
  });

  test('the entries and the index are valid upstream, except for the widened harness (decision D12)', () => {
    const [entryText, indexText] = [
      readUpstream('upstream/08-grading-model.schema.json'),
      readUpstream('upstream/index.schema.json'),
    ];
    if (entryText === null || indexText === null) return;
    const isIndex = compileUpstream(JSON.parse(indexText));
    expect([isIndex(graded.index), isIndex.errors]).toEqual([true, null]);
    const schema = JSON.parse(entryText) as { properties: { harness: { enum: string[] } } };
    const narrow = compileUpstream(structuredClone(schema));
    schema.properties.harness.enum = [...HARNESSES];
    const wide = compileUpstream(schema);
    for (const entry of readEntries(graded)) {
      expect([wide(entry), wide.errors]).toEqual([true, null]);
      expect(narrow(entry)).toBe(false);
      expect(narrow.errors?.every(({ instancePath }) => instancePath === '/harness')).toBe(true);
    }
  });

  test('with poor names, descriptions, tests and steps for the same API, it gets a far lower grade', async () => {
    await place.mkdir('poor/skills');
    await place.writeFile('poor/stations.mjs', poorSchema('stations'));
    await place.writeFile('poor/tides.mjs', poorSchema('tides'));
    await place.writeFile('poor/skills/travel.mjs', POOR_SKILL);
    const poor = await runOnce(await importFolder(place.getPath('poor'), 'poor-island'));
    expect(poor.scores.areas).toHaveLength(graded.first.scores.areas.length);
    expect(meanOf(graded.first)).toBeGreaterThan(4.5);
    expect(meanOf(poor)).toBeLessThan(meanOf(graded.first) - 2);
    const grades = nodesOf(poor.index).flatMap(([, node]) => node.grade ?? []);
    expect(grades).not.toContain('B');
    expect(poor.scores.areas.every(({ improvementHints }) => improvementHints.length > 0)).toBe(true);
  });

  function readEntries({ written }: Graded): unknown[] {
    expect(written.length).toBeGreaterThan(0);
    return written.map((path) => JSON.parse(readFileSync(place.getPath('good', path), 'utf8')));
  }
});

describe('the demo', () => {
  test('runs from start to end, shows its commands and the roll-up, and leaves nothing behind', async () => {
    const { code, output, left } = await spawnDemo('whole');
    expect(output).toContain('$ flowmcp grading import fixtures/providers/tidewatch');
    expect(output).toContain('$ npx tsx scripts/example-grader.ts $DEMO/');
    expect(output).toContain('[GRADING] DONE');
    expect(output).toContain('roll-up partial, grade B');
    expect(output).toContain('The roll-up of tidewatch: operational, grade B. 6 of 6 tools are stable');
    expect(output).toContain('$ flowmcp grading history tidewatch/');
    expect(output).toContain('run 1: About A, L1 find-a-berth A\n');
    expect(output).toContain('run 4: the whole A\n');
    expect(output).toContain('The roll-up of lyre-port-calls: operational, grade A. 7 of 7 members PASS');
    expect(output.match(/^ {2}npm run -s flowmcp -- /gm)).toHaveLength(4);
    expect({ code, left }).toEqual({ code: 0, left: [] });
  });

  test('leaves nothing behind when a signal ends it', async () => {
    const { code, left } = await spawnDemo('ended', 'FLOWMCP_GRADING_DATA');
    expect({ code, left }).toEqual({ code: 143, left: [] });
  });

  test('fails with the command that failed, and removes its folder', async () => {
    await place.mkdir('failing');
    vi.stubEnv('TMPDIR', place.getPath('failing'));
    const folders: string[] = [];
    const run = async (_: string, args: readonly string[], folder: string) => {
      folders.push(...readdirSync(place.getPath('failing')).map((name) => place.getPath('failing', name)));
      expect(folders).toContain(folder);
      return args.includes('emit') ? 1 : 0;
    };
    const failed = runDemo({ source: 'x', group: ['y'], print: () => undefined, run });
    await expect(failed).rejects.toThrow(DemoFailure);
    await expect(failed).rejects.toThrow(/ended with 1: flowmcp grading emit tidewatch/);
    expect(folders).toHaveLength(3);
    expect(readdirSync(place.getPath('failing'))).toEqual([]);
  });

  test('fails with the command of the selection that failed, and then shows its output', async () => {
    const demo = { sources: ['nowhere'], folder: place.getPath('quiet'), print: () => undefined };
    const failed = runSelection({ ...demo, run: async () => 2 });
    await expect(failed).rejects.toThrow('ended with 2: flowmcp grading import nowhere');
    const shown: string[] = [];
    const write = vi
      .spyOn(process.stderr, 'write')
      .mockImplementation((text) => shown.push(String(text)) > 0);
    for (const name of ['HOME', 'USERPROFILE', 'FLOWMCP_GRADING_DATA']) vi.stubEnv(name, demo.folder);
    expect(await runCommand('flowmcp', ['explain-code', 'RUN-001'], demo.folder, true)).toBe(0);
    expect(shown).toEqual([]);
    expect(await runCommand('flowmcp', ['explain-code', 'NO-CODE'], demo.folder, true)).not.toBe(0);
    write.mockRestore();
    expect(shown.join('')).toContain('NO-CODE');
  });

  test('refuses a different selection', () => {
    const node = { status: 'stable', grade: 'A', ref: '_gradings/x.json' } as const;
    const index = {
      status: 'operational',
      grade: 'A',
      summary: { verdict: '7 of 7 members PASS', namespaces: 7, skills: 4 },
      about: node,
      skills: { 'find-a-berth': node },
      selectionAggregate: node,
      members: {},
    } as unknown as SelectionIndex;
    expect(listSelectionFaults(index)).toEqual([]);
    expect(listSelectionFaults({ ...index, grade: 'B' })).toEqual(['grade: B instead of A']);
    expect(listSelectionFaults({ ...index, about: { status: 'graded', grade: 'C', ref: 'x' } })).toEqual([
      'about: graded instead of stable with an entry',
    ]);
  });

  test('refuses a different roll-up', () => {
    const { index } = graded;
    const waiting = { node: 'about', reason: 'no About resource' };
    expect(listRollUpFaults({ ...index, status: 'partial', blockers: [waiting] })).toEqual([
      'status: partial instead of operational',
      'blockers: about instead of ',
    ]);
    expect(listRollUpFaults({ ...index, grade: 'C' })).toEqual(['grade: C instead of B']);
    for (const node of ['description', 'about']) {
      expect(listRollUpFaults({ ...index, [node]: { status: 'pending' } })).toHaveLength(1);
    }
  });
});

/** Runs the demo as a process with its own temporary folder; ends it once it has printed `until`. */
async function spawnDemo(name: string, until?: string) {
  await place.mkdir(name);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=flowmcp-source', 'scripts/demo.ts'],
    {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: place.getPath(name), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let ended = false;
  const listen = (chunk: Buffer) => {
    output += chunk.toString();
    // Send the signal once: a second one would not wait until the first is obeyed.
    if (!until || ended || !output.includes(until)) return;
    ended = true;
    child.kill('SIGTERM');
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const code = await new Promise((resolve) => child.once('close', resolve));
  const left = readdirSync(place.getPath(name)).filter((file) => file.startsWith('flowmcp-demo-'));
  return { code, output, left };
}

const POOR_SKILL = `export const skill = {
    name: 'travel',
    version: 'flowmcp/4.0.0',
    type: 'namespace',
    description: 'The smartest and best way to travel, really!',
    whenToUse: 'Always.',
    output: 'A hotel.',
    content: 'Call {{tool:tidesReq1}} and enjoy the amazing result!'
}
`;

/**
 * The sample schema with worse texts wherever a grader reads; paths and test values stay, so that its tests
 * work.
 */
function poorSchema(name: string): string {
  const main = readSchemaFile(`${SOURCE}/${name}.mjs`).reading.value as SchemaMain;
  const tools = Object.values(main.tools ?? {}).map((tool, at) => {
    const { output: _, ...kept } = tool;
    const parameters = tool.parameters.map(({ position, z: { primitive, options = [] } }) => ({
      position,
      z: { primitive, options: options.filter((option) => /^(?:optional|default)/.test(option)) },
    }));
    const tests = (tool.tests ?? []).map((values) => ({ ...values, _description: 'test' }));
    const description = 'Use this amazing tool to easily get all kinds of really useful information!';
    return [`${name}Req${at}`, { ...kept, description, parameters, tests }] as const;
  });
  const poor = {
    ...main,
    name: 'TWX',
    description: 'Provides various useful data via API.',
    tags: ['ai', 'best'],
    docs: ['https://api.tidewatch.example/docs/gone'],
    tools: Object.fromEntries(tools),
  };
  return `export const main = ${JSON.stringify(poor, null, 2)};\n`;
}

/** The upstream files do not pass ajv's strict mode (grading-rules §9). */
function compileUpstream(schema: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

// --json prints one JSON document with the same members every time.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTidewatchApi } from '../../../fixtures/mock-apis/tidewatch.mjs';
import { startCountingService } from './counting-service.js';
import { fillScores } from './fill-scores.js';
import { runCommand } from './run-command.js';

/** The fields of design/cli, "JSON, field by field": these are fixed, more are allowed. */
const TIDEWATCH = fileURLToPath(new URL('../../../fixtures/providers/tidewatch', import.meta.url));
const SELECTIONS = fileURLToPath(new URL('../../../fixtures/selections', import.meta.url));
const VETOED = readFileSync(new URL('./cases/state/vetoed/input/meadow/plants.mjs', import.meta.url), 'utf8');

type Json = Record<string, unknown>;

let fixture: FsFixture;
let api: Awaited<ReturnType<typeof startTidewatchApi>>;
const documents: Record<string, Json> = {};

beforeAll(async () => {
  api = await startTidewatchApi();
  fixture = await createFixture({ home: {}, meadow: { 'plants.mjs': VETOED }, empty: {} });
  const mapped = ['--origin-map', `https://api.tidewatch.example=${api.origin}`, '--allow-host', '127.0.0.1'];
  documents.import = await json(['grading', 'import', TIDEWATCH, 'meadow']);
  documents.selection = await json(['grading', 'import', SELECTIONS, '--dry-run']);
  documents.again = await json(['grading', 'import', TIDEWATCH]);
  documents.emit = await json(['grading', 'run', '--all', '--emit-prompts', ...mapped]);
  const prompts = fixture.getPath('home/.flowmcp/grading/providers/tidewatch/prompts.json');
  fillScores(prompts, fixture.getPath('scores.json'), 4);
  const service = await startCountingService();
  const asked = ['--evaluator-url', service.url];
  documents.estimate = await json(['grading', 'evaluate', 'tidewatch', '--dry-run', ...asked]);
  documents.evaluate = await json(['grading', 'evaluate', 'tidewatch', ...asked]);
  documents.waiting = await json(['grading', 'state', 'tidewatch']);
  documents.consume = await json(['grading', 'run', 'tidewatch', '--consume-scores', 'scores.json']);
  documents.loop = await json(['grading', 'run', 'tidewatch', '--offline', ...asked]);
  await service.close();
  documents.state = await json(['grading', 'state', '--all']);
  documents.rebuild = await json(['grading', 'rebuild', '--all']);
  documents.export = await json(['grading', 'export', 'tidewatch', '--export-dir', 'out']);
  documents.validate = await json(['validate', TIDEWATCH, 'meadow']);
  documents.explain = await json(['explain-code', 'VAL014']);
  documents.refused = await json(['grading', 'import', 'empty']);
  documents.unknown = await json(['grading', 'state', 'nobody']);
  documents.usage = await json(['grading', 'state', '--everything']);
  // Every command is loaded here for the first time.
}, 60_000);
afterAll(async () => {
  await api.close();
  await fixture.rm();
});

/** Runs a command line with --json; its stdout must be exactly one document. */
async function json(words: readonly string[]): Promise<Json> {
  const { stdout } = await runCommand([...words, '--json'], {
    cwd: fixture.path,
    home: fixture.getPath('home'),
  });
  return JSON.parse(stdout) as Json;
}

const FIELDS: readonly [document: string, path: string, fields: readonly string[]][] = [
  ['import', '', ['status', 'stage', 'results', 'errors']],
  [
    'import',
    'results',
    ['flow', 'namespace', 'imported', 'skipped', 'rejected', 'skills', 'about', 'indexPath'],
  ],
  ['import', 'results.imported', ['schema', 'hash', 'snapshot']],
  [
    'selection',
    'results',
    ['flow', 'selectionId', 'imported', 'skipped', 'rejected', 'skills', 'about', 'indexPath'],
  ],
  ['selection', 'results.imported', ['schema', 'hash', 'snapshot']],
  ['selection', 'results.skills', ['skill', 'level', 'hash', 'snapshot']],
  ['again', 'results.skipped', ['schema', 'hash']],
  ['emit', '', ['status', 'stage', 'results', 'errors']],
  [
    'emit',
    'results',
    [
      ...['target', 'flow', 'tier', 'maxGrade', 'taskId', 'promptsPath', 'statePath', 'promptCount'],
      ...['pretests', 'vetoes', 'blocked', 'skippedAreas', 'gatedAreas', 'skipped'],
    ],
  ],
  ['emit', 'results.pretests', ['schema', 'tool', 'working', 'total', 'bar', 'status']],
  ['emit', 'results.vetoes', ['node', 'triggeredBy', 'evidence']],
  ['emit', 'results.blocked', ['node', 'reason']],
  ['emit', 'results.skippedAreas', ['area', 'naReason']],
  ['consume', '', ['status', 'stage', 'results', 'errors']],
  [
    'consume',
    'results',
    [
      ...['target', 'written', 'acceptedAreas', 'missingAreas', 'taskComplete', 'noGrade', 'nodes'],
      ...['rollupStatus', 'rollupGrade', 'indexPath', 'alreadyConsumed'],
    ],
  ],
  ['consume', 'results.nodes', ['node', 'status', 'grade', 'rawGrade', 'score']],
  ['evaluate', '', ['status', 'stage', 'dryRun', 'tokenRule', 'results', 'errors']],
  [
    'evaluate',
    'results',
    [
      ...[
        'target',
        'taskId',
        'evaluator',
        'unit',
        'total',
        'reused',
        'recalled',
        'asked',
        'scored',
        'unscored',
      ],
      ...['prompts', 'scoresPath', 'estimate', 'warnings'],
    ],
  ],
  ['evaluate', 'results.evaluator', ['kind', 'name', 'version', 'harness']],
  ['evaluate', 'results.prompts', ['total', 'complete']],
  ['estimate', 'results.estimate', ['calls', 'tokens']],
  ['loop', '', ['status', 'results', 'errors']],
  ['loop', 'results', ['target', 'evaluator', 'turns', 'rollupStatus', 'rollupGrade', 'warnings']],
  ['loop', 'results.turns', ['taskId', 'asked', 'reused', 'recalled', 'scored', 'unscored', 'written']],
  ['state', '', ['status', 'results', 'errors']],
  [
    'state',
    'results',
    [
      ...['target', 'flow', 'tier', 'rollupStatus', 'rollupGrade', 'summary', 'versions', 'nodes'],
      ...['blockers', 'waitsFor', 'nextAction'],
    ],
  ],
  ['waiting', 'results', ['findings', 'facts', 'hints', 'warnings']],
  ['state', 'results.versions', ['gradingSpec', 'scoringSystem', 'gradingSystem']],
  ['state', 'results.nodes', ['node', 'status']],
  ['state', 'results.nextAction', ['command', 'why']],
  ['export', '', ['status', 'results', 'errors']],
  ['export', 'results', ['target', 'exportDir', 'indexExportPath', 'schemaExports']],
  ['export', 'results.schemaExports', ['schema', 'from', 'to']],
  ['rebuild', '', ['status', 'results', 'errors']],
  ['validate', '', ['status', 'results', 'errors']],
  ['validate', 'results', ['file', 'namespace', 'status', 'problems']],
  ['explain', '', ['status', 'results', 'errors']],
  ['refused', '', ['status', 'stage', 'results', 'errors']],
  ['refused', 'errors', ['code', 'severity', 'message', 'where', 'hint']],
  ['unknown', 'errors', ['code', 'severity', 'message', 'hint']],
  ['usage', 'errors', ['code', 'severity', 'message', 'hint']],
];

describe('JSON of the commands', () => {
  it.each(FIELDS)('%s: %s has %j', (name, path, fields) => {
    const found = objectsAt(documents[name], path);
    expect(found.length).toBeGreaterThan(0);
    for (const item of found) expect(Object.keys(item)).toEqual(expect.arrayContaining([...fields]));
  });

  it('states for every command whether it succeeded, and why if not', () => {
    for (const [name, document] of Object.entries(documents)) {
      const { status, errors } = document as { status: unknown; errors: unknown[] };
      expect([name, typeof status, status === (errors.length === 0)]).toEqual([name, 'boolean', true]);
    }
    expect(Object.values(documents).filter(({ status }) => status === false)).toHaveLength(3);
  });

  it('describes every problem in words', () => {
    const problems = Object.values(documents)
      .flatMap((document) => everyObject(document))
      .filter((item) => 'code' in item && 'severity' in item && !('text' in item) && !('count' in item));
    expect(problems.length).toBeGreaterThan(3);
    for (const item of problems) {
      expect(item).not.toHaveProperty('args');
      expect(item.message).toMatch(/^[^{}]+$/);
    }
  });

  it('without prompts has no run', () => {
    const vetoed = objectsAt(documents.emit, 'results').find(({ target }) => target === 'providers/meadow');
    expect(vetoed).toMatchObject({ promptCount: 0, taskId: null, promptsPath: null, statePath: null });
    expect(vetoed?.vetoes).not.toEqual([]);
  });

  it('names every path relative to the island', () => {
    const { export: exported, ...others } = documents;
    // Sources and exports lie outside; they are named as given, or by their full path.
    expect(JSON.stringify(others)).not.toContain(fixture.getPath('home'));
    expect(objectsAt(exported, 'results')[0]?.exportDir).toMatch(/\/out\/providers_tidewatch--/);
    expect(objectsAt(documents.waiting, 'results')[0]?.promptsPath).toBe('providers/tidewatch/prompts.json');
  });
});

/** The objects at a path, including those in lists on the way. */
function objectsAt(value: unknown, path: string): Json[] {
  const here = Array.isArray(value) ? value : [value];
  const [key, ...rest] = path === '' ? [] : path.split('.');
  if (key === undefined) return here as Json[];
  return here.flatMap((item) => objectsAt((item as Json)[key], rest.join('.')));
}

function everyObject(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [value as Json];
  return [...own, ...Object.values(value).flatMap(everyObject)];
}

// A single command grades a provider, or a selection with its members, using a program, a service or a model.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LYRE_ORIGINS, startLyrePortsApi } from '../../../fixtures/mock-apis/lyre-port-calls.mjs';
import { startTidewatchApi } from '../../../fixtures/mock-apis/tidewatch.mjs';
import { answerAreaPrompt, startOpenAiServer } from '../../core/test/evaluators/openai-server.js';
import { startCountingService } from './counting-service.js';
import { runCommand } from './run-command.js';

const here = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const NODE_GRADER = ['--evaluator-command', 'node', here('fixtures/evaluators/node/grade.mjs')];

interface Entry {
  readonly harness: string;
  readonly gradings: readonly {
    readonly determinism: string;
    readonly graderIdentity: { readonly kind: string; readonly name: string; readonly version: string };
    readonly llmModel?: string;
    readonly reasoning: string;
  }[];
}

interface LoopDocument {
  readonly status: boolean;
  readonly results: readonly {
    readonly target: string;
    readonly turns: readonly Record<string, number | string>[];
    readonly rollupStatus: string;
    readonly rollupGrade: string | null;
  }[];
  readonly errors: readonly unknown[];
}

let fixture: FsFixture;
let api: Awaited<ReturnType<typeof startTidewatchApi>>;
let lyre: Awaited<ReturnType<typeof startLyrePortsApi>>;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  [api, lyre] = await Promise.all([startTidewatchApi(), startLyrePortsApi()]);
});
afterAll(() => Promise.all([api.close(), lyre.close()]));
beforeEach(async () => {
  fixture = await createFixture({ home: {} });
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await fixture.rm();
});

async function command(...words: readonly string[]) {
  const result = await runCommand(words, { cwd: fixture.path, home: fixture.getPath('home') });
  expect([words.join(' '), result.code, result.code === 0 ? '' : result.stderr]).toEqual([
    words.join(' '),
    0,
    '',
  ]);
  return result.stdout;
}

const mapped = () => [
  ...['--origin-map', `https://api.tidewatch.example=${api.origin}`, '--allow-host', '127.0.0.1'],
];

async function loop(target: string, words: readonly string[]): Promise<LoopDocument> {
  return JSON.parse(await command('grading', 'run', target, '--json', ...words)) as LoopDocument;
}

const islandFile = (path: string) => fixture.getPath('home/.flowmcp/grading', path);
const indexOf = (target: string) =>
  JSON.parse(readFileSync(islandFile(`${target}/index.json`), 'utf8')) as Record<string, unknown>;

/** Every path of keys of a document; names stay, values do not. */
function shapeOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, member]) => shapeOf(member, `${path}/${key}`));
}

/** Entries named by the index, by node. */
function entriesOf(target: string): Entry[] {
  const refs = JSON.stringify(indexOf(target)).match(/(?<="ref":")[^"]*_gradings[^"]+/g) ?? [];
  return refs.map((ref) => JSON.parse(readFileSync(islandFile(`${target}/${ref}`), 'utf8')) as Entry);
}

const judgedAnswers = (entries: readonly Entry[]) =>
  entries.flatMap(({ gradings }) =>
    gradings.filter(({ determinism }) => determinism === 'non-deterministic'),
  );

async function gradedByExampleGrader(): Promise<string[]> {
  await command('grading', 'import', here('fixtures/providers/tidewatch'));
  for (const _ of ['tools', 'About']) {
    await command('grading', 'run', 'tidewatch', '--emit-prompts', ...mapped());
    const grader = [
      here('scripts/example-grader.ts'),
      islandFile('providers/tidewatch/prompts.json'),
      fixture.getPath('s.json'),
    ];
    execFileSync(process.execPath, ['--import', 'tsx', ...grader], { cwd: here('.') });
    await command('grading', 'run', 'tidewatch', '--consume-scores', 's.json');
  }
  return shapeOf(indexOf('providers/tidewatch'));
}

describe('one command', () => {
  let expected: string[];
  it('produces what the example grader does in four', async () => {
    expected = await gradedByExampleGrader();
    expect(expected.length).toBeGreaterThan(100);
    expect(judgedAnswers(entriesOf('providers/tidewatch'))[0]?.graderIdentity.name).toContain('example');
  });

  it('grades a provider with a program', async () => {
    await command('grading', 'import', here('fixtures/providers/tidewatch'));
    const { status, results } = await loop('tidewatch', [...mapped(), '--concurrency', '2', ...NODE_GRADER]);
    expect(status).toBe(true);
    expect(results).toMatchObject([
      {
        target: 'providers/tidewatch',
        turns: [{ unscored: 0 }, { unscored: 0, written: 1 }],
        rollupStatus: 'operational',
      },
    ]);
    expect(shapeOf(indexOf('providers/tidewatch'))).toEqual(expected);
    const entries = entriesOf('providers/tidewatch');
    expect(entries.length).toBe(12);
    expect(new Set(entries.map(({ harness }) => harness))).toEqual(new Set(['evaluator-command']));
    for (const { graderIdentity, reasoning, ...answer } of judgedAnswers(entries)) {
      expect(graderIdentity).toEqual({
        kind: 'script',
        name: 'node grade.mjs',
        version: expect.stringMatching(/^[0-9a-f]{8}$/),
      });
      expect(reasoning).toMatch(/^words: \d+, of praise: \d$/);
      expect(answer).not.toHaveProperty('llmModel');
    }
  }, 60_000);

  it('grades a provider with a service', async () => {
    const service = await startCountingService();
    open.push(service);
    await command('grading', 'import', here('fixtures/providers/tidewatch'));
    const { results } = await loop('tidewatch', [...mapped(), '--evaluator-url', service.url]);
    const asked = results[0]?.turns.reduce((sum, turn) => sum + Number(turn.asked), 0);
    expect(service.questions.length).toBe(asked);
    expect(new Set(service.questions).size).toBe(asked);
    expect(shapeOf(indexOf('providers/tidewatch'))).toEqual(expected);
    const entries = entriesOf('providers/tidewatch');
    expect(new Set(entries.map(({ harness }) => harness))).toEqual(new Set(['evaluator-http']));
    for (const { graderIdentity } of judgedAnswers(entries)) {
      expect(graderIdentity).toEqual({ kind: 'script', name: service.url, version: '7.3' });
    }
  });

  it('grades a provider with a model that takes no temperature', async () => {
    const server = await startOpenAiServer((request) => {
      if (request.body.temperature !== undefined) {
        return { status: 400, body: '{"error":{"message":"unsupported","param":"temperature"}}' };
      }
      return request.body.messages.some(({ content }) => content.includes('{"$schema"'))
        ? answerAreaPrompt(request, 4.5)
        : { says: { score: 0.5, reasoning: 'tried out' } };
    });
    open.push(server);
    await command('grading', 'import', here('fixtures/providers/tidewatch'));
    const judge = ['--judge-model', 'local/tiny', '--api-base', server.apiBase];
    const { results } = await loop('tidewatch', [...mapped(), ...judge]);
    expect(results).toMatchObject([
      {
        turns: [
          { asked: 11, written: 11 },
          { asked: 1, written: 1 },
        ],
      },
    ]);
    // Two more than the questions: the one that was refused, and the trial call.
    expect(server.requests).toHaveLength(14);
    expect(shapeOf(indexOf('providers/tidewatch'))).toEqual(expected);
    const entries = entriesOf('providers/tidewatch');
    expect(new Set(entries.map(({ harness }) => harness))).toEqual(new Set(['llm-judge']));
    for (const { graderIdentity, llmModel } of judgedAnswers(entries)) {
      expect({ ...graderIdentity, llmModel }).toMatchObject({
        kind: 'llm',
        name: 'llm-judge',
        llmModel: 'local/tiny',
      });
    }
    const explained = await command('grading', 'explain', 'tidewatch');
    expect(explained).toContain(
      `\n    asked at ${new URL(server.apiBase).origin}\n    asked without temperature\n`,
    );
  });

  it('grades the members of a selection, and then the selection in its runs', async () => {
    const service = await startCountingService();
    open.push(service);
    await command('grading', 'import', here('fixtures/providers-group'), here('fixtures/selections'));
    const origins = LYRE_ORIGINS.flatMap((origin) => ['--origin-map', `${origin}=${lyre.origin}`]);
    const words = ['--chain', ...origins, '--allow-host', '127.0.0.1', '--concurrency', '16'];
    const { status, results } = await loop('lyre-port-calls', [...words, '--evaluator-url', service.url]);
    expect(status).toBe(true);
    const [selection, ...members] = results;
    expect(selection).toMatchObject({
      target: 'selections/lyre-port-calls',
      rollupStatus: 'operational',
      rollupGrade: 'A',
    });
    expect(selection?.turns).toHaveLength(4);
    expect(members.map(({ turns }) => turns.length)).toEqual(members.map(() => 1));
    expect(members).toHaveLength(7);
    const again = await loop('lyre-port-calls', [...words, '--evaluator-url', service.url]);
    expect(again.results).toMatchObject([{ target: 'selections/lyre-port-calls', turns: [] }]);
  }, 60_000);
});

// Whatever servers, evaluators, graders and file names contain, no printed line can pass for one of ours, or
// for an order.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../core/test/features/evaluate/queue/redis-server.js';
import { schemaText, toolAt } from '../../core/test/journeys/provider-sources.js';
import { fillScores } from './fill-scores.js';
import { hostileTexts, treacherousLines } from './hostile-text.js';
import { runCommand } from './run-command.js';
import { startProcess } from './run-process.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/', import.meta.url));
const SPEAK = new URL('../../../fixtures/mcp-servers/speak.mjs', import.meta.url).href;
const TEXTS = hostileTexts(240);
const TESTS = ['one', 'two', 'three'].map((q) => ({ _description: `Looks for ${q}.`, q }));
/** A different text for each place. */
let taken = 0;
const next = (): string => TEXTS[taken++ % TEXTS.length] ?? '';

/** An MCP server whose every word is hostile; an argument makes it fail in the named way. */
const SERVER = `import { serve, write } from ${JSON.stringify(SPEAK)};
const texts = ${JSON.stringify(TEXTS)};
let at = 0;
const next = () => texts[at++ % texts.length];
const how = process.argv[2];
process.stderr.write(next() + '\\n');
if (how === 'ends') process.exit(3);
const tools = Array.from({ length: 40 }, () => ({
  name: next(), title: next(), description: next(),
  inputSchema: { type: next(), properties: { [next()]: { type: 'string', description: next(), enum: [next()] } }, required: [next()] },
}));
serve({
  initialize: () => ({ protocolVersion: how === 'version' ? next() : '2025-11-25', serverInfo: { name: next(), version: next() }, capabilities: { tools: {}, [next()]: {} } }),
  'tools/list': (_, { id }) => {
    if (how !== 'error') return { tools };
    write({ jsonrpc: '2.0', id, error: { code: -32000, message: next(), data: next() } });
  },
});
`;

/**
 * An evaluator whose every word is hostile. The first argument sets how it answers; with `later` the call that tries it
 * out succeeds.
 */
const EVALUATOR = `const texts = ${JSON.stringify(TEXTS)};
let at = process.pid;
const next = () => texts[at++ % texts.length];
let input = '';
for await (const chunk of process.stdin.setEncoding('utf8')) input += chunk;
const isTrial = process.argv[3] === 'later' && input.includes('__optimize_anything_preflight__');
const how = isTrial ? 'scores' : process.argv[2];
process.stderr.write(next() + '\\n' + next() + '\\n');
if (how === 'ends') process.exit(7);
if (how === 'garbage') console.log(next());
else if (how === 'error') console.log(JSON.stringify({ error: next(), score: next() }));
else console.log(JSON.stringify({ score: 0.7, reasoning: next(), feedback: next(), [next()]: next(), scores: { [next()]: 0.5 } }));
`;

let api: Server;
let fixture: FsFixture;
const results: { readonly line: string; readonly code: number; readonly printed: string }[] = [];

async function run(...words: string[]): Promise<void> {
  const { code, stdout, stderr } = await runCommand(words, {
    cwd: fixture.path,
    home: fixture.getPath('home'),
    env: { HOSTILE_MODEL: next().replaceAll('\0', ''), OPENAI_API_KEY: 'none' },
  });
  results.push({ line: words.join(' '), code, printed: `${stdout}\n${stderr}` });
}

/** A file name made from a hostile text. */
const fileName = (text: string) => text.replaceAll(/[/\0]/g, '').slice(0, 60) || 'plain';
const island = (path: string) => fixture.getPath('home/.flowmcp/grading', path);
const write = (path: string, value: unknown) =>
  writeFileSync(fixture.getPath(path), typeof value === 'string' ? value : JSON.stringify(value));

beforeAll(async () => {
  api = createServer((request, response) => {
    // A hostile status line too, within the characters it allows.
    const reason = next().replaceAll(/[^\x20-\x7e]/g, ' ');
    if (request.url?.startsWith('/ok')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ name: next(), [next()]: next() }));
    } else {
      response.writeHead(500, reason, { 'content-type': 'text/plain' }).end(next());
    }
  });
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  const places = Array.from({ length: 12 }, (_, at) => at);
  fixture = await createFixture({
    'home/.flowmcp': {},
    'server.mjs': SERVER,
    'evaluator.mjs': EVALUATOR,
    'candidate.txt': 'text to score',
    'demo/graded.mjs': schemaText({
      namespace: 'demo',
      name: 'graded',
      tools: { getIt: toolAt('/ok', { tests: TESTS }), failing: toolAt('/no', { tests: TESTS }) },
    }),
    odd: Object.fromEntries(
      places.map((at) => [`${fileName(TEXTS[at * 7] ?? '')}${at}.mjs`, 'export const']),
    ),
    [fileName(TEXTS[3] ?? '')]: { 'broken.mjs': 'export const main = {' },
  });
}, 60_000);
afterAll(async () => {
  api.close();
  await fixture.rm();
});

const origin = () => `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
const evaluator = (how: string) => ['--evaluator-command', 'node', fixture.getPath('evaluator.mjs'), how];

const found = () =>
  results.flatMap(({ line, printed }) =>
    treacherousLines(printed, { consumes: /--consume-scores|grading run/.test(line) }).map(
      (bad) => `${line}: ${bad}`,
    ),
  );

/** A worker with hostile answers; its end says what it printed. */
async function startWorker(asked: readonly string[]): Promise<() => Promise<void>> {
  const words = ['evaluator', 'work', ...asked];
  const child = startProcess(words, { cwd: fixture.path, home: fixture.getPath('home') });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  const wasEnded = ended.then(() => true);
  while (!printed.includes('ready') && !(await Promise.race([wasEnded, delay(20)])));
  return async () => {
    child.kill('SIGTERM');
    results.push({ line: words.join(' '), code: await ended, printed });
  };
}

/** Writes over jobs that were done, as anybody may who reaches the Redis: names, reasons, and every other answer. */
function forge(client: RedisServer['client']): () => Promise<void> {
  let isOn = true;
  const work = async () => {
    for (let at = 0; isOn; at += 1) {
      for (const key of await client.keys('flowmcp:*:call-*')) {
        if ((await client.type(key)) !== 'hash' || !(await client.hexists(key, 'finishedOn'))) continue;
        const raw = { evaluation: { score: next(), sideInfo: { [next()]: next() } }, [next()]: next() };
        const forged = { version: next(), raw, host: next() };
        const returnvalue = at % 3 === 0 ? next() : JSON.stringify(forged);
        const reasons = { name: next(), failedReason: next(), stacktrace: JSON.stringify([next()]) };
        await client.hset(key, at % 2 === 0 ? reasons : { ...reasons, returnvalue });
      }
      await delay(15);
    }
  };
  const done = work();
  return () => {
    isOn = false;
    return done;
  };
}

describe('no treacherous line comes from', () => {
  it('a server that is linted', async () => {
    for (const format of ['text', 'md', 'html', 'junit', 'sarif', 'json', 'badge']) {
      await run('lint', '--format', format, '--stdio', '--', 'node', fixture.getPath('server.mjs'));
    }
    await run('lint', '--json', '--stdio', '--', 'node', fixture.getPath('server.mjs'));
    const accept = ['--baseline', 'lint.json', '--update-baseline'];
    await run('lint', ...accept, '--stdio', '--', 'node', fixture.getPath('server.mjs'));
    await run('lint', '--save-snapshot', 'snap.json', '--stdio', '--', 'node', fixture.getPath('server.mjs'));
    await run('lint', '--baseline', 'lint.json', '--snapshot', 'snap.json');
    for (const how of ['ends', 'error', 'version']) {
      for (const more of [[], ['--json']]) {
        await run('lint', ...more, '--stdio', '--', 'node', fixture.getPath('server.mjs'), how);
      }
    }
    await run('lint', `${origin()}/no`, '--allow-host', '127.0.0.1');
    expect(found()).toEqual([]);
    expect(results.filter(({ code }) => code < 2).length).toBeGreaterThan(8);
  });

  it('an evaluator, and the datasets it is given', async () => {
    write('set.jsonl', Array.from({ length: 9 }, () => JSON.stringify({ [next()]: next() })).join('\n'));
    write('broken.jsonl', `{"a": 1}\n${next()}\n[${next()}`);
    for (const how of ['scores', 'error', 'garbage', 'ends']) {
      for (const more of [[], ['--json']]) {
        await run('evaluator', 'check', ...more, ...evaluator(how));
        const set = ['--candidate', 'candidate.txt', '--dataset', 'set.jsonl', '--retries', '0'];
        await run('evaluator', 'run', ...set, ...more, ...evaluator(how));
      }
    }
    await run(
      'evaluator',
      'run',
      '--candidate',
      'candidate.txt',
      '--dataset',
      'broken.jsonl',
      ...evaluator('scores'),
    );
    await run('evaluator', 'check', '--evaluator-url', `${origin()}/no`);
    await run('evaluator', 'check', '--judge-model', 'openai/some', '--api-base', `${origin()}/no`);
    expect(found()).toEqual([]);
  });

  it('an API, and the grader of the prompts about it', async () => {
    const mapped = ['--origin-map', `https://api.example.org=${origin()}`, '--allow-host', '127.0.0.1'];
    await run('grading', 'import', 'demo');
    await run('grading', 'run', 'demo', '--emit-prompts', ...mapped);
    for (const how of ['garbage', 'scores']) {
      await run('grading', 'evaluate', 'demo', '--retries', '0', ...evaluator(how));
      await run('grading', 'run', 'demo', ...mapped, '--retries', '0', ...evaluator(how));
      await run(
        'grade',
        'demo/graded.mjs',
        '--workdir',
        'work',
        '--reports-dir',
        'reports',
        ...evaluator(how),
      );
    }
    for (const more of [[], ['--json']]) {
      await run('grading', 'explain', 'demo', ...more);
      await run('grading', 'history', 'demo', ...more);
      await run('grading', 'state', 'demo', ...more);
    }
    expect(found()).toEqual([]);
  });

  it('a hand-in that is wrong everywhere', async () => {
    const mapped = ['--origin-map', `https://api.example.org=${origin()}`, '--allow-host', '127.0.0.1'];
    await run('grading', 'import', 'demo');
    await run('grading', 'run', 'demo', '--emit-prompts', ...mapped);
    fillScores(island('providers/demo/prompts.json'), fixture.getPath('scores.json'), 4);
    const scores = JSON.parse(readFileSync(fixture.getPath('scores.json'), 'utf8'));
    const broken: unknown[] = [next(), [next()], { [next()]: next() }];
    for (const member of Object.keys(scores)) broken.push({ ...scores, [member]: next() });
    broken.push({ ...scores, [next()]: next() });
    broken.push({
      ...scores,
      areas: [{ ...scores.areas[0], [next()]: next(), answers: [{ questionId: next() }] }],
    });
    broken.push({
      ...scores,
      areas: [{ ...scores.areas[0], promptId: next(), area: next(), subject: next() }],
    });
    for (const [at, each] of broken.entries()) {
      write('broken.json', each);
      await run('grading', 'run', 'demo', '--consume-scores', 'broken.json', ...(at % 2 ? ['--json'] : []));
      await run('grade', 'demo/graded.mjs', '--consume-scores', 'broken.json', '--workdir', 'work');
    }
    expect(found()).toEqual([]);
  });

  it('names and texts of files', async () => {
    const [folder = ''] = [fileName(TEXTS[3] ?? '')];
    for (const more of [[], ['--json']]) {
      for (const path of ['odd', folder, join(folder, fileName(next()))]) {
        await run('validate', path, ...more);
        await run('grading', 'import', path, ...more);
        await run('lint', path, ...more);
        await run('grade', path, '--emit-prompts', '--workdir', 'work', ...more);
        await run('grading', 'state', fileName(next()), ...more);
        await run('grading', 'gate', fileName(next()), ...more);
      }
    }
    for (const text of [next(), JSON.stringify({ [next()]: next() }), JSON.stringify([next()])]) {
      write('bad.json', text);
      write('home/.flowmcp/config.json', text);
      await run('lint', '--snapshot', 'bad.json');
      await run('lint', 'demo', '--baseline', 'bad.json');
      await run('grading', 'gate', 'demo', '--baseline', 'bad.json');
      await run('evaluator', 'check', '--judge-model', 'openai/x', '--intake-file', 'bad.json');
    }
    write('home/.flowmcp/config.json', '{}');
    expect(found()).toEqual([]);
  });

  it('a selection', async () => {
    const text = readFileSync(join(FIXTURES, 'selections/lyre-port-calls/selection.json'), 'utf8');
    const selection = JSON.parse(text);
    const odd = [
      { ...selection, description: next(), whenToUse: next(), name: next() },
      { ...selection, selectionId: next(), namespace: next(), version: next() },
      { ...selection, members: [{ schemaId: next(), override: { [next()]: next() } }, { [next()]: next() }] },
      { ...selection, skills: [{ file: next() }], personaIds: [next()], resources: [next()] },
      { ...selection, [next()]: next() },
    ];
    for (const each of odd) {
      write('selection.json', each);
      await run('grading', 'import', 'selection.json');
      await run('validate', 'selection.json', '--json');
    }
    await run('grading', 'state', '--all');
    await run('grading', 'verify', '--all');
    expect(found()).toEqual([]);
  });

  it('the workers of a queue, and whoever writes into it', { timeout: 600_000 }, async () => {
    const before = results.length;
    const redis = await startRedis();
    const mapped = ['--origin-map', `https://api.example.org=${origin()}`, '--allow-host', '127.0.0.1'];
    // An island of its own: in the other one nothing may be due.
    const own = ['--grading-data', 'queued'];
    await run('grading', 'import', 'demo', ...own);
    await run('grading', 'run', 'demo', '--emit-prompts', ...own, ...mapped);
    try {
      for (const how of ['error', 'garbage', 'ends', 'scores']) {
        for (const more of [[], ['--json']]) {
          const asked = ['--queue', redis.address, ...more, ...evaluator(how), 'later'];
          const end = await startWorker(asked);
          const stop = forge(redis.client);
          await run('grading', 'evaluate', 'demo', '--retries', '0', ...own, ...asked);
          await stop();
          await end();
        }
      }
    } finally {
      await redis.close();
    }
    expect(found()).toEqual([]);
    const told = results.slice(before).map(({ printed }) => printed);
    for (const seen of ['ready: taking calls', 'calls answered', 'without an answer'])
      expect(
        told.some((printed) => printed.includes(seen)),
        seen,
      ).toBe(true);
  });

  it('arguments of the command line', async () => {
    const words = () => fileName(next());
    await run(words());
    await run('grading', words());
    await run('explain-code', words());
    await run('completion', words());
    await run('lint', '--explain', words());
    await run('grading', 'gate', 'demo', '--min-grade', words());
    await run('grading', 'run', 'demo', '--emit-prompts', '--origin-map', words());
    await run('evaluator', 'check', '--judge-model', words());
    await run('evaluator', 'work', '--queue', words(), ...evaluator('scores'));
    await run('evaluator', 'check', '--evaluator-header', words(), '--evaluator-url', words());
    expect(found()).toEqual([]);
    expect(results.length).toBeGreaterThan(140);
  });
});

// No written file and no output contains keys of the key file, of headers or of the environment, whoever
// echoes them and however.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { schemaText, toolAt, userParameter } from '../../core/test/journeys/provider-sources.js';
import { runCommand } from './run-command.js';

const HEADER_KEY = 'hd/k3y+in=header & "q" \\ 7c1e';
const QUERY_KEY = 'qr_9f8e7d6c-5b4a;query%20key';
const SERVICE_KEY = 'svc-4e1f~2a3b5c7d.service';
const VARIABLE = 'env:Pa55word/of+evaluator';
const SECRETS = [HEADER_KEY, QUERY_KEY, SERVICE_KEY, VARIABLE];

const eachByte = (secret: string, show: (byte: number) => string, between = '') =>
  Array.from(Buffer.from(secret), show).join(between);
const hex = (byte: number) => byte.toString(16).padStart(2, '0');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const html = (secret: string) => secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Ways in which an echo may show what was sent. */
const ENCODINGS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  (secret) => encodeURIComponent(secret),
  (secret) => encodeURIComponent(encodeURIComponent(secret)),
  (secret) => new URLSearchParams({ k: secret }).toString().slice(2),
  html,
  (secret) => html(html(secret)),
  (secret) => Array.from(secret, (one) => `&#${one.charCodeAt(0)};`).join(''),
  (secret) => Array.from(secret, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  (secret) => eachByte(secret, (byte) => `\\x${hex(byte)}`),
  (secret) => eachByte(secret, hex),
  (secret) => eachByte(secret, hex, ':').toUpperCase(),
  (secret) => eachByte(secret, String, ', '),
  (secret) => base64(secret).replace(/=+$/, ''),
  (secret) => Buffer.from(secret).toString('base64url'),
  (secret) => base64(encodeURIComponent(secret)).replace(/=+$/, ''),
];
/** Forms of a secret that must not remain, or a large part of one. */
const formsOf = (secret: string) =>
  ENCODINGS.map((encode) => encode(secret)).concat(
    secret.slice(0, 14),
    secret.slice(-14),
    base64(`u:${secret}`).slice(3, -4),
    base64(`me:${secret}`).slice(4, -4),
  );

/** An answer of a careless server that echoes everything it was sent. */
const echo = (secret: string) => ({
  name: 'an item',
  all: ENCODINGS.map((encode) => `before ${encode(secret)} after`),
  pairs: [base64(`u:${secret}`), base64(`me:${secret}`), base64(`you:${secret} and more`)],
  whole: [base64(`GET / HTTP/1.1\r\nx-key: ${secret}\r\n`), { buffer: [...Buffer.from(secret)] }],
  [secret]: 'the key as a name',
});

let api: Server;
let service: Server;
let fixture: FsFixture;
const sent = { header: 0, query: 0, service: 0 };

const listen = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(() => {
  api = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const key = String(request.headers['x-api-key'] ?? '');
    const inQuery = url.searchParams.get('apikey') ?? '';
    if (key === HEADER_KEY) sent.header += 1;
    if (inQuery === QUERY_KEY) sent.query += 1;
    const body = JSON.stringify([echo(key), echo(inQuery), request.rawHeaders, request.url]);
    const kind = url.pathname;
    if (kind === '/moved') {
      return response
        .writeHead(302, { location: `ftp://elsewhere.example/${encodeURIComponent(key)}` })
        .end();
    }
    const type = kind === '/text' ? 'text/plain' : 'application/json';
    const status = kind === '/denied' ? 403 : kind === '/broken' ? 500 : 200;
    response.writeHead(status, { 'content-type': type, 'x-echo': encodeURIComponent(key) }).end(body);
  });
  service = createServer((request, response) => {
    const key = String(request.headers.authorization ?? '').replace(/^Bearer /, '');
    if (key === SERVICE_KEY) sent.service += 1;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const answer = {
        score: 0.8,
        reasoning: ENCODINGS.map((encode) => encode(key)).join(' | '),
        ...echo(key),
      };
      const isRefused = sent.service === 3;
      response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' });
      response.end(
        isRefused ? `no: ${request.headers.authorization} ${body.length}` : JSON.stringify(answer),
      );
    });
  });
});
afterAll(() => {
  api.close();
  service.close();
});

const PATHS = ['/ok', '/text', '/denied', '/broken', '/moved'];
const keyed = (path: string) =>
  toolAt(path, {
    parameters: [
      userParameter('q'),
      {
        position: { key: 'apikey', value: '{{SERVER_PARAM:QUERY_KEY}}', location: 'query' },
        z: { primitive: 'string()', options: [] },
      },
    ],
  });
const SCHEMA = schemaText({
  requiredServerParams: ['HEADER_KEY', 'QUERY_KEY'],
  headers: { 'X-Api-Key': '{{HEADER_KEY}}' },
  tools: Object.fromEntries(PATHS.map((path, at) => [`getEcho${at}`, keyed(path)])),
});

/** Prints its input on both output streams, and fails now and then. */
const LEAKY = `
let input = '';
for await (const chunk of process.stdin) input += chunk;
const key = process.env.GRADER_PASSWORD;
console.error('using', key, encodeURIComponent(key), Buffer.from(key).toString('base64'));
if (input.length % 4 === 0) process.exit(3);
console.log(JSON.stringify({ score: 0.7, reasoning: 'with ' + key + ' ' + encodeURIComponent(key),
  [key]: Buffer.from(key).toString('hex'), list: [...Buffer.from(key)] }));
`;

beforeEach(async () => {
  fixture = await createFixture({
    demo: { 'alpha.mjs': SCHEMA },
    'leaky.mjs': LEAKY,
    home: {
      '.flowmcp': { '.env': `HEADER_KEY='${HEADER_KEY}'\nQUERY_KEY=${QUERY_KEY}\nUNUSED_KEY=never-read\n` },
    },
  });
});
afterEach(() => fixture.rm());

/** Every file below a folder with its path, except the key file and the sources. */
function filesBelow(folder: string): [string, string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item): [string, string][] => {
    const path = join(folder, item.name);
    if (item.isDirectory()) return filesBelow(path);
    return item.name === '.env' ? [] : [[path, readFileSync(path, 'utf8')]];
  });
}

it('no form of them remains after a run with keys, two evaluators, an export and every view', async () => {
  const [apiOrigin, serviceOrigin] = await Promise.all([listen(api), listen(service)]);
  const printed: [string, string][] = [];
  const run = async (...words: string[]) => {
    const surroundings = {
      cwd: fixture.path,
      home: fixture.getPath('home'),
      env: { GRADER_PASSWORD: VARIABLE },
    };
    const { stdout, stderr, code } = await runCommand(words, surroundings);
    printed.push([words.join(' '), `${stdout}\n${stderr}`]);
    return code;
  };
  const origins = ['https://api.example.org', 'https://example.org'].flatMap((origin) => [
    '--origin-map',
    `${origin}=${apiOrigin}`,
  ]);
  const mapped = ['--with-keys', ...origins, '--allow-host', '127.0.0.1'];
  const header = [
    '--evaluator-url',
    serviceOrigin,
    '--evaluator-header',
    `Authorization: Bearer ${SERVICE_KEY}`,
  ];
  expect(await run('grading', 'import', 'demo')).toBe(0);
  await run('grading', 'run', 'demo', ...mapped, ...header);
  await run(
    'grading',
    'run',
    'demo',
    ...mapped,
    ...header,
    '--json',
    '--scope',
    'all',
    '--on-conflict',
    'overwrite',
  );
  const again = ['--scope', 'all', '--on-conflict', 'overwrite'];
  await run(
    'grading',
    'run',
    'demo',
    ...mapped,
    ...again,
    '--allow-missing',
    '--evaluator-command',
    'node',
    'leaky.mjs',
  );
  await run('evaluator', 'check', ...header);
  await run('evaluator', 'check', '--evaluator-command', 'node', 'leaky.mjs');
  for (const view of ['state', 'history']) {
    await run('grading', view, 'demo');
    await run('grading', view, 'demo', '--json');
  }
  await run('grading', 'export', 'demo', '--export-dir', 'out');
  await run('grading', 'run', 'demo', '--consume-scores', 'leaky.mjs');

  // The absence of a key proves nothing if the key was never sent.
  expect(Object.values(sent).every((count) => count >= 3)).toBe(true);
  const written = [...filesBelow(fixture.getPath('home')), ...filesBelow(fixture.getPath('out'))];
  expect(written.filter(([path]) => /test-\d+\.json$/.test(path)).length).toBeGreaterThan(10);
  expect(written.some(([path]) => path.includes('evaluations'))).toBe(true);
  expect(written.some(([path]) => path.includes('_gradings'))).toBe(true);
  const all = [...written, ...printed];
  expect(all.map(([, text]) => text).join('')).toContain('[redacted]');
  const left = all.flatMap(([place, text]) =>
    SECRETS.flatMap((secret) => formsOf(secret))
      .concat('never-read')
      .filter((form) => text.includes(form))
      .map((form) => `${place}: ${form}`),
  );
  expect(left).toEqual([]);
}, 120_000);

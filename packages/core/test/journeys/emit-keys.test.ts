// A used key is in no file; without --with-keys, tools that need one are blocked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SchemaFacts } from '../../src/spec/facts.js';
import { fillScores } from './filled-scores.js';
import { contentOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt, userParameter } from './provider-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const KEY = 'k3y/with+odd=chars & "quotes" ünd Länge';
const KEY_FILE = `OTHER_KEY=not-declared-not-read\nEXAMPLE_API_KEY='${KEY}'\n`;
const ECHOES = ['/echo', '/echo-400', '/echo-text', '/echo-cut', '/echo-moved', '/404'];

const keyed = (more = {}) =>
  schemaText({
    requiredServerParams: ['EXAMPLE_API_KEY'],
    headers: { 'X-Api-Key': '{{EXAMPLE_API_KEY}}' },
    tools: Object.fromEntries(
      ECHOES.map((path, at) => [
        `getEcho${at}`,
        toolAt(path, {
          parameters: [
            userParameter('q'),
            {
              position: { key: 'apikey', value: '{{SERVER_PARAM:EXAMPLE_API_KEY}}', location: 'query' },
              z: { primitive: 'string()', options: [] },
            },
          ],
          output: {
            mimeType: 'application/json',
            schema: { type: 'object', properties: { line: { type: 'number' } } },
          },
        }),
      ]),
    ),
    ...more,
  });

/** Every form in which the key could appear: whole, encoded, or as JSON writes it. */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  return [
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    encodeURI(key),
    new URLSearchParams({ key }).toString().slice(4),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    Buffer.from(`user:${key}`).toString('base64').slice(8, -4),
    // The remainder if only a part of it was found.
    key.slice(0, 12),
    key.slice(-12),
  ];
}

async function openKeyed(more = {}): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace({ demo: { 'alpha.mjs': keyed(more) }, home: { '.env': KEY_FILE } });
  place.origin = provider.origin;
  await place.import();
  return place;
}

const withKeys = (place: Workplace) => ({
  keys: { path: place.path('home/.env'), shownAs: '~/.flowmcp/.env' },
});

describe('a used key', () => {
  it('reaches the server, and none of its forms is in the island or in the result', async () => {
    await using place = await openKeyed();
    const seen = provider.seen.length;
    const results: unknown[] = [await place.emit('demo', withKeys(place))];
    const sent = provider.seen.slice(seen);
    expect(sent.length).toBeGreaterThanOrEqual(ECHOES.length * 3);
    expect(sent.every(({ url }) => url.includes(encodeURIComponent(KEY)))).toBe(true);
    expect(sent[0]?.headers['x-api-key']).toBe(KEY);
    results.push(await place.consume(fillScores(place.prompts())), await place.rebuild());
    results.push(await place.emit('demo', withKeys(place)));
    const island = contentOf(place.tree());
    const shown = `${JSON.stringify(island)}\n${Object.values(island).join('\n')}\n${JSON.stringify(results)}`;
    // The island's files are read as bytes; the key is not all ASCII.
    const utf8 = Buffer.from(shown, 'latin1').toString('utf8');
    for (const form of formsOf(KEY)) {
      expect(shown.includes(form), form).toBe(false);
      expect(utf8.includes(form), form).toBe(false);
    }
    expect(shown).toContain('[redacted]');
    expect(shown).not.toContain('not-declared-not-read');
  });

  it('does not stop a tool that echoes it: the tool works and is asked about', async () => {
    await using place = await openKeyed();
    await place.emit('demo', withKeys(place));
    const { tools } = place.json<SchemaFacts>('providers/demo/alpha/summary.json');
    expect(tools.getEcho0).toMatchObject({ status: 'ok', working: 3, outputMatches: false });
    expect(place.prompts().prompts.map(({ subject }) => subject)).toContain('alpha.getEcho0');
  });
});

describe('an unused key', () => {
  it('blocks every tool that needs it, with instructions, and no request is made', async () => {
    await using place = await openKeyed();
    const seen = provider.seen.length;
    const { status, results } = await place.emit();
    expect(status).toBe(false);
    expect(results[0]).toMatchObject({ promptCount: 0, taskId: null, promptsPath: null, statePath: null });
    const reasons = Object.values(place.index().schemas.alpha?.tools ?? {}).map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['requires API key (--with-keys)']));
    expect(provider.seen.length).toBe(seen);
  });

  it('that the file lacks is named, with the display name of the file', async () => {
    await using place = await openKeyed();
    await place.write('home/.env', 'OTHER_KEY=1\n');
    await place.emit('demo', withKeys(place));
    expect(place.index().schemas.alpha?.tools.getEcho0?.reason).toBe(
      'key EXAMPLE_API_KEY not in ~/.flowmcp/.env',
    );
    const shown = JSON.stringify(contentOf(place.tree()));
    expect(shown).not.toContain('home/.env');
  });

  it('without any file leads to a warning and the same reason', async () => {
    await using place = await openKeyed();
    await place.fixture.rm('home/.env');
    const { results } = await place.emit('demo', withKeys(place));
    expect(results[0]?.warnings.map(({ code }) => code)).toContain('ENV-001');
    expect(place.index().schemas.alpha?.tools.getEcho0?.status).toBe('blocked');
  });
});

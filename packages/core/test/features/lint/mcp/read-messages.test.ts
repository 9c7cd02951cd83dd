// Event streams are read as the HTML standard defines them, wherever they are cut into chunks; broken messages end their request.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Asking, Listener } from '../../../../src/features/lint/mcp/link.js';
import {
  readEvents,
  type ServerEvent,
  takeMessage,
} from '../../../../src/features/lint/mcp/read-messages.js';

async function read(...chunks: readonly (string | Uint8Array)[]): Promise<ServerEvent[]> {
  async function* bytes() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
  const events: ServerEvent[] = [];
  for await (const event of readEvents(bytes())) events.push(event);
  return events;
}

describe('readEvents', () => {
  it.each([
    ['data: a\n\n', [{ event: 'message', data: 'a' }]],
    ['data:a\r\n\r\n', [{ data: 'a' }]],
    ['data: a\r\rdata', [{ data: 'a' }]],
    ['data:  a\n\n', [{ data: ' a' }]],
    ['data: a\ndata: b\n\n', [{ data: 'a\nb' }]],
    [
      'event: endpoint\ndata: /x\n\ndata: y\n\n',
      [
        { event: 'endpoint', data: '/x' },
        { event: 'message', data: 'y' },
      ],
    ],
    ['id: 7\nretry: 20\ndata\n\n', [{ data: '', id: '7', retry: 20 }]],
    [
      'id: 7\ndata:\n\ndata: a\n\n',
      [
        { data: '', id: '7' },
        { data: 'a', id: '7' },
      ],
    ],
    ['retry: soon\nid: a\0b\ndata: a\n\n', [{ id: '', retry: undefined }]],
    [': comment\n\n\n\n', []],
    ['id: 7\n\n', []],
    ['\uFEFFdata: a\n\n', [{ data: 'a' }]],
    ['data: half', []],
    ['', []],
  ])('reads %j', async (text, events) => {
    const found = await read(text);
    expect(found).toHaveLength(events.length);
    expect(found).toMatchObject(events);
  });

  it('reads the same from any chunks', async () => {
    const text = Buffer.from('event: x\r\ndata: ä€😀\r\ndata: b\r\rid: 1\ndata: c\n\n: end\r\n\r\n');
    const whole = await read(text);
    expect(whole.map(({ data }) => data)).toEqual(['ä€😀\nb', 'c']);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const chunks = places.slice(1).map((end, at) => text.subarray(places[at], end));
        expect(await read(...chunks)).toEqual(whole);
      }),
    );
  });
});

describe('a message that cannot be read', () => {
  it.each([
    ['a number', '{"jsonrpc":"2.0","id":7,"result":{', 7],
    ['the text of a number', '{"jsonrpc":"2.0","id":"7","result":{', 7],
    ['other text', '{"jsonrpc":"2.0","id":"seven","result":{', undefined],
  ])('ends the request that it answers: the id is %s', async (_, text, id) => {
    const broken: unknown[] = [];
    const stray: string[] = [];
    const listener: Listener = {
      onBreak: (id) => void broken.push(id),
      onStray: (text) => void stray.push(text),
      onMessage: () => undefined,
      onEnd: () => undefined,
    };
    await takeMessage(text, listener, {} as Asking);
    expect(broken).toEqual(id === undefined ? [] : [id]);
    expect(stray).toEqual(id === undefined ? [text] : []);
  });
});

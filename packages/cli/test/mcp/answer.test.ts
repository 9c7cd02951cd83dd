// Results of MCP tools: long texts come in parts, and long lists are cut.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_CHARACTERS, sendObject, sendText } from '../../src/mcp/answer.js';
import { readParts } from './open-client.js';

/** Around the length of a part, with line ends and with characters that are two units long. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\n\n', '😀', '😀\n'),
      fc.integer({ min: MAX_CHARACTERS - 330, max: MAX_CHARACTERS }).map((length) => 'x'.repeat(length)),
      fc.integer({ min: MAX_CHARACTERS / 2 - 330, max: MAX_CHARACTERS }).map((length) => '😀'.repeat(length)),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

const textOf = ({ content: [first] }: ReturnType<typeof sendText>) =>
  first?.type === 'text' ? first.text : '';

it('the parts of a text give the whole; none is too long, and none cuts a character', async () => {
  const property = fc.asyncProperty(
    texts,
    fc.constantFrom('', 'promptId a/b (1 of 2)'),
    async (text, head) => {
      const { results, whole } = await readParts((part) => textOf(sendText({ text, head, part })));
      expect(whole).toBe(results.length === 1 && head !== '' ? `${head}\n\n${text}` : text);
      for (const result of results) {
        expect(result.startsWith(head)).toBe(true);
        expect(result.length).toBeLessThanOrEqual(MAX_CHARACTERS);
        expect(Buffer.from(result).toString()).toBe(result);
      }
      expect(() => sendText({ text, head, part: results.length + 1 })).toThrow(/^SRV-004: /);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

it('the longest list of an object is cut until it fits, and counted', () => {
  const nodes = Array.from({ length: 2_000 }, (_, at) => ({ node: `schemas.s.tools.t${at}`, status: 'new' }));
  const result = sendObject({ status: 'new', nodes, hints: ['a'] });
  const value = result.structuredContent as { nodes: unknown[]; hints: unknown[]; omitted: number };
  expect(textOf(result).length).toBeLessThanOrEqual(MAX_CHARACTERS);
  expect(JSON.parse(textOf(result))).toEqual(value);
  expect(value).toMatchObject({ status: 'new', hints: ['a'] });
  expect(value.nodes).toEqual(nodes.slice(0, value.nodes.length));
  expect(value.nodes.length + value.omitted).toBe(2_000);
});

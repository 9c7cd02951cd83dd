// Text on the standard output of a server that is no message: how it is told and quoted.
import { describe, expect, it } from 'vitest';
import { createStrayOutput } from '../../../../src/features/lint/mcp/stray-output.js';
import { createRedactor } from '../../../../src/keys/logic/redact.js';

const KEY = 'lantern-7731-under-the-bridge';
const ADVICE = 'logs belong on standard error';

function take(...lines: readonly string[]) {
  const output = createStrayOutput({ redactor: createRedactor([KEY]) });
  for (const line of lines) output.take(line);
  return output;
}

describe('stray output', () => {
  it.each([
    ['text', 'ready on port 3', '"ready on port 3"'],
    ['colours and control characters', '\u001b[31mready\u001b[0m\u0007 on\t3', '"ready on 3"'],
    ['nothing visible', '\u200b\u0007', '"(nothing)"'],
    ['a long line', 'x'.repeat(50_000), `"${'x'.repeat(120)}"`],
    ['a credential', `the key is ${KEY}`, '"the key is [redacted]"'],
    ['JSON that is no message', '{"level":30,"msg":"hello"}', '"{"level":30,"msg":"hello"}"'],
    ['text before other JSON', 'INFO {"level":30}', '"INFO {"level":30}"'],
    ['text before broken JSON', 'INFO {"jsonrpc":"2.0"', '"INFO {"jsonrpc":"2.0""'],
  ])('quotes %s', (_, line, quoted) => {
    expect(take(line).observations()).toEqual([
      {
        code: 'stray-output',
        detail: `standard output has text that is no JSON-RPC message: ${quoted}; ${ADVICE}`,
      },
    ]);
    expect(take(line).describe()).toBe(
      `, but wrote text that is no JSON-RPC message (${quoted}) to standard output; ${ADVICE}`,
    );
  });

  it.each([
    ['[INFO] {"jsonrpc":"2.0","id":1,"result":{}}'],
    ['2026-11-29 {} - { "result": {}, "jsonrpc": "2.0", "id": 1 }'],
    ['\uFEFF{"jsonrpc":"2.0","method":"ping"}'],
  ])('names the message in %j', (line) => {
    expect(take(line).observations()).toMatchObject([{ code: 'prefixed-message' }]);
    expect(take(line).describe()).toMatch(/^, but wrote a JSON-RPC message behind other text \(".+"\) to/);
  });

  it('keeps the first three lines, by kind', () => {
    const output = take('a', 'INFO {"jsonrpc":"2.0","id":1}', 'b', 'c', 'INFO {"jsonrpc":"2.0","id":2}');
    expect(output.observations().map(({ code, detail }) => [code, detail.split(': ')[1]])).toEqual([
      ['prefixed-message', '"INFO {"jsonrpc":"2.0","id":1}"; logs belong on standard error'],
      ['stray-output', '"a", "b"; logs belong on standard error'],
    ]);
  });

  it('is nothing without a line', () => {
    expect(take().describe()).toBe('');
    expect(take().observations()).toEqual([]);
  });
});

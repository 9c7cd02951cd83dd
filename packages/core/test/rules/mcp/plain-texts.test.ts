// Rules that are not asked about plain texts would find nothing in them.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainText } from '../../../src/features/lint/logic/run-share-rules.js';
import { flowmcp1 } from '../../../src/rules/mcp/flowmcp-1/rule-set.js';
import { readServer } from '../../../src/rules/mcp/reading/read-server.js';
import { serverWith } from '../../features/lint/logic/linted-server.js';

const rules = flowmcp1.rules.flatMap((rule) =>
  rule.subject === 'text' && rule.passesPlainText ? [rule] : [],
);

function firesOn(text: string): string[] {
  const read = readServer(serverWith({ tools: [{ name: 'note', title: text, description: text }] }));
  return rules.flatMap((rule) =>
    read.texts.flatMap((one) => (rule.check(one, read).length > 0 ? [rule.id] : [])),
  );
}

const files = ['attacks.jsonl', 'honest-texts.jsonl'].map((name) =>
  readFileSync(new URL(`../../../../../fixtures/${name}`, import.meta.url), 'utf8'),
);
const texts = files.flatMap((file) =>
  file
    .trim()
    .split('\n')
    .map((line) => String(JSON.parse(line).text)),
);

test('of attacks and honest texts', () => {
  const plain = texts.filter(isPlainText);
  expect(plain.length).toBeGreaterThan(50);
  expect(texts.length - plain.length).toBeGreaterThan(20);
  expect(plain.flatMap((text) => firesOn(text).map((rule) => `${rule}: ${text}`))).toEqual([]);
});

test('of any characters', () => {
  const character = fc.constantFrom(...'abzAZ019 \n\t_.,:;()\'"!?/=+*#$@{}|-<[`\\%&~\u200Béа');
  const text = fc.oneof(
    fc.string({ unit: character, maxLength: 60 }),
    fc
      .array(fc.constantFrom('SYSTEM', '{{x}}', '##', '|im|', '/INST', 'aGVsbG8gd29ybGQgYWdh', ' ', '\n'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (one) => {
      if (isPlainText(one)) expect(firesOn(one)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

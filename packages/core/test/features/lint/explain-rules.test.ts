// Rules are explained by set; one that two sets have is explained for both.
import { expect, it } from 'vitest';
import { explainRules, showExample } from '../../../src/features/lint/explain-rules.js';

it.each<[string, Parameters<typeof explainRules>, string[]]>([
  ['all rules of all sets', [null], ['mcp-playground/1', 'flowmcp/1']],
  ['all rules of one set', [null, 'flowmcp/1'], ['flowmcp/1']],
  ['a rule of both sets', ['server-no-name'], ['mcp-playground/1', 'flowmcp/1']],
  ['a rule of both sets, in one', ['server-no-name', 'flowmcp/1'], ['flowmcp/1']],
  ['a rule of one set', ['input-undescribed'], ['flowmcp/1']],
])('explains %s', (_, args, expected) => {
  const sets = new Set(explainRules(...args).map(({ ruleset }) => ruleset));
  expect([...sets]).toEqual(expected);
});

it('refuses a rule that the set does not have, and names those it has', () => {
  expect(() => explainRules('tool-no-schema', 'flowmcp/1')).toThrow(/LNT-030/);
});

it('shows an example of a few lines, however long its texts are', () => {
  const [rule] = explainRules('server-tokens');
  const shown = showExample(rule?.examples.fail ?? {});
  expect(shown).toContain('"Prices differ by shop,');
  expect(shown).toMatch(/… \(49,\d{3} characters\)"/);
  expect(shown.length).toBeLessThan(1_000);
  expect(showExample({ instructions: 'x'.repeat(200) })).toContain(`"${'x'.repeat(200)}"`);
});

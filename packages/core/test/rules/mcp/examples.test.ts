// Every lint rule finds its failing example and nothing else, is silent about its passing one, and has its page.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../../../scripts/source-files.js';
import { lintRules } from '../../../src/rules/mcp/mcp-playground-1/registry.generated.js';
import { mcpPlayground1 } from '../../../src/rules/mcp/mcp-playground-1/rule-set.js';
import { lint } from '../../features/lint/logic/linted-server.js';

const { rules, scoring } = mcpPlayground1;

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('says nothing about its passing example, and no other rule does', () => {
    expect(lint(rule.examples.pass).issues).toEqual([]);
  });

  test('finds its failing example once, with its points and its words', () => {
    const { issues } = lint(rule.examples.fail);
    const own = issues.filter((issue) => issue.rule === id);
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({
      severity: rule.severity,
      points: rule.subject === 'outcome' ? 0 : scoring.points[rule.severity],
    });
    expect(own[0]?.message.startsWith(rule.title)).toBe(true);
    expect(own[0]?.message).not.toMatch(/undefined|null|\[object/);
    // A rule about the outcome needs others to break before it.
    if (rule.subject !== 'outcome') expect(issues).toEqual(own);
    else expect(issues.at(-1)).toEqual(own[0]);
  });

  test('explains itself, on its page too', () => {
    expect(rule.title).toMatch(/^[A-Z].{10,70}[^.]$/);
    expect(rule.why).toMatch(/^[A-Z].{60,}\.$/);
    expect(rule.fix).toMatch(/^[A-Z].{20,}\.$/);
    const page = readFileSync(`${ROOT}docs/catalog/lint/${id}.md`, 'utf8');
    for (const words of [rule.title, rule.why, rule.fix]) expect(page).toContain(words);
    const shown = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? ''));
    expect(shown).toHaveLength(2);
    expect(shown[1]).toEqual(JSON.parse(JSON.stringify(rule.examples.pass)));
  });
});

test('a rule is named as its file, and the order names every rule once', () => {
  const folder = new URL('../../../src/rules/mcp/mcp-playground-1/', import.meta.url);
  const files = readdirSync(folder).filter((name) => !/^(rule-set|registry\.generated)\.ts$/.test(name));
  expect(Object.entries(lintRules).map(([name, { id }]) => [`${name}.ts`, `${id}.ts`])).toEqual(
    files.sort().map((name) => [name, name]),
  );
  expect(rules.map(({ id }) => id).sort()).toEqual(Object.keys(lintRules));
});

// Written out: a released rule set is never changed, so a change here has to be made twice.
test('the rules of mcp-playground/1, their order and severities', () => {
  expect(mcpPlayground1.id).toBe('mcp-playground/1');
  expect(rules.map(({ id, severity }) => `${severity} ${id}`)).toEqual([
    'error server-empty',
    'warning server-no-name',
    'warning server-no-version',
    'error server-duplicate-tools',
    'error tool-no-description',
    'warning tool-short-description',
    'warning tool-long-description',
    'warning tool-description-is-name',
    'warning tool-no-schema',
    'info tool-schema-not-object',
    'warning prop-no-description',
    'warning prop-no-type',
    'info tool-no-required',
    'error required-not-in-properties',
    'info tool-empty-schema',
    'info tool-name-convention',
    'warning resource-no-name',
    'warning resource-no-description',
    'info resource-no-mimetype',
    'error prompt-no-description',
    'warning prompt-arg-no-description',
    'error server-grade-f',
  ]);
});

// Every lint rule finds its failing example and nothing else, is silent about its passing one, and has its page; every
// rule set is listed.
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { folderOf, renderLintPages } from '../../../../../scripts/generate/lint-pages.js';
import { buildLintReport } from '../../../src/features/lint/logic/report.js';
import type { ServerSnapshot } from '../../../src/rules/mcp/lint.js';
import type { AnyLintRule, LintRuleSet } from '../../../src/rules/mcp/lint-report.js';
import { mcpPlayground1 } from '../../../src/rules/mcp/mcp-playground-1/rule-set.js';
import { defaultRuleSet, ruleSets } from '../../../src/rules/mcp/rule-sets.js';
import { serverWith } from '../../features/lint/logic/linted-server.js';

const SETS = new URL('../../../src/rules/mcp/', import.meta.url);

const cases = ruleSets.flatMap((set) => set.rules.map((rule) => [set.id, rule.id, { set, rule }] as const));

describe.each(cases)('%s %s', (_, id, { set, rule }) => {
  const others = 'foreignTools' in rule.examples ? rule.examples.foreignTools : undefined;
  const foreignTools = new Map(others?.map((name) => [name, 'mcp.json#other']));
  const lint = (parts: Partial<ServerSnapshot>, about = {}) =>
    buildLintReport(serverWith(parts), { ruleSet: set, about: { foreignTools, ...about } });

  test('says nothing about its passing example, and no other rule does', () => {
    expect(lint(rule.examples.pass).issues).toEqual([]);
  });

  test('finds its failing example once, with its points and its words', () => {
    const { issues } = lint(rule.examples.fail, 'needsJudge' in rule ? judgedBy(rule.examples.fail) : {});
    const own = issues.filter((issue) => issue.rule === id);
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ severity: rule.severity, ...costOf(rule, set) });
    expect(own[0]?.message.startsWith(rule.title)).toBe(true);
    expect(own[0]?.message).not.toMatch(/undefined|null|\[object/);
    // A rule about the outcome needs others to break before it.
    const also: readonly string[] = 'also' in rule.examples ? (rule.examples.also ?? []) : [];
    if (rule.subject !== 'outcome') expect(issues.filter((one) => !also.includes(one.rule))).toEqual(own);
    else expect(issues.at(-1)).toEqual(own[0]);
  });

  test('explains itself, on its page too', () => {
    expect(rule.title).toMatch(/^[A-Z].{10,70}[^.]$/);
    expect(rule.why).toMatch(/^[A-Z].{60,}\.$/);
    expect(rule.fix).toMatch(/^[A-Z].{20,}\.$/);
    const pages = renderLintPages({ ruleSets: [set], defaultRuleSet: set });
    const page = pages.find(({ path }) => path.endsWith(`/${id}.md`))?.text ?? '';
    for (const words of [rule.title, rule.why, rule.fix]) expect(page).toContain(words);
    const shown = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? ''));
    expect(shown).toHaveLength(2);
    expect(shown[1]).toEqual(JSON.parse(JSON.stringify(rule.examples.pass)));
  });
});

/** A judge that finds the description of the first tool. */
function judgedBy({ tools: [tool] = [] }: Partial<ServerSnapshot>) {
  const { description } = tool as { description: string };
  return { judged: new Map([[description, { quote: description, reason: 'It praises.' }]]) };
}

function costOf(rule: AnyLintRule, set: LintRuleSet): object {
  if ('class' in rule) return { class: rule.class };
  if (set.kind === 'shares' || rule.subject === 'outcome') return { points: 0 };
  return { points: set.scoring.points[rule.severity] };
}

test('every folder of rules is a listed set, and the default is one of them', () => {
  const folders = readdirSync(SETS, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/rule-set.ts`, SETS)),
  );
  expect(ruleSets.map(folderOf).sort()).toEqual(folders.map(({ name }) => name).sort());
  expect(ruleSets).toContain(defaultRuleSet);
});

test.each(ruleSets.map((set) => [set.id, set] as const))(
  'a rule of %s is named as its file, and the order names every rule once',
  async (_, set) => {
    const folder = new URL(`${folderOf(set)}/`, SETS);
    const files = readdirSync(folder).filter((name) => !/^(rule-set|scoring|\w+\.generated)\.ts$/.test(name));
    const [rules] = Object.values<Record<string, AnyLintRule>>(
      await import(new URL('registry.generated.ts', folder).href),
    );
    const named = Object.entries(rules ?? {}).map(([name, { id }]) => [`${name}.ts`, `${id}.ts`]);
    expect(named).toEqual(files.sort().map((name) => [name, name]));
    expect(set.rules.map(({ id }) => id).sort()).toEqual(Object.keys(rules ?? {}));
  },
);

// Written out: a released rule set is never changed, so a change here has to be made twice.
test('the rules of mcp-playground/1, their order and severities', () => {
  expect(mcpPlayground1.id).toBe('mcp-playground/1');
  expect(mcpPlayground1.rules.map(({ id, severity }) => `${severity} ${id}`)).toEqual([
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

// Every finding is silent about its good example and finds its bad one.
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeProblem } from '../../../src/problems/error-codes.js';
import { findAll } from '../../../src/rules/find.js';
import type { FindingExample, FindingRule } from '../../../src/rules/finding.js';
import { findingCodes, findings } from '../../../src/rules/findings/registry.generated.js';
import { parseModuleWithCode } from '../../../src/sources/code-facts.js';

const FOLDER = new URL('../../../src/rules/findings/', import.meta.url);

function runExample(rule: FindingRule, { source, ...rest }: FindingExample) {
  const { reading, code } = parseModuleWithCode(source, { exports: ['main'] });
  if (!code) throw new Error(`${rule.id}: the example does not parse`);
  return findAll({ namespace: 'example', file: 'example.mjs', reading, code, ...rest }, [rule]);
}

describe.each(findings.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('says nothing about its good example', () => {
    expect(runExample(rule, rule.examples.pass)).toEqual([]);
  });

  test('finds its bad example, in the right place and in whole sentences', () => {
    const found = runExample(rule, rule.examples.fail);
    expect(found.map(({ id, code }) => [id, code])).toEqual([[rule.id, rule.code]]);
    const [first] = found;
    expect(first?.where).toMatchObject({ file: 'example.mjs', line: expect.any(Number) });
    expect(first?.severity).toBe(rule.severity);
    expect(first?.veto).toBe(rule.veto);
    if (!first) throw new Error('nothing found');
    const { message, hint } = describeProblem(first);
    expect(message.replaceAll('{{resource:about}}', '')).not.toMatch(/\{\w+\}|undefined/);
    expect(hint).not.toMatch(/undefined/);
  });

  test('explains itself', () => {
    expect(rule.why).toMatch(/^[A-Z].{40,}\.$/);
    expect(rule.hint.length).toBeGreaterThan(20);
    expect(rule.areas.length).toBeGreaterThan(0);
  });
});

test('rules, files and codes are the same set', () => {
  const files = readdirSync(FOLDER).filter((name) => /^(?!registry\.)[\w-]+\.ts$/.test(name));
  expect(findings.map(({ id }) => `${id}.ts`)).toEqual(files.sort());
  expect(findings.map(({ code }) => code).sort()).toEqual(Object.keys(findingCodes).sort());
});

test('only what leaks a key or ends in a veto is an error', () => {
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ id }) => id);
  expect(errors).toEqual(['key-in-comment', 'key-printed', 'malicious-module']);
  expect(findings.filter(({ veto }) => veto).map(({ id }) => id)).toEqual(['malicious-module']);
});

// Every rule for selections passes its good example, finds its bad one, and explains itself.
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeProblem } from '../../../src/problems/error-codes.js';
import { findOfSelection } from '../../../src/rules/find-selection-findings.js';
import {
  selectionFindingCodes,
  selectionFindings,
} from '../../../src/rules/selection-findings/registry.generated.js';
import { buildFindingInput } from '../../target/logic/selection/finding-input.js';

const FOLDER = new URL('../../../src/rules/selection-findings/', import.meta.url);

describe.each(selectionFindings.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('says nothing about its good example', () => {
    expect(findOfSelection(buildFindingInput(rule.examples.pass), [rule])).toEqual([]);
  });

  test('finds its bad example, in the right place and in whole sentences', () => {
    const found = findOfSelection(buildFindingInput(rule.examples.fail), [rule]);
    expect(found.map(({ id, code, severity }) => [id, code, severity])).toEqual([
      [rule.id, rule.code, rule.severity],
    ]);
    const [first] = found;
    if (!first) throw new Error('nothing found');
    expect(first.where).toEqual({
      file: expect.stringMatching(/^(?:skills\/[a-z0-9-]+\.mjs|crypto-about\.md)$/),
      line: expect.any(Number),
      column: expect.any(Number),
    });
    const { message, hint } = describeProblem(first);
    const slots = (text: string) => text.replaceAll(/\{\{[^{}]*\}\}/g, '').match(/\{\w+\}|undefined/);
    expect([slots(message), slots(hint)]).toEqual([null, null]);
  });

  test('explains itself', () => {
    expect(rule.why).toMatch(/^[A-Z].{40,}\.$/);
    expect(rule.hint.length).toBeGreaterThan(20);
    expect(rule.areas.length).toBeGreaterThan(0);
  });
});

test('rules, files and codes are the same set', () => {
  const files = readdirSync(FOLDER).filter((name) => /^(?!registry\.)[\w-]+\.ts$/.test(name));
  expect(selectionFindings.map(({ id }) => `${id}.ts`)).toEqual(files.sort());
  expect(selectionFindings.map(({ code }) => code).sort()).toEqual(Object.keys(selectionFindingCodes).sort());
});

test('only what keeps a skill from being graded is an error', () => {
  const errors = selectionFindings.filter(({ severity }) => severity === 'error').map(({ id }) => id);
  expect(errors).toEqual(['level-missing', 'persona-missing']);
});

// The gate of a skill: places, order, strictness, and what its rules leave alone; gates.test.ts tries each rule.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateSkill } from '../../../src/rules/skill/validate-skill.js';
import { setMember } from '../change.js';
import { buildGoodSkill, GOOD_SCOPE, judgeSkill, judgeSkillText, printSkill } from './good-skill.js';

const codesOf = (found: readonly { code: string }[]) => found.map(({ code }) => code).sort();

describe('the gate for skills', () => {
  it('says nothing about the good skill when strict', () => {
    expect(judgeSkillText(printSkill(buildGoodSkill()), { strict: true })).toEqual([]);
  });

  it('gives the place in the text', () => {
    const text = printSkill(buildGoodSkill()).replace('"enum"', '"choice"');
    const line = text.split('\n').findIndex((row) => row.includes('"choice"')) + 1;
    expect(judgeSkillText(text)).toMatchObject([
      {
        code: 'SKL013',
        where: { path: 'skill.input[1].type', line, column: 15 },
        args: { found: '"choice"' },
      },
    ]);
  });

  it('raises warnings, and only them, when strict', () => {
    const text = printSkill({ ...buildGoodSkill(), level: 'L1', whenToUse: undefined });
    const severities = (strict: boolean) =>
      Object.fromEntries(judgeSkillText(text, { strict }).map(({ code, severity }) => [code, severity]));
    expect(severities(false)).toEqual({ 'GATE-013': 'warning', 'GATE-015': 'info' });
    expect(severities(true)).toEqual({ 'GATE-013': 'error', 'GATE-015': 'info' });
  });

  it('accepts a skill of the third version with warnings only', () => {
    const { type, whenToUse, ...old } = buildGoodSkill();
    const found = judgeSkillText(printSkill({ ...old, version: 'flowmcp-skill/1.0.0' }));
    expect([type, whenToUse]).not.toContain(undefined);
    expect(codesOf(found)).toEqual(['GATE-010', 'GATE-011', 'GATE-013']);
    expect(found.map(({ severity }) => severity)).not.toContain('error');
  });

  it('counts characters of a description, not their halves', () => {
    expect(judgeSkill({ set: { description: '🌊'.repeat(1024) } })).toEqual([]);
    expect(codesOf(judgeSkill({ set: { description: '🌊'.repeat(1025) } }))).toEqual(['SKL007']);
  });

  it.each(['l4-report', 'l10-report', 'lake-report', 'level-report'])(
    'sees no level in the name %s',
    (name) => {
      expect(judgeSkill({ set: { name }, skillName: name })).toEqual([]);
    },
  );

  it('needs neither requires nor input', () => {
    const { requires, input, prefill, persona, ...plain } = buildGoodSkill();
    expect(Object.keys({ requires, input, prefill, persona })).toHaveLength(4);
    expect(judgeSkillText(printSkill({ ...plain, content: 'Look at the sky.' }))).toEqual([]);
  });

  it('says of what could not be read only why, and stops at a syntax error', () => {
    const text = printSkill(buildGoodSkill()).replace('"A paragraph."', 'describe()');
    expect(judgeSkillText(text)).toMatchObject([{ code: 'SRC-002', where: { path: 'skill.output' } }]);
    expect(codesOf(judgeSkillText('export const skill = {'))).toEqual(['SRC-001']);
  });

  it('finds what is behind a broken member, in the order of the text', () => {
    const found = judgeSkill({
      set: { name: null, 'requires.tools.0': null, 'input.0': null, prefill: null, output: null },
    });
    expect(codesOf(found)).toEqual(
      ['GATE-014', 'GATE-014', 'GATE-018', 'SKL002', 'SKL005', 'SKL008', 'SKL011', 'SKL020'].sort(),
    );
    const lines = found.map(({ where }) => where?.line ?? 0);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });
});

describe('any member may hold anything', () => {
  const paths = listPaths(buildGoodSkill(), []);
  const junk: readonly unknown[] = [
    ...[null, undefined, 0, true, '', 'x', [], {}, [null], [[]], { constructor: null }, () => 1],
    ...['{{', '{{{{tool:x}}}}', '{{tool:__proto__.x}}', '{{skill:__proto__}}'],
  ];

  /** As a reading would give it, whatever it is. */
  const judgeValue = (value: unknown) =>
    validateSkill({
      reading: {
        value,
        exportName: 'skill',
        exports: [],
        problems: [],
        refused: [],
        handlers: { kind: 'none' },
        duplicateKeys: [],
        keyForms: [],
        locate: () => ({ line: 1, column: 1 }),
      },
      file: 'skills/daily-report.mjs',
      skillName: 'daily-report',
      scope: GOOD_SCOPE,
    });

  it('never throws and still reports what is wrong elsewhere', () => {
    expect(paths.length).toBeGreaterThan(25);
    for (const path of paths) {
      for (const value of junk) {
        const skill = { ...buildGoodSkill(), level: 'L1' };
        setMember(skill, path, value);
        expect(codesOf(judgeValue(skill))).toContain('GATE-015');
      }
    }
  });

  it('also several at once, of every shape', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...paths), fc.anything()), { minLength: 1, maxLength: 5 }),
        (changes) => {
          const skill = buildGoodSkill();
          for (const [path, value] of changes) setMember(skill, path, value);
          for (const { where } of judgeValue(skill)) expect(where?.file).toBe('skills/daily-report.mjs');
        },
      ),
      { numRuns: 200 },
    );
  });
});

function listPaths(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    [...path, key],
    ...listPaths(member, [...path, key]),
  ]);
}

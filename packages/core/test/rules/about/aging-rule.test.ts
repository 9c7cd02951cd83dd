// How long an About holds, by its own words, and how old it is.
import { describe, expect, test } from 'vitest';
import { parseSelectionSections } from '../../../src/rules/about/selection-sections.js';
import { ageInDays, findOfSelection, parseAgingRule } from '../../../src/rules/find-selection-findings.js';
import { buildFindingInput } from '../../target/logic/selection/finding-input.js';

const validity = (rule: string) => parseAgingRule(parseSelectionSections(`## Aging Rule\n\n${rule}\n`), 90);

describe('the validity', () => {
  test.each<[string, number, number[]]>([
    ['Valid for 60 days.', 60, [60]],
    ['Valid for 1 day.', 1, [1]],
    ['8 weeks', 56, [56]],
    ['three months, that is 3 months', 90, [90]],
    ['| validity | **45** days |', 45, [45]],
    ['A 30-day review.', 30, [30]],
    ['`90` Days', 90, [90]],
    ['Prices after 14 days, everything else after 2 months.', 14, [14, 60]],
    ['Six weeks', 90, []],
    ['1.5 months', 90, []],
    ['30-60 days', 90, []],
    ['0 days', 90, []],
    ['12345 days', 90, []],
    ['1 year', 90, []],
    ['After 60 daytime requests', 90, []],
    ['Since 2026-01-01.', 90, []],
    ['```\n10 days\n```\nNever', 90, []],
  ])('%s', (text, days, stated) => {
    expect(validity(text)).toMatchObject({ days, stated });
  });

  test('is the default where there is no such section, or it is empty', () => {
    expect(parseAgingRule(parseSelectionSections('## Use Cases\n\nWithin 5 days.'), 90)).toEqual({
      days: 90,
      stated: [],
    });
    expect(validity('<!-- 5 days -->')).toEqual({ days: 90, stated: [] });
  });

  test('comes with the line it is stated on', () => {
    expect(validity('Reviewed.\n\n- 20 days').line).toBe(5);
    expect(validity('Reviewed.').line).toBe(1);
  });
});

describe('the age', () => {
  test('is counted in days from the snapshot', () => {
    expect(ageInDays('2026-01-01T00-00-00Z', new Date('2026-01-02T12:00:00Z'))).toBe(1.5);
  });

  test('can not be told from a text that is no timestamp', () => {
    expect(() => ageInDays('2026-13-01T00-00-00Z', new Date(0))).toThrow(RangeError);
  });

  test.each([
    ['exactly as old as it may be', 60, 'Valid for 60 days.', []],
    ['a second older', 60 + 1 / 86_400, 'Valid for 60 days.', [[60, 60, 'its section "Aging Rule"']]],
    ['older than the default', 91, 'When it changes.', [[91, 90, 'default']]],
  ])('%s', (_, aboutAge, rule, expected) => {
    const about = `## Aging Rule\n\n${rule}\n`;
    const found = findOfSelection(buildFindingInput({ about, aboutAge }));
    const old = found.filter(({ code }) => code === 'ABT-011');
    expect(old.map(({ args }) => [args?.age, args?.days, args?.source])).toEqual(expected);
  });
});

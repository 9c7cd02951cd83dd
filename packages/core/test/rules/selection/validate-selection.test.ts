// The gate of a selection, read from a module and from JSON: places, order and strictness; gates.test.ts tries each rule.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/problems/error-codes.js';
import { selectionRules } from '../../../src/rules/selection/registry.generated.js';
import type { SelectionChange } from '../../../src/rules/selection/rule.js';
import { listFails, setMember } from '../change.js';
import {
  buildMembersShape,
  buildToolsShape,
  FORMATS,
  type Format,
  judgeSelection,
  judgeSelectionText,
} from './good-selection.js';

const codesOf = (found: readonly { code: string }[]) => found.map(({ code }) => code).sort();
const formats: Format[] = ['mjs', 'json'];
describe('the gate for selections', () => {
  it.each(formats)('says nothing about good selections of both shapes in %s', (format) => {
    for (const selection of [buildMembersShape(), buildToolsShape()]) {
      expect(judgeSelectionText(FORMATS[format].print(selection), { format, strict: true })).toEqual([]);
    }
  });

  it('says the same of JSON', () => {
    const fails = listFails<SelectionChange>(selectionRules).filter(
      ({ fail }) => !fail.replace && !fail.text,
    );
    expect(fails.length).toBeGreaterThan(50);
    for (const { fail } of fails) {
      expect(codesOf(judgeSelection(fail, 'json'))).toEqual(codesOf(judgeSelection(fail)));
    }
  });

  it.each(formats)('gives the place in the text of %s', (format) => {
    const text = FORMATS[format].print(buildMembersShape()).replace('"berths.plan"', '"berths/plan"');
    const line = text.split('\n').findIndex((row) => row.includes('"berths/plan"')) + 1;
    expect(judgeSelectionText(text, { format })).toMatchObject([
      {
        code: 'SEL-013',
        where: { path: 'selection.members[1].schemaId', line, column: 19 },
        args: { found: '"berths/plan"' },
      },
    ]);
  });

  it('tells all problems of a file in one run, in the order of the text', () => {
    const found = judgeSelection({
      set: { selectionId: null, whenToUse: null, 'members.0': null, 'skills.0': 7, prompts: true, more: 1 },
    });
    expect(found.map(({ where }) => where?.path)).toEqual([
      'selection.selectionId',
      'selection.whenToUse',
      'selection.members[0]',
      'selection.skills[0]',
      'selection.prompts',
      'selection.more',
    ]);
  });

  it('raises warnings, and only them, when strict', () => {
    const text = FORMATS.mjs.print({ ...buildMembersShape(), selectionHash: 'aabbccdd' });
    const severities = (strict: boolean) =>
      judgeSelectionText(text, { strict }).map(({ severity }) => severity);
    expect(severities(false)).toEqual(['warning']);
    expect(severities(true)).toEqual(['error']);
  });

  it('says nothing about skill files where it is not known which there are', () => {
    const text = FORMATS.mjs.print({ ...buildToolsShape(), skills: ['plan-a-week'] });
    expect(codesOf(judgeSelectionText(text))).toEqual(['SKL017']);
    expect(judgeSelectionText(text, { skillPaths: undefined })).toEqual([]);
  });

  it('takes objects in place of lists, as the Slash-Rule has them', () => {
    const selection = {
      ...buildToolsShape(),
      tools: { 'tides/tool/getTide': null },
      skills: { 'find-a-berth': { file: './skills/find-a-berth.mjs' } },
      resources: { about: '# About', 'tides/resource/stations': null },
    };
    expect(judgeSelectionText(FORMATS.json.print(selection), { format: 'json' })).toEqual([]);
  });

  it('never throws, whatever stands at any place', () => {
    const paths = (value: unknown, path: string[]): string[][] =>
      typeof value === 'object' && value !== null
        ? [path, ...Object.entries(value).flatMap(([key, member]) => paths(member, [...path, key]))]
        : [path];
    for (const build of [buildMembersShape, buildToolsShape]) {
      const places = paths(build(), []).slice(1);
      fc.assert(
        fc.property(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 3 }), (place, value) => {
          const selection = build();
          setMember(selection, place, value);
          const found = judgeSelectionText(FORMATS.json.print(selection), { format: 'json' });
          for (const { code } of found) expect(errorCodes).toHaveProperty([code]);
        }),
        { numRuns: 300 },
      );
    }
  });
});

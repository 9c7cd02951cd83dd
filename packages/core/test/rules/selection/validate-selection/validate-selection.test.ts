// The gate of a selection: every rule has a selection that passes and one that fails.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeProblem, errorCodes } from '../../../../src/problems/error-codes.js';
import { selectionCodes } from '../../../../src/rules/selection/codes.js';
import {
  RULES_FOR_SELECTION_MODULES,
  RULES_FOR_SELECTIONS,
} from '../../../../src/rules/selection/validate-selection.js';
import { setMember } from '../../schema/validate-schema/good-schema.js';
import {
  buildMembersShape,
  buildToolsShape,
  FORMATS,
  type Format,
  judgeSelection,
  judgeSelectionText,
} from './good-selection.js';
import { SELECTION_MUTATIONS } from './mutations.js';

const codesOf = (found: readonly { code: string }[]) => found.map(({ code }) => code).sort();
const formats: Format[] = ['mjs', 'json'];
/** Told by the reading of JSON, and by normalising. */
const ELSEWHERE = ['SEL-011', 'SEL-012', 'SEL003', 'SEL-020', 'SEL-021', 'SEL-022'];

describe('the table', () => {
  it('has a case and a rule for every code, and a code for every rule', () => {
    const ruled = new Set<string>(
      [...RULES_FOR_SELECTION_MODULES, ...RULES_FOR_SELECTIONS].flatMap(({ codes }) => codes),
    );
    const owned = Object.keys(selectionCodes).filter((code) => !ELSEWHERE.includes(code));
    expect([...ruled].sort()).toEqual([...owned, 'SEC017', 'SKL002', 'SRC-007'].sort());
    expect([...new Set(SELECTION_MUTATIONS.map(({ code }) => code))].sort()).toEqual([...ruled].sort());
  });
});

describe('the gate for selections', () => {
  it.each(formats)('says nothing about good selections of both shapes in %s', (format) => {
    for (const selection of [buildMembersShape(), buildToolsShape()]) {
      expect(judgeSelectionText(FORMATS[format].print(selection), { format, strict: true })).toEqual([]);
    }
  });

  it.each(
    SELECTION_MUTATIONS.map((mutation) => [`${mutation.code} ${mutation.note ?? ''}`, mutation] as const),
  )('%s', (_, mutation) => {
    const found = judgeSelection(mutation);
    expect(codesOf(found)).toEqual([mutation.code, ...(mutation.also ?? [])].sort());
    for (const { where, code, severity } of found) {
      expect(where).toMatchObject({
        file: FORMATS.mjs.file,
        path: expect.stringMatching(/^selection/),
        line: expect.any(Number),
        column: expect.any(Number),
      });
      expect(severity).toBe(Reflect.get(errorCodes, code).severity);
    }
  });

  it('says the same of JSON', () => {
    const mutations = SELECTION_MUTATIONS.filter(({ rewrite, set }) => !rewrite && set);
    expect(mutations.length).toBeGreaterThan(50);
    for (const mutation of mutations) {
      expect(codesOf(judgeSelection(mutation, 'json'))).toEqual(codesOf(judgeSelection(mutation)));
    }
  });

  it('fills every placeholder of its messages', () => {
    for (const mutation of SELECTION_MUTATIONS) {
      for (const found of judgeSelection(mutation)) {
        const { message, hint } = describeProblem(found);
        expect(`${message} ${hint}`.replace(/\{ (?:…|schemaId|file)[^}]*\}/g, '')).not.toMatch(/\{\w+\}/);
      }
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

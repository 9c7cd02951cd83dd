// An intake is normalised to exact weights, and all of its faults are reported at once.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findOffScale,
  normaliseWeights,
  parseIntake,
} from '../../../../src/evaluators/logic/judge/intake.js';

function parse(document: unknown) {
  return parseIntake(typeof document === 'string' ? document : JSON.stringify(document), 'intake.json');
}

function wrongWith(document: unknown): string[] {
  const parsed = parse(document);
  if ('intake' in parsed) throw new Error('it was accepted');
  return parsed.problems.map(({ code, where }) => `${code} ${where?.path}`);
}

describe('a valid intake', () => {
  it('loses outer spaces, blank and repeated constraints', () => {
    expect(
      parse({
        artifact_class: 'prompt',
        quality_dimensions: [
          { name: ' clarity ', weight: 2 },
          { name: 'brevity', weight: 1 },
        ],
        hard_constraints: [' No links. ', '', '  ', 'No links.', 'In English.'],
      }),
    ).toEqual({
      intake: {
        qualityDimensions: [
          { name: 'clarity', weight: 6667 },
          { name: 'brevity', weight: 3333 },
        ],
        hardConstraints: ['No links.', 'In English.'],
      },
    });
  });

  it('may hold only one of the two lists, and begin with a byte order mark', () => {
    expect(parse('\uFEFF{"hard_constraints":["a"]}')).toEqual({
      intake: { qualityDimensions: [], hardConstraints: ['a'] },
    });
  });
});

describe('a dimension', () => {
  const rubricOf = (rubric: unknown) =>
    parse({ quality_dimensions: [{ name: 'a', weight: 1, description: ' What it is. ', rubric }] });

  it.each<[string, unknown, unknown]>([
    ['text', ' 1 is bad.\n5 is good. ', '1 is bad.\n5 is good.'],
    [
      'a list',
      [
        { score: 0, text: ' bad ' },
        { score: 0.5, text: 'so so' },
      ],
      [
        { score: 0, text: 'bad' },
        { score: 0.5, text: 'so so' },
      ],
    ],
  ])('keeps its description and a rubric that is %s', (_, rubric, kept) => {
    expect(rubricOf(rubric)).toEqual({
      intake: {
        qualityDimensions: [{ name: 'a', weight: 10_000, description: 'What it is.', rubric: kept }],
        hardConstraints: [],
      },
    });
  });

  it.each([
    [{ min: 0, max: 1 }, null],
    [
      { min: 1, max: 5 },
      { code: 'EVL-061', where: { path: '/quality_dimensions/0/rubric/1/score' }, args: { found: 0.5 } },
    ],
  ])('has a rubric on the scale %j, or it is refused', (scale, expected) => {
    const parsed = rubricOf([
      { score: 1, text: 'good' },
      { score: 0.5, text: 'so so' },
    ]);
    if (!('intake' in parsed)) throw new Error('it was refused');
    const found = findOffScale(parsed.intake, scale);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });
});

describe('an invalid intake', () => {
  it.each<[string, unknown, string[]]>([
    ['no JSON', '{', ['EVL-040 ']],
    ['a list', [], ['EVL-041 ']],
    ['nothing in it', {}, ['EVL-044 ']],
    ['blanks only', { hard_constraints: [' '] }, ['EVL-044 ']],
    ['a misspelt key', { quality_dimension: [] }, ['EVL-043 /quality_dimension']],
    ['a text for the dimensions', { quality_dimensions: 'a' }, ['EVL-041 /quality_dimensions']],
    ['a bare name', { quality_dimensions: ['a'] }, ['EVL-041 /quality_dimensions/0']],
    [
      'everything at once',
      {
        quality_dimensions: [
          { name: 'a', weight: true },
          { name: ' ', weight: 1 },
          { name: 'b', weight: '1' },
          { name: ' b', weight: 0 },
          { name: 'c', weight: -1 },
          { weight: null },
        ],
        hard_constraints: ['x', 5, null],
      },
      [
        'EVL-041 /quality_dimensions/0/weight',
        'EVL-041 /quality_dimensions/1/name',
        'EVL-041 /quality_dimensions/2/weight',
        'EVL-042 /quality_dimensions/3/name',
        'EVL-041 /quality_dimensions/3/weight',
        'EVL-041 /quality_dimensions/4/weight',
        'EVL-041 /quality_dimensions/5/name',
        'EVL-041 /quality_dimensions/5/weight',
        'EVL-041 /hard_constraints/1',
        'EVL-041 /hard_constraints/2',
      ],
    ],
    [
      'a dimension with what a judge would not see',
      {
        quality_dimensions: [
          { name: 'a', weight: 1, descripton: 'x', description: ' ', rubric: 3 },
          { name: 'b', weight: 1, description: null, rubric: [] },
          {
            name: 'c',
            weight: 1,
            rubric: ['good', { score: '1', text: 'x' }, { score: 1, label: 'good' }, { score: 1, text: 'x' }],
          },
        ],
      },
      [
        'EVL-043 /quality_dimensions/0/descripton',
        'EVL-041 /quality_dimensions/0/description',
        'EVL-041 /quality_dimensions/0/rubric',
        'EVL-041 /quality_dimensions/1/description',
        'EVL-041 /quality_dimensions/1/rubric',
        'EVL-041 /quality_dimensions/2/rubric/0',
        'EVL-041 /quality_dimensions/2/rubric/1/score',
        'EVL-043 /quality_dimensions/2/rubric/2/label',
        'EVL-041 /quality_dimensions/2/rubric/2/text',
      ],
    ],
    [
      'a weight without end',
      '{"quality_dimensions":[{"name":"a","weight":1e999}]}',
      ['EVL-041 /quality_dimensions/0/weight'],
    ],
  ])('%s', (_, document, problems) => {
    expect(wrongWith(document)).toEqual(problems);
  });
});

describe('weights', () => {
  it.each([
    [
      [1, 1, 1],
      [3334, 3333, 3333],
    ],
    [
      [0.4, 0.35, 0.25],
      [4000, 3500, 2500],
    ],
    [
      [1e308, 1e308],
      [5000, 5000],
    ],
    [
      [5e-324, 5e-324, 5e-324],
      [3334, 3333, 3333],
    ],
    [[7], [10000]],
    // One share where representable: the larger one gets the extra unit.
    [
      [1, 1 + Number.EPSILON, 1],
      [3333, 3334, 3333],
    ],
    [
      [1, 1e9],
      [0, 10000],
    ],
    [[], []],
  ])('%j become %j', (weights, units) => {
    expect(normaliseWeights(weights)).toEqual(units);
  });

  it('are whole units, exactly 10000 together, each within one of its share and in order', () => {
    const weight = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(weight, fc.integer({ min: 1, max: 50 })), { minLength: 1 }),
        (weights) => {
          const units = normaliseWeights(weights);
          expect(units.reduce((sum, unit) => sum + unit, 0)).toBe(10_000);
          const largest = Math.max(...weights);
          const total = weights.reduce((sum, each) => sum + each / largest, 0);
          units.forEach((unit, at) => {
            expect(Number.isInteger(unit)).toBe(true);
            const share = ((weights[at] as number) / largest / total) * 10_000;
            expect(Math.abs(unit - share)).toBeLessThan(1 + 1e-6);
            weights.forEach((other, place) => {
              if (other < (weights[at] as number)) expect(units[place]).toBeLessThanOrEqual(unit);
            });
          });
        },
      ),
    );
  });
});

// The Goal-Block: a completion condition within 4,000 characters, the limit of turns, surfacing lines.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGoal } from '../../../../src/runs/logic/prompts/goal.js';
import { goalShape } from '../../../../src/spec/prompts.js';

const ids = (count: number, length = 30) =>
  Array.from({ length: count }, (_, at) => `single-test/${'s'.repeat(length)}.tool${at}`);

test('one prompt: the lines name it', () => {
  const goal = buildGoal({ what: 'namespace rail', promptIds: ['single-test/stations.get'], maxTurns: 25 });
  expect(goal.condition).toContain('namespace rail');
  expect(goal.condition).toMatch(/or stop after 25 turns\.$/);
  expect(goal.condition).toContain('for each of 1 prompt (single-test/stations.get)');
  const lines = goal.goalBlock.split('\n');
  expect(lines).toContain('[GRADING] area=single-test/stations.get schema-valid=✓ status=‹status› written=✓');
  expect(lines).toContain('[GRADING] PROGRESS ‹written›/‹all›');
  expect(lines).toContain('[GRADING] DONE');
  expect(goal.goalBlock).toContain(goal.condition);
  expect(goalShape.parse(goal)).toEqual(goal);
});

test('few prompts are all named; of many, as many as fit, and the rest is counted', () => {
  const few = buildGoal({ what: 'x', promptIds: ids(20), maxTurns: 3 });
  for (const id of ids(20)) expect(few.condition).toContain(id);
  expect(few.condition).not.toContain('more listed');

  const many = ids(2_000);
  const { condition } = buildGoal({ what: 'x', promptIds: many, maxTurns: 3 });
  const named = many.filter((id) => new RegExp(`${id}[,)]`).test(condition)).length;
  expect(named).toBeGreaterThan(50);
  expect(condition).toContain(`${2_000 - named} more listed in prompts.json`);
  expect(condition.length).toBeGreaterThan(3_900);
  expect(condition.length).toBeLessThanOrEqual(4_000);
});

test('the condition never exceeds 4,000 characters, whatever the target', () => {
  const id = fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' });
  fc.assert(
    fc.property(
      fc.array(id, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 1 }),
      (some, times, maxTurns) => {
        const promptIds = Array.from({ length: times }, (_, at) => `${some[at % some.length]}${at}`);
        const { condition } = buildGoal({ what: 'namespace x', promptIds, maxTurns });
        expect(condition.length).toBeLessThanOrEqual(4_000);
        expect(condition.endsWith(`or stop after ${maxTurns} turns.`)).toBe(true);
        expect(condition).toContain(`PROGRESS ${times}/${times} `);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d turns are refused', (maxTurns) => {
  expect(() => buildGoal({ what: 'x', promptIds: ['a/b'], maxTurns })).toThrow(/^PB-008: /);
});

test('an empty and an endless target are refused', () => {
  expect(() => buildGoal({ what: 'x', promptIds: [], maxTurns: 1 })).toThrow(/^PB-003: .*x/);
  const what = 'x'.repeat(4_000);
  expect(() => buildGoal({ what, promptIds: ids(2), maxTurns: 1 })).toThrow(/^PB-007: .*4000/);
});

// A grading entry may name one of four personas, with a lens, and nothing else.
import { describe, expect, it } from 'vitest';
import { personaShape } from '../../src/spec/common.js';
import { gradingEntry } from '../../src/spec/entry.js';
import { scoresFile } from '../../src/spec/scores.js';
import { BASE_PERSONAS } from '../../src/spec/vocabulary.js';

const PERSONA = { basePersonaId: 'decision-maker', lensId: 'mobility-planner' };

describe('a persona', () => {
  it.each(BASE_PERSONAS)('may be %s, with a lens of any name', (basePersonaId) => {
    expect(personaShape.parse({ ...PERSONA, basePersonaId })).toEqual({ ...PERSONA, basePersonaId });
  });

  it.each([
    ['a lens in its place', { ...PERSONA, basePersonaId: 'security-reviewer' }],
    ['a fifth one', { ...PERSONA, basePersonaId: 'crypto-trader' }],
    ['no base', { lensId: 'general' }],
    ['an empty lens', { ...PERSONA, lensId: '' }],
    ['a member of its own', { ...PERSONA, goal: 'buy' }],
  ])('is refused: %s', (_, persona) => {
    expect(personaShape.safeParse(persona).success).toBe(false);
  });

  it('has the same shape in entries and in hand-ins', () => {
    const documents = [
      [gradingEntry, { persona: { ...PERSONA, goal: 'buy' } }],
      [scoresFile, { areas: [{ persona: { ...PERSONA, goal: 'buy' } }] }],
    ] as const;
    for (const [shape, document] of documents) {
      const found = shape.safeParse(document).error?.issues.filter(({ path }) => path.includes('persona'));
      expect(found).toMatchObject([{ code: 'unrecognized_keys', keys: ['goal'] }]);
    }
  });
});

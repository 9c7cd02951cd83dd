// The agreements of a group in its About have the largest weight in the selection, and a breach of them is not a veto.
import { describe, expect, it } from 'vitest';
import { questionById, questionsOf } from '../../src/questions/lookup.js';

const QUESTION = 'Q-selection-aggregate-03';

describe('the question about domain knowledge', () => {
  const text = questionById(QUESTION)?.text ?? '';

  it.each(['Shared Lists', 'Conventions', 'Forbidden Conventions'])(
    'holds the members against the section %s',
    (section) => {
      expect(text).toMatch(new RegExp(`\\b${section}\\b.* of the About`));
    },
  );

  it('wants shared lists used wherever they apply', () => {
    expect(text).toMatch(/ 5: .*shared lists are used wherever they apply/);
  });

  it('punishes a forbidden convention hard, and vetoes nobody for it', () => {
    expect(text).toMatch(/A forbidden convention in use leaves 2 at most, and is no reason for a veto/);
    const weights = questionsOf('selection-aggregate').map(({ weight }) => weight);
    expect(questionById(QUESTION)?.weight).toBe(Math.max(...weights));
    expect(weights.filter((weight) => weight === Math.max(...weights))).toHaveLength(1);
  });
});

// Where things of a selection lie, and which names lead nowhere.
import { describe, expect, it } from 'vitest';
import {
  aboutName,
  definitionFolder,
  isSelectionName,
  selectionAboutFolder,
  selectionFolder,
  selectionSkillFolder,
} from '../../src/island/paths.js';
import { GradingError } from '../../src/model/problem.js';

describe('the folders of a selection', () => {
  it('lie below its own', () => {
    expect([
      selectionFolder('my-2nd'),
      definitionFolder('my-2nd'),
      `${selectionAboutFolder('my-2nd')}/${aboutName('my-2nd')}`,
      selectionSkillFolder('my-2nd', 'pick_One'),
    ]).toEqual([
      'selections/my-2nd',
      'selections/my-2nd/selection',
      'selections/my-2nd/resources/about/my-2nd-about',
      'selections/my-2nd/skills/pick_One',
    ]);
  });

  const BAD = ['', '-x', 'My', 'a b', 'a/b', '..', '../x', 'a.b', 'ä', 'a\n', 'a_b', 'x'.repeat(129)];

  it.each(BAD)('%j is the name of no selection', (name) => {
    expect(isSelectionName(name)).toBe(false);
    for (const folder of [selectionFolder, definitionFolder, selectionAboutFolder]) {
      expect(() => folder(name)).toThrow(GradingError);
    }
  });

  it.each(['', '..', 'a/b', 'a.b', '../../x'])('%j is the name of no skill', (name) => {
    expect(() => selectionSkillFolder('minerals', name)).toThrow(GradingError);
  });
});

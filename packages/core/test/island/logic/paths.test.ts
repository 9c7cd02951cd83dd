// Paths of a selection's files, and names that lead nowhere.
import { describe, expect, it } from 'vitest';
import {
  aboutFolder,
  aboutName,
  definitionFolder,
  isNamespaceName,
  isSelectionName,
  listFolder,
  namespaceFolder,
  schemaFolder,
  selectionAboutFolder,
  selectionFolder,
  selectionSkillFolder,
  skillFolder,
  snapshotFolder,
  testsFolder,
} from '../../../src/island/logic/paths.js';
import { GradingError } from '../../../src/problems/problem.js';

describe('the folders of a selection', () => {
  it('are below its own folder', () => {
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

  const BAD = [
    '',
    '-x',
    'My',
    'a b',
    'a/b',
    '..',
    '../x',
    'a.b',
    'ä',
    'a\n',
    'a_b',
    'con',
    'nul',
    'lpt1',
    'x'.repeat(129),
  ];

  it.each(BAD)('%j is not a valid selection name', (name) => {
    expect(isSelectionName(name)).toBe(false);
    for (const folder of [selectionFolder, definitionFolder, selectionAboutFolder]) {
      expect(() => folder(name)).toThrow(GradingError);
    }
  });

  it.each([...BAD.filter((name) => !/^[0-9]/.test(name)), '0a', 'COM1'])(
    '%j is not a valid namespace',
    (name) => {
      expect(isNamespaceName(name)).toBe(false);
      expect(() => namespaceFolder(name)).toThrow(GradingError);
    },
  );

  it.each(['', '..', 'a/b', 'a\\b', 'a\0b', 'a.', 'a ', ' a', 'con', 'a:b', 'x'.repeat(129), 'caf\u00e9'])(
    '%j is not a valid name for a schema, skill or list',
    (name) => {
      for (const folder of [
        () => schemaFolder('demo', name),
        () => snapshotFolder('demo', name),
        () => testsFolder('demo', name, 'tool'),
        () => skillFolder('demo', 'one', name),
        () => aboutFolder('demo', name),
        () => listFolder('shared-lists', name),
      ]) {
        expect(folder).toThrow(GradingError);
      }
    },
  );

  it.each(['', '..', '../../x', 'a/b', '/etc', 'con', 'a.', 'a\0b', 'caf\u00e9', 'x'.repeat(999)])(
    'a tool named %j has a folder with a single name that is not a device',
    (tool) => {
      const folder = testsFolder('demo', 'one', tool);
      expect(folder).toMatch(/^providers\/demo\/one\/tools\/[A-Za-z0-9_-]{1,128}\/tests$/);
      expect(folder).not.toContain('/con/');
    },
  );

  it.each(['', '..', 'a/b', 'a.b', '../../x', 'aux'])('%j is not a valid skill name', (name) => {
    expect(() => selectionSkillFolder('minerals', name)).toThrow(GradingError);
  });
});

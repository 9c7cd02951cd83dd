// Files that may exist in a target, and files that are leftovers.
import { describe, expect, it } from 'vitest';
import { kindOfFile, placeFolder } from '../../../src/features/verify/layout.js';
import { type Home, temporaryOf } from '../../../src/features/verify/logic/place.js';
import * as paths from '../../../src/island/logic/paths.js';

const PROVIDER: Home = { flow: 'provider', id: 'demo' };
const SELECTION: Home = { flow: 'selection', id: 'stones' };
const ISLAND: Home = { flow: 'island', id: '' };
const AT = '2026-03-01T10-00-00Z--0a1b2c3d';

function kindOf(home: Home, path: string): string | null {
  const at = path.lastIndexOf('/');
  const place = placeFolder(home, path.slice(0, Math.max(0, at)));
  return place && kindOfFile(place, path.slice(at + 1));
}

describe('a file of a namespace', () => {
  it.each([
    ['index.json', 'index'],
    ['lock-snapshot.json', 'lock-snapshot'],
    ['prompts.json', 'prompts'],
    ['state.json', 'state'],
    ['audit.jsonl', 'journal'],
    [`members--${AT}.json`, 'members'],
    [`baseline--${AT}.json`, 'baseline'],
    ['scores/task--1.json', 'scores'],
    ['evaluations/task.jsonl', 'answers'],
    ['evaluations/task.scores.json', 'answered-scores'],
    ['_gradings/namespace-description--2026-03-01T10-00-00Z.json', 'entry'],
    [`prices/schema/prices--${AT}.mjs`, 'schema'],
    [`prices/schema/prices--${AT}.main.json`, 'evaluated-main'],
    ['prices/summary.json', 'summary'],
    ['prices/tools/-wallets--0a1b2c3d/tests/test-12.json', 'test'],
    ['prices/tools/get/_gradings/single-test--2026-03-01T10-00-00Z.json', 'entry'],
    [`prices/skills/plan/plan--${AT}.mjs`, 'skill'],
    [`prices/resources/about/demo-about--${AT}.md`, 'about'],
  ])('%s is of the kind %s', (path, kind) => {
    expect(kindOf(PROVIDER, path)).toBe(kind);
  });

  it.each([
    'notes.txt',
    'selection/a.json',
    `prices/schema/rates--${AT}.mjs`,
    `prices/schema/prices--${AT}.json`,
    `prices/schema/prices--${AT.replace('-03-', '-13-')}.mjs`,
    'prices/schema/prices.mjs',
    'prices/tools/get/tests/test-0.json',
    'prices/tools/get/notes.json',
    'prices/tools/g.t/tests/test-1.json',
    'prices/tools/nul/tests/test-1.json',
    'prices/resources/other/a.md',
    `prices/resources/about/other-about--${AT}.md`,
    'prices/skills/plan/deeper/plan.mjs',
    'scores/.hidden.json',
    'scores/.json',
    'scores/task.txt',
    '_drafts/single-test--2026-03-01T10-00-00Z.json',
  ])('%s is a stray', (path) => {
    expect(kindOf(PROVIDER, path)).toBeNull();
  });
});

describe('a file of a selection', () => {
  it.each([
    [`selection/stones--${AT}.json`, 'definition'],
    [`resources/about/stones-about--${AT}.md`, 'about'],
    [`skills/plan/plan--${AT}.mjs`, 'skill'],
    ['skills/plan/_gradings/selection-skills-L1--2026-03-01T10-00-00Z.json', 'entry'],
    ['_gradings/selection-aggregate--2026-03-01T10-00-00Z.json', 'entry'],
    [`members--${AT}.json`, null],
    [`prices/schema/prices--${AT}.mjs`, null],
    [`selection/others--${AT}.json`, null],
  ])('%s: %s', (path, kind) => {
    expect(kindOf(SELECTION, path)).toBe(kind);
  });

  it('has entries of its own areas only', () => {
    expect(placeFolder(SELECTION, 'skills/plan/_gradings')?.areas).toEqual([
      'selection-skills-L1',
      'selection-skills-L2',
      'selection-skills-L3',
    ]);
    expect(placeFolder(PROVIDER, 'a/tools/b/_gradings')?.areas).toEqual(['single-test']);
  });
});

it.each([
  [PROVIDER, paths.namespaceFolder('demo'), paths.factsFile('demo', 'prices'), 'summary'],
  [
    PROVIDER,
    paths.namespaceFolder('demo'),
    `${paths.snapshotFolder('demo', 'prices')}/prices--${AT}.mjs`,
    'schema',
  ],
  [
    PROVIDER,
    paths.namespaceFolder('demo'),
    `${paths.testsFolder('demo', 'prices', '/a/:b')}/test-1.json`,
    'test',
  ],
  [
    PROVIDER,
    paths.namespaceFolder('demo'),
    `${paths.skillFolder('demo', 'prices', 'plan')}/plan--${AT}.mjs`,
    'skill',
  ],
  [
    PROVIDER,
    paths.namespaceFolder('demo'),
    `${paths.aboutFolder('demo', 'prices')}/demo-about--${AT}.md`,
    'about',
  ],
  [
    PROVIDER,
    paths.namespaceFolder('demo'),
    `${paths.listFolder(paths.providerLists('demo'), 'x')}/x--${AT}.json`,
    'list',
  ],
  [
    SELECTION,
    paths.selectionFolder('stones'),
    `${paths.definitionFolder('stones')}/stones--${AT}.json`,
    'definition',
  ],
  [
    SELECTION,
    paths.selectionFolder('stones'),
    `${paths.selectionSkillFolder('stones', 'a')}/a--${AT}.mjs`,
    'skill',
  ],
  [
    SELECTION,
    paths.selectionFolder('stones'),
    `${paths.selectionAboutFolder('stones')}/stones-about--${AT}.md`,
    'about',
  ],
])('%j has a place for what commands write: %s, %s', (home, folder, path, kind) => {
  expect(kindOf(home, path.slice(folder.length + 1))).toBe(kind);
});

describe('beside the targets', () => {
  it.each(['providers/demo', 'selections/9-stones', 'shared-lists/chains', '_exports', '.lock', '.trash'])(
    '%s is a folder of the island',
    (path) => {
      expect(placeFolder(ISLAND, path)).not.toBeNull();
    },
  );

  it.each(['outputs', 'providers/Demo', 'selections/-x', 'shared-lists/a b', 'providers/demo/prices'])(
    '%s is none',
    (path) => {
      expect(placeFolder(ISLAND, path)).toBeNull();
    },
  );

  it.each([
    ['.gitignore', 'beside'],
    [`shared-lists/chains/chains--${AT}.json`, 'beside'],
    [`shared-lists/chains/others--${AT}.json`, null],
    ['notes.txt', null],
    ['.trash/notes.txt', null],
  ])('%s: %s', (path, kind) => {
    expect(kindOf(ISLAND, path)).toBe(kind);
  });
});

describe('a leftover', () => {
  it.each([
    ['.tmp-4711-0a1b', { pid: 4711 }],
    ['.unfinished-12-providers_demo', { pid: 12 }],
    ['index.json.28374', { pid: null }],
    ['audit.jsonl.28374', { pid: null }],
    ['index.json', null],
    ['.tmp-x', null],
    ['notes.txt.1', null],
  ])('%s: %j', (file, expected) => {
    expect(temporaryOf(file)).toEqual(expected);
  });
});

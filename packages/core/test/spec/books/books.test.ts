// Rule books: what a version means is found by its name alone and never changes once it is released.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BlockedCause, SpecRules, ToolShape } from '../../../src/spec/books/book.js';
import {
  bookOf,
  byVersion,
  completeBook,
  DEFAULT_BOOK,
  findVersion,
  gradingOf,
  isBookVersions,
  knownVersions,
  newerBook,
  newerVersions,
  otherBooks,
  rulesOf,
  scoringOf,
  versionsOf,
} from '../../../src/spec/books/registered.js';
import { layers } from '../../../src/spec/books/registry.generated.js';
import { canonicalJson, sha256 } from '../../../src/spec/hash.js';
import { gradingLayer, registerLayers, scoringLayer } from './registered-layers.js';

const FIRST = {
  gradingSpec: 'gradingSpec/2.0.0',
  scoringSystem: 'scoringSystem/1.0.0',
  gradingSystem: 'gradingSystem/1.0.0',
};

describe('a version', () => {
  it('has its own numbers, and no other stands in for one that is not known', () => {
    expect(scoringOf('scoringSystem/1.0.0')).toMatchObject({ pass: 5, fail: 1, workingHttpStatus: 200 });
    expect(gradingOf('gradingSystem/1.0.0')?.bands[1]).toEqual({ atLeast: 3.5, grade: 'B' });
    for (const version of ['', '1.0.0', 'scoringSystem/9.0.0', 'gradingSystem/0.9.0']) {
      expect([scoringOf(version), gradingOf(version)]).toEqual([null, null]);
    }
    expect(rulesOf({ ...FIRST, gradingSystem: 'gradingSystem/9.0.0' })).toBeNull();
    expect(rulesOf({ ...FIRST, scoringSystem: 'scoringSystem/9.0.0' })).toBeNull();
    expect(rulesOf(FIRST)).toEqual({ scoring: DEFAULT_BOOK.scoring, grading: DEFAULT_BOOK.grading });
  });

  it.each(Object.keys(FIRST))('makes a book only if its %s is known', (axis) => {
    expect(bookOf({ ...FIRST, [axis]: `${axis}/9.0.0` })).toBeNull();
  });

  it('makes a book only with a specification that it lists', () => {
    const stray = gradingLayer('8.0.0', { specs: [] });
    using _ = registerLayers({ grading: stray });
    expect(gradingOf('gradingSystem/8.0.0')).toBe(stray);
    expect(bookOf({ ...FIRST, gradingSystem: 'gradingSystem/8.0.0' })).toBeNull();
  });
});

it('the book of an island that asks for no other is the first one', () => {
  expect(versionsOf(DEFAULT_BOOK)).toEqual(FIRST);
});

it.each(Object.values(layers).flat())('$version cannot be changed, at any depth', (layer) => {
  const parts = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(parts)] : [];
  expect(parts(layer).every((part) => Object.isFrozen(part))).toBe(true);
});

const CAUSES: readonly BlockedCause[] = [
  ...([
    'few-tests',
    'api-down',
    'no-about',
    'invalid',
    'no-readable-schema',
    'not-imported',
    'waits',
  ] as const),
];

/** Data of a layer; of a function its values over a fixed grid. */
function recorded(layer: object): unknown {
  if (!('bar' in layer)) return layer;
  const { bar, target, rung, blocked, ...data } = layer as SpecRules;
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  const grid = [...numbers, 'many', 'parameterless'] as const;
  const over = (of: (tool: ToolShape) => number | null) =>
    grid.flatMap((sets) => [0, 1, 2].map((required) => [sets, required, of({ sets, required })]));
  return {
    ...data,
    bar: over(bar),
    ...(target && { target: over(target) }),
    rung: numbers.map(rung),
    blocked: CAUSES.map((cause) => blocked({ cause, text: 'why' })),
  };
}

it('versions of an axis are ordered by their numbers', () => {
  const names = ['x/1.10.0', 'x/1.9.0', 'x/0.9.1', 'x/1.9.0'];
  expect([...names].sort(byVersion)).toEqual(['x/0.9.1', 'x/1.9.0', 'x/1.9.0', 'x/1.10.0']);
});

it('the other books are those that the known layers make, without the own', () => {
  const before = otherBooks(DEFAULT_BOOK).map(versionsOf);
  using _ = registerLayers({ scoring: scoringLayer('9.1.0'), grading: gradingLayer('9.1.0', { specs: [] }) });
  const after = otherBooks(DEFAULT_BOOK).map(versionsOf);
  expect(after).toHaveLength(before.length + layers.grading.length - 1);
  expect(after).toContainEqual({ ...FIRST, scoringSystem: 'scoringSystem/9.1.0' });
  expect(after).not.toContainEqual(FIRST);
  expect(JSON.stringify(after)).not.toContain('gradingSystem/9.1.0');
});

describe('the version that a person means', () => {
  it.each([
    ['gradingSpec/3.0.3', 'gradingSpec/3.0.3'],
    ['3.0.3', 'gradingSpec/3.0.3'],
    ['3.0', 'gradingSpec/3.0.3'],
    ['3.0.0', 'gradingSpec/3.0.3'],
    ['gradingSpec/3.0', 'gradingSpec/3.0.3'],
    ['gradingSpec/3.0.0', 'gradingSpec/3.0.3'],
    ['2.0.0', 'gradingSpec/2.0.0'],
    ['scoringSystem/1.0.0', 'scoringSystem/1.0.0'],
    ['gradingSystem/1.0.0', 'gradingSystem/1.0.0'],
  ])('%s: %s', (name, version) => expect(findVersion(name)?.version).toBe(version));

  it.each([
    '',
    '/',
    '1.0.0',
    '3',
    '3.0.1',
    'gradingSpec/',
    'gradingSpec/3',
    'toString/1.0.0',
    '3.0.3/x',
    'x/3.0.3',
  ])('%j is none', (name) => expect(findVersion(name)).toBeNull());
});

describe('a book of which only some versions are named', () => {
  const NEWER = { scoring: scoringLayer('1.10.0'), grading: gradingLayer('1.9.0') };

  it('takes the newest versions that fit', () => {
    using _ = registerLayers(NEWER);
    using __ = registerLayers({ grading: gradingLayer('9.0.0', { specs: [] }) });
    expect(completeBook({}, {})).toMatchObject({ scoring: NEWER.scoring, grading: NEWER.grading });
    const other = completeBook({ gradingSpec: 'gradingSpec/3.0.3' }, {});
    expect(other && versionsOf(other)).toEqual({ ...FIRST, gradingSpec: 'gradingSpec/3.0.3' });
  });

  it('keeps the versions that it has, where they fit', () => {
    using _ = registerLayers(NEWER);
    const kept = { ...FIRST, gradingSystem: 'gradingSystem/1.9.0' };
    const own = completeBook({ scoringSystem: 'scoringSystem/1.10.0' }, kept);
    expect(own && versionsOf(own)).toEqual({ ...kept, scoringSystem: 'scoringSystem/1.10.0' });
    const older = completeBook({ scoringSystem: 'scoringSystem/1.10.0' }, FIRST);
    expect(older && versionsOf(older)).toEqual({ ...FIRST, scoringSystem: 'scoringSystem/1.10.0' });
    const next = completeBook({ gradingSpec: 'gradingSpec/3.0.3' }, kept);
    expect(next && versionsOf(next)).toEqual({ ...FIRST, gradingSpec: 'gradingSpec/3.0.3' });
  });

  it('is none if a version is named that does not fit', () => {
    using _ = registerLayers(NEWER);
    const named = { gradingSpec: 'gradingSpec/3.0.3', gradingSystem: 'gradingSystem/1.9.0' };
    expect(completeBook(named, FIRST)).toBeNull();
    expect(completeBook({ gradingSpec: 'gradingSpec/9.0.0' }, FIRST)).toBeNull();
  });
});

it('newer than a book are the versions after its own, on each axis', () => {
  const before = newerVersions(DEFAULT_BOOK);
  using _ = registerLayers({ grading: gradingLayer('9.1.0'), scoring: scoringLayer('0.9.0') });
  expect(newerVersions(DEFAULT_BOOK)).toEqual([...before, 'gradingSystem/9.1.0']);
  expect(before).toContain('gradingSpec/3.0.3');
  expect(knownVersions().scoringSystem.slice(0, 2)).toEqual(['scoringSystem/0.9.0', 'scoringSystem/1.0.0']);
  expect(newerBook(DEFAULT_BOOK)?.spec.version).toBe('gradingSpec/3.0.3');
  const newest = newerBook(DEFAULT_BOOK);
  expect(newest && newerBook(newest)).toBeNull();
  // What cannot be combined with the specification of a book is no advice for it.
  expect(newest && newerVersions(newest)).not.toContain('gradingSystem/9.1.0');
});

it.each([
  null,
  'text',
  [],
  {},
  { ...FIRST, more: '' },
  { ...FIRST, gradingSystem: 1 },
  { gradingSpec: 'a', scoringSystem: 'b' },
  { gradingSpec: 'a', scoringSystem: 'b', other: 'c' },
])('%j are no versions of a book', (value) => {
  expect(isBookVersions(value)).toBe(false);
  expect(isBookVersions({ ...FIRST })).toBe(true);
});

describe('released layers', () => {
  const file = join(import.meta.dirname, '../../../src/spec/books/released.json');
  const released = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  const known = new Map(
    Object.values(layers)
      .flat()
      .map((layer) => [layer.version, layer]),
  );

  it.each(released)('%s means what it meant when it was released', (version, sha) => {
    expect(sha256(canonicalJson(recorded(known.get(version) ?? {})))).toBe(sha);
  });

  it('are all versions that an island has without asking', () => {
    const versions = released.map(([version]) => version);
    expect(versions).toEqual(expect.arrayContaining(Object.values(FIRST)));
    expect(versions).toEqual([...versions].sort());
  });
});

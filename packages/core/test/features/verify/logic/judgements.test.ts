// Small decisions of verify: where two documents differ, names that no disk should hold, hand-ins and their entries,
// entries that decide.
import { describe, expect, it } from 'vitest';
import { keepDeciding } from '../../../../src/features/verify/entries.js';
import { checkNames } from '../../../../src/features/verify/items.js';
import { HandIns, isHandIn } from '../../../../src/features/verify/logic/hand-ins.js';
import type { GradingEntry } from '../../../../src/spec/entry.js';
import { firstDifference } from '../../../../src/values/first-difference.js';

describe('the first difference', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, null],
    [{ a: 1 }, { a: 2 }, { path: '/a', found: '1', expected: '2' }],
    [{}, { a: [] }, { path: '/a', found: 'nothing', expected: '[]' }],
    [{ a: 1, b: 2 }, { a: 1 }, { path: '/b', found: '2', expected: 'nothing' }],
    [{ a: { 'x/y': [1, 2] } }, { a: { 'x/y': [1] } }, { path: '/a/x~1y/1', found: '2', expected: 'nothing' }],
    [[], {}, { path: '', found: '[]', expected: '{}' }],
    [JSON.parse('{"__proto__":1}'), {}, { path: '/__proto__', found: '1', expected: 'nothing' }],
  ])('of %j and %j', (found, expected, difference) => {
    expect(firstDifference(found, expected)).toEqual(difference);
  });

  it('is described briefly', () => {
    expect(firstDifference('x'.repeat(500), '')?.found).toHaveLength(81);
  });
});

describe('names', () => {
  it.each([
    [['plan', 'Plan'], ['VFY-001 a/Plan']],
    [['caf\u00e9', 'cafe\u0301', 'cafe'], ['VFY-001 a/cafe\u0301']],
    [
      ['nul.json', 'COM1'],
      ['VFY-002 a/nul.json', 'VFY-002 a/COM1'],
    ],
    [['a.', 'b ', 'c:d', 'e\\f'], ['a.', 'b ', 'c:d', 'e\\f'].map((name) => `VFY-002 a/${name}`)],
    [['index.json', 'null.json', '.gitignore', 'a--b'], []],
  ])('%j', (names, expected) => {
    expect(checkNames('a', names).map(({ code, where }) => `${code} ${where?.file}`)).toEqual(expected);
  });
});

describe('hand-ins and entries', () => {
  const answer = (questionId: string, score: number | 'n/a') => ({ questionId, score, reasoning: 'so' });
  const at = '2026-03-01T10:00:00.000Z';
  const area = (subject: string, ...scores: (number | 'n/a')[]) => ({
    area: 'single-test',
    subject,
    schemaHash: '0a1b2c3d',
    answers: scores.map((score, place) => answer(`Q-single-test-0${place}`, score)),
  });
  const entry = (...scores: (number | 'n/a')[]) =>
    ({
      area: 'single-test',
      schemaHash: '0a1b2c3d',
      gradings: area('', ...scores).answers.map((given) => ({
        ...given,
        determinism: 'non-deterministic',
        timestamp: at,
      })),
    }) as unknown as GradingEntry;
  const open = () => {
    const handIns = new HandIns();
    handIns.add('scores/a.json', {
      taskId: 't',
      timestamp: at,
      areas: [area('get', 3, 4), area('one.list', 'n/a')],
    });
    return handIns;
  };

  it('match by area, hash, time and subject, with or without its folder, and are compared', () => {
    expect(open().find('e.json', entry(3, 4), 'one.get')).toMatchObject({
      isSame: true,
      handed: { file: 'scores/a.json' },
    });
    expect(open().find('e.json', entry(3, 5), 'one.get')).toMatchObject({ isSame: false });
    expect(open().find('e.json', entry(3, 4), 'one.other')).toBeNull();
    expect(open().find('e.json', { ...entry(3, 4), schemaHash: 'ffffffff' }, 'one.get')).toBeNull();
    expect(open().find('e.json', entry(), 'one.get')).toBeUndefined();
  });

  it('are equal in number', () => {
    const handIns = open();
    const madeBefore = (file: string) => handIns.find(file, entry(3, 4), 'one.get')?.madeBefore;
    expect([madeBefore('e.json'), madeBefore('f.json')]).toEqual([null, 'e.json']);
    const twice = open();
    twice.add('scores/b.json', { taskId: 'u', timestamp: at, areas: [area('get', 3, 4)] });
    const found = ['e.json', 'f.json', 'g.json'].map((file) => twice.find(file, entry(3, 4), 'one.get'));
    expect(found.map((match) => match?.madeBefore)).toEqual([null, null, 'e.json']);
  });

  it('need no entry if none can result', () => {
    const handIns = open();
    handIns.find('e.json', entry(3, 4), 'one.get');
    const areas = handIns.byFile().get('scores/a.json') ?? [];
    expect(areas.map(({ answered, makesEntry }) => [answered, makesEntry])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it.each([
    [{ taskId: 't', timestamp: at, areas: [area('get', 3)] }, true],
    [{ taskId: 't', timestamp: at, areas: [{ ...area('get'), answers: [{ questionId: 'Q' }] }] }, false],
    [{ taskId: 't', timestamp: at, areas: [{ ...area('get'), subject: 1 }] }, false],
    [{ taskId: 't', areas: [] }, false],
    [[], false],
  ])('%j is a hand-in: %s', (value, expected) => {
    expect(isHandIn(value)).toBe(expected);
  });
});

describe('entries that decide', () => {
  const entry = (
    second: number,
    mode: 'full' | 'partial' | 'unjudged',
    area: 'single-test' | 'about-namespace' = 'single-test',
  ) => ({
    area,
    mode: mode === 'partial' ? mode : ('full' as const),
    timestamp: `2026-03-01T10-00-0${second}Z`,
    grade: 'B' as const,
    veto: null,
    answers: mode === 'unjudged' ? [] : [JUDGEMENT],
    isRegraded: false,
  });
  const kept = (entries: readonly ReturnType<typeof entry>[]) =>
    entries.reduce((known: ReturnType<typeof entry>[], next) => keepDeciding(known, next), []);

  it('are for each node the newest one that settles it, others of the same second, and later ones', () => {
    const all = [
      entry(1, 'full'),
      entry(2, 'partial'),
      entry(3, 'partial'),
      entry(3, 'full'),
      entry(4, 'partial'),
      entry(5, 'full', 'about-namespace'),
    ];
    expect(kept(all)).toEqual(all.slice(2));
    expect(kept(all.slice(1, 3))).toEqual(all.slice(1, 3));
  });

  it('include those before a full one without a judgement that counts', () => {
    const all = [entry(1, 'full'), entry(2, 'full'), entry(3, 'unjudged'), entry(4, 'partial')];
    expect(kept(all)).toEqual(all.slice(1));
  });
});

const JUDGEMENT = {
  questionId: 'Q-single-test-04',
  score: 4,
  weight: 1,
  determinism: 'non-deterministic',
  graderIdentity: { kind: 'llm', name: 'test', version: '1' },
  timestamp: '2026-03-01T10:00:00Z',
} as const;

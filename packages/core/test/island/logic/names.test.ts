// Names of snapshots and entries, timestamps, and refused names from outside.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findAlike,
  formatEntryName,
  formatSnapshotName,
  formatTimestamp,
  isSafeName,
  isSchemaName,
  latestToCount,
  nextTimestamp,
  parseEntryName,
  parsePersona,
  parseSnapshotName,
  parseTestName,
  parseTimestamp,
  sortByTime,
  splitId,
  toolFolderName,
} from '../../../src/island/logic/names.js';
import { AREAS, BASE_PERSONAS } from '../../../src/spec/vocabulary.js';

const moment = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2199-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const DAY = 24 * 3600;
const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/);
const hash = fc.stringMatching(/^[0-9a-f]{8}$/);
const lens = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);

describe('timestamps', () => {
  it('survive a round trip', () => {
    fc.assert(
      fc.property(moment, (date) => {
        const text = formatTimestamp(date);
        expect(parseTimestamp(text)?.getTime()).toBe(Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });

  it.each([
    '2026-13-01T00-00-00Z',
    '2026-02-30T00-00-00Z',
    '2026-01-01T24-00-00Z',
    '2026-01-01T00:00:00Z',
    '',
  ])('%s is not a time', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it('sort as text in order of time', () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
        expect(formatTimestamp(a) < formatTimestamp(b)).toBe(seconds(a) < seconds(b));
      }),
    );
  });

  it('the next one is after all that count, even if the clock went back, and counts itself', () => {
    const seconds = fc.oneof(
      fc.integer({ min: -2 * DAY, max: DAY - 1 }),
      fc.integer({ min: DAY + 1, max: 9e9 }),
    );
    fc.assert(
      fc.property(moment, fc.array(seconds), (now, others) => {
        const existing = others.map((ahead) => formatTimestamp(new Date(now.getTime() + ahead * 1000)));
        const latest = latestToCount(now);
        const next = nextTimestamp(now, existing);
        expect(parseTimestamp(next)).not.toBeNull();
        for (const other of existing) expect(next > other).toBe(other <= latest);
        expect(next >= formatTimestamp(now) && next <= latest).toBe(true);
      }),
    );
  });

  it('none follows a name at the very end of the day: it would not count', () => {
    const now = new Date('2026-03-01T10:00:00.500Z');
    expect(nextTimestamp(now, ['2026-03-02T09-59-59Z', '2026-03-02T10-00-01Z'])).toBe('2026-03-02T10-00-00Z');
    expect(() => nextTimestamp(now, ['2026-03-02T10-00-00Z'])).toThrow('ISL-008');
  });

  it.each(['+010000-01-01T00:00:00Z', '-000001-12-31T00:00:00Z'])(
    'none is in the year of %s, which does not have four digits',
    (date) => {
      expect(() => formatTimestamp(new Date(date))).toThrow('ISL-008');
    },
  );

  it('after the last second that can be named, no later one counts', () => {
    const last = '9999-12-31T23-59-59Z';
    expect(latestToCount(new Date('9999-12-31T12:00:00Z'))).toBe(last);
    expect(() => nextTimestamp(new Date('9999-12-31T23:59:59Z'), [last])).toThrow('ISL-008');
  });
});

describe('snapshot names', () => {
  it('survive a round trip, also if the name contains or begins with --', () => {
    fc.assert(
      fc.property(name, moment, hash, (text, date, hash8) => {
        for (const full of [text, `--${text}`, `${text}--2020-01-01T00-00-00Z--00000000`]) {
          const parts = { name: full, timestamp: formatTimestamp(date), hash: hash8, extension: 'mjs' };
          expect(parseSnapshotName(formatSnapshotName(parts))).toMatchObject(parts);
        }
      }),
    );
  });

  it.each([
    'a.mjs',
    'a--2026-01-01T00-00-00Z.mjs',
    'a--2026-01-01T00-00-00Z--12345678.mjs.tmp-1',
    'a--2026-99-01T00-00-00Z--12345678.mjs',
  ])('%s is not a snapshot name', (file) => {
    expect(parseSnapshotName(file)).toBeNull();
  });
});

describe('entry names', () => {
  it('survive a round trip with and without a persona', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...AREAS),
        fc.option(fc.tuple(fc.constantFrom(...BASE_PERSONAS), lens)),
        moment,
        (area, pair, date) => {
          const persona = pair && { basePersonaId: pair[0], lensId: pair[1] };
          const parts = { area, persona, timestamp: formatTimestamp(date) };
          expect(parseEntryName(formatEntryName(parts))).toMatchObject(parts);
        },
      ),
    );
  });

  it.each([
    'unknown-area--2026-01-01T00-00-00Z.json',
    'single-test--2026-01-01T00-00-00Z.json.tmp',
    'single-test--nobody--x--2026-01-01T00-00-00Z.json',
    'single-test.json',
  ])('%s is not an entry name', (file) => {
    expect(parseEntryName(file)).toBeNull();
  });

  it('are sorted by time, not by persona', () => {
    const files = [
      'about-namespace--schema-maintainer--x--2025-01-01T00-00-00Z.json',
      'about-namespace--ai-engineer--x--2026-01-01T00-00-00Z.json',
    ];
    const newest = sortByTime(files.map((file) => parseEntryName(file)).filter((found) => found !== null)).at(
      -1,
    );
    expect(newest?.persona?.basePersonaId).toBe('ai-engineer');
  });
});

describe('names from outside', () => {
  it.each(['..', '.', '', 'a/b', 'a\\b', 'a b', 'ä', 'a.b', '\u0000', 'x'.repeat(129)])(
    '%j is not safe',
    (text) => {
      expect(isSafeName(text)).toBe(false);
    },
  );
  it.each(['con', 'CON', 'prn', 'Aux', 'nul', 'com1', 'COM9', 'com0', 'lpt1'])(
    '%s is a device of Windows and not a valid folder',
    (text) => {
      expect(isSafeName(text)).toBe(false);
      expect(isSchemaName(text)).toBe(false);
      expect(isSafeName(toolFolderName(text))).toBe(true);
    },
  );
  it.each(['prices', '--priceEndpoints', 'get_Price-1', 'console', 'com', 'com10', 'nul-1', 'a-con'])(
    '%s is safe',
    (text) => {
      expect(isSafeName(text)).toBe(true);
    },
  );
  it('test files count from 1', () => {
    expect(parseTestName('test-12.json')).toBe(12);
    for (const file of ['test-0.json', 'test-01.json', 'test-.json', 'test-1.json.tmp'])
      expect(parseTestName(file)).toBeNull();
  });
  it('a persona without a lens gets the lens general', () => {
    expect(parsePersona('ai-engineer')).toEqual({ basePersonaId: 'ai-engineer', lensId: 'general' });
    expect(parsePersona('ai-engineer--security-reviewer')?.lensId).toBe('security-reviewer');
    expect(parsePersona('nobody--x')).toBeNull();
  });
});

it.each([
  ['defillama.coins', ['defillama', 'coins']],
  ['coins.find.price', ['coins', 'find.price']],
  ['.coins', ['', 'coins']],
  ['coins', ['coins', '']],
])('%s is split at its first dot, and one without a dot keeps its full length', (id, halves) => {
  expect(splitId(id)).toEqual(halves);
});

describe('names that a disk may treat as one', () => {
  it.each([
    ['getItems', 'getitems'],
    ['Prices', 'prices'],
    ['caf\u00e9', 'cafe\u0301'],
    ['STRASSE', 'stra\u00dfe'],
    ['\u212a', 'k'],
    ['\ufb01le', 'FILE'],
  ])('%j and %j', (one, other) => {
    expect(findAlike([one, other])).toEqual([[other, one]]);
    expect(findAlike([other, one])).toEqual([[one, other]]);
  });

  it('are reported with the first name they are like, and the same name twice counts once', () => {
    expect(findAlike(['a', 'b', 'A', 'a', '\u00c5', 'A\u030a', 'B'])).toEqual([
      ['A', 'a'],
      ['A\u030a', '\u00c5'],
      ['B', 'b'],
    ]);
  });

  it('are only those', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z0-9_-]{1,8}$/)), (names) => {
        expect(findAlike(names)).toEqual([]);
        const [first] = names;
        if (first !== undefined && /[a-z]/.test(first)) {
          expect(findAlike([...names, first.toUpperCase()])).toEqual([[first.toUpperCase(), first]]);
        }
      }),
    );
  });
});

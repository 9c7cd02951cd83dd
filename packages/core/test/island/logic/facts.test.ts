// Files are compared with the journal: what vanished, what was edited, what was never recorded.
import { describe, expect, it } from 'vitest';
import { buildLines, type FactToRecord } from '../../../src/island/logic/build-lines.js';
import { compareFacts, factKindOf, factOf, isSetAside } from '../../../src/island/logic/facts.js';
import { parseJournal } from '../../../src/island/logic/parse-journal.js';
import { sha256 } from '../../../src/spec/hash.js';

const ENTRY = 'alpha/tools/a/_gradings/single-test--2026-03-01T10-00-00Z.json';
const entry = JSON.stringify({
  gradingId: '12345678--x',
  aggregateGrade: 'REJECTED',
  categoricalVeto: { triggeredBy: 'illegal-content' },
});
const fact = (path: string, text: string): FactToRecord => ({
  path,
  fact: factKindOf(path) ?? 'scores',
  bytes: Buffer.from(text),
  own: true,
});
const RECORD = 'alpha/tools/a/tests/test-1.json';
const recorded = [fact(RECORD, 'record'), fact(ENTRY, entry)];
const journal = parseJournal(
  Buffer.from(buildLines(parseJournal(new Uint8Array()), recorded, '2026-03-01T10:00:00Z')),
);
const there = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, sha256(text)]));

describe('a journal and the files', () => {
  it('agree', () => {
    const found = compareFacts(journal, there({ [RECORD]: 'record', [ENTRY]: entry }));
    expect(found).toEqual({ vanished: [], edited: [], unlisted: [], doubled: [] });
  });

  it('an entry that vanished is reported with its veto', () => {
    const { vanished } = compareFacts(journal, there({ [RECORD]: 'record' }));
    expect(vanished.map((line) => [line.kind, line.path, factOf(line)])).toEqual([
      ['veto', ENTRY, 'entry'],
      ['entry', ENTRY, 'entry'],
    ]);
  });

  it('an edited and an unrecorded entry are reported', () => {
    const other = ENTRY.replace('10-00-00', '11-00-00');
    const found = compareFacts(journal, there({ [RECORD]: 'other', [ENTRY]: entry, [other]: entry }));
    expect(found.edited.map(({ path }) => path)).toEqual([RECORD]);
    expect(found.unlisted).toEqual([other]);
  });

  it('a path that is recorded twice', () => {
    const text = buildLines(journal, [fact(RECORD, 'record')], '2026-03-01T11:00:00Z');
    const twice = { lines: [...journal.lines, ...parseJournal(Buffer.from(text)).lines] };
    const found = compareFacts(twice, there({ [RECORD]: 'record', [ENTRY]: entry }));
    expect(found.doubled.map(({ path, seq }) => [path, seq])).toEqual([[RECORD, 4]]);
  });
});

describe('kinds of facts', () => {
  it.each([
    [ENTRY, 'entry'],
    ['_gradings/namespace-description--2026-03-01T10-00-00Z.json', 'entry'],
    ['_gradings/.tmp-1-2', null],
    ['_gradings/alpha--2026-03-01T10-00-00Z--12345678.json', null],
    [RECORD, 'test'],
    ['alpha/tools/a/tests/test-0.json', null],
    ['scores/demo--2026-03-01T10-00-00Z--12345678--2026-03-01T10-00-00Z.json', 'scores'],
    ['alpha/tools/scores/x.json', null],
    ['alpha/schema/alpha--2026-03-01T10-00-00Z--12345678.mjs', 'snapshot'],
    ['alpha/schema/alpha--2026-03-01T10-00-00Z--12345678.main.json', 'snapshot'],
    ['members--2026-03-01T10-00-00Z--12345678.json', 'snapshot'],
    ['index.json', null],
    ['audit.jsonl', null],
    ['alpha/summary.json', null],
  ])('%s: %s', (path, expected) => {
    expect(factKindOf(path)).toBe(expected);
  });
});

it.each([
  ['alpha/schema/alpha--9999-01-01T00-00-00Z--12345678.mjs', true],
  // A schema that is called as the island's folder is.
  ['trials/schema/trials--9999-01-01T00-00-00Z--12345678.mjs', true],
  ['trials/schema/trials--2026-03-01T00-00-00Z--12345678.mjs', false],
  ['trials/providers/demo/9999-01-01T00-00-00Z--12345678.jsonl', true],
  ['trials/providers/demo/2026-03-01T00-00-00Z--12345678.jsonl', false],
])('%s is set aside: %s', (path, expected) => {
  expect(isSetAside(path, new Date('2026-03-01T10:00:00Z'))).toBe(expected);
});

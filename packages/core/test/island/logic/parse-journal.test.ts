// A journal reveals every change made to it, and an unfinished line does no harm.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLines, type FactToRecord } from '../../../src/island/logic/build-lines.js';
import { parseJournal } from '../../../src/island/logic/parse-journal.js';
import { sha256 } from '../../../src/spec/hash.js';

const AT = '2026-03-01T10:00:00.000Z';
const bytesOf = (text: string) => Buffer.from(text);
const test = (n: number): FactToRecord => ({
  path: `alpha/tools/a/tests/test-${n}.json`,
  fact: 'test',
  bytes: bytesOf(`record ${n}`),
  own: true,
});
const append = (text: string, facts: readonly FactToRecord[]) =>
  text + buildLines(parseJournal(bytesOf(text)), facts, AT);

const three = append(append('', [test(1), test(2)]), [test(3)]);
const linesOf = (text: string) => text.split('\n').slice(0, -1);

describe('a journal', () => {
  it('is a chain: numbered, each line with the hash of the one before', () => {
    const { lines, breaks, torn, head, endsWhole } = parseJournal(bytesOf(three));
    const texts = linesOf(three);
    expect(lines.map(({ seq, previous }) => [seq, previous])).toEqual([
      [1, null],
      [2, sha256(texts[0] ?? '')],
      [3, sha256(texts[1] ?? '')],
    ]);
    expect({ breaks, torn, endsWhole }).toEqual({ breaks: [], torn: null, endsWhole: true });
    expect(head).toEqual({ seq: 3, sha256: sha256(texts[2] ?? '') });
    expect(texts[0]).toBe(
      `{"at":"${AT}","kind":"test","path":"alpha/tools/a/tests/test-1.json","previous":null,"seq":1,"sha256":"${sha256('record 1')}"}`,
    );
  });

  it('records an entry with its veto, and earlier files as adopted', () => {
    const entry = {
      gradingId: '12345678--x',
      aggregateGrade: 'REJECTED',
      categoricalVeto: { triggeredBy: 'api-key-domain-mismatch' },
    };
    const path = 'alpha/tools/a/_gradings/single-test--2026-03-01T10-00-00Z.json';
    const fact = { path, fact: 'entry' as const, bytes: bytesOf(JSON.stringify(entry)) };
    const kinds = (facts: readonly FactToRecord[]) =>
      parseJournal(bytesOf(append('', facts))).lines.map(({ seq, previous, at, ...rest }) => rest);
    const file = { path, sha256: sha256(fact.bytes) };
    const veto = {
      kind: 'veto',
      ...file,
      gradingId: '12345678--x',
      node: 'alpha/tools/a',
      triggeredBy: 'api-key-domain-mismatch',
    };
    expect(kinds([{ ...fact, own: true }])).toEqual([
      veto,
      { kind: 'entry', ...file, gradingId: '12345678--x', grade: 'REJECTED' },
    ]);
    expect(kinds([{ ...fact, own: false }])).toEqual([veto, { kind: 'adopted', ...file, fact: 'entry' }]);
    const damaged = bytesOf('{');
    expect(kinds([{ ...fact, bytes: damaged, own: true }])).toEqual([
      { kind: 'adopted', path, sha256: sha256(damaged), fact: 'entry' },
    ]);
  });

  it('reveals any changed bit, except in its last line, which no later line covers yet', () => {
    const reach = Buffer.byteLength(linesOf(three).slice(0, 2).join('\n')) + 1;
    fc.assert(
      fc.property(fc.nat(reach - 1), fc.nat(7), (at, bit) => {
        const bytes = bytesOf(three);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        const { breaks, torn } = parseJournal(bytes);
        expect(breaks.length > 0 || torn !== null).toBe(true);
      }),
    );
  });

  it.each([
    ['taken out', (texts: string[]) => [texts[0], texts[2]], [[2, 'not after the line before']]],
    [
      'put in again',
      (texts: string[]) => [texts[0], texts[0], texts[1], texts[2]],
      [[2, 'not after the line before']],
    ],
    [
      'swapped',
      (texts: string[]) => [texts[1], texts[0], texts[2]],
      [
        [1, 'not after the line before'],
        [2, 'not after the line before'],
        [3, 'not after the line before'],
      ],
    ],
    [
      'emptied',
      (texts: string[]) => [texts[0], '', texts[2]],
      [
        [2, 'no line'],
        [3, 'not after the line before'],
      ],
    ],
    ['respaced', (texts: string[]) => [texts[0], texts[1], `${texts[2]} `], [[3, 'edited']]],
    [
      'given another field',
      (texts: string[]) => [texts[0], texts[1]?.replace('"at"', '"a":1,"at"'), texts[2]],
      [
        [2, 'no line'],
        [3, 'not after the line before'],
      ],
    ],
  ] as const)('tells a line that was %s', (_, change, expected) => {
    const text = `${change(linesOf(three)).join('\n')}\n`;
    expect(parseJournal(bytesOf(text)).breaks.map(({ line, reason }) => [line, reason])).toEqual(expected);
  });

  it('reveals a line torn at any byte, the next line repairs it without rewriting a byte, and then it is sound', () => {
    const bytes = bytesOf(three);
    for (let length = 0; length <= bytes.length; length += 1) {
      const left = bytes.subarray(0, length).toString();
      const before = parseJournal(bytesOf(left));
      expect(before.breaks, left).toEqual([]);
      const tail = left.slice(left.lastIndexOf('\n') + 1);
      const isWhole = tail === '' || linesOf(three).includes(tail);
      expect(before.torn, left).toBe(isWhole ? null : tail.length);
      const missing = [1, 2, 3].slice(before.lines.length).map(test);
      const mended = append(left, [...missing, test(4)]);
      expect(mended.startsWith(left)).toBe(true);
      const after = parseJournal(bytesOf(mended));
      expect(after.breaks, mended).toEqual([]);
      expect(after.lines.flatMap((line) => ('path' in line ? [line.path] : []))).toEqual(
        [1, 2, 3, 4].map((n) => test(n).path),
      );
      expect(after.lines.filter(({ kind }) => kind === 'mended')).toHaveLength(isWhole ? 0 : 1);
    }
  });

  it('if it is torn again during the repair, it is sound after the next command', () => {
    const first = three.slice(0, 300);
    const second = append(first, [test(3)]);
    for (let length = first.length + 1; length < second.length; length += 7) {
      const third = append(second.slice(0, length), [test(4)]);
      expect(parseJournal(bytesOf(third)), third).toMatchObject({ breaks: [], torn: null });
    }
  });

  it('also covers the content of a repaired line', () => {
    const [first = '', second = ''] = linesOf(three);
    const torn = second.slice(0, -5);
    const mended = append(`${first}\n${torn}`, [test(4)]);
    const forged = mended.replace(torn, torn.slice(0, -1));
    expect(parseJournal(bytesOf(forged)).breaks.map(({ line }) => line)).toEqual([2, 3]);
  });
});

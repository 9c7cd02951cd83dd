// The benchmark runs every operation and its floor, and its table has a line for each; no time is asserted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBuiltCommand } from '../scripts/faults/built-command.js';
import { measureAll, type Row } from './measure/measure-all.js';
import { operations } from './operations/all.js';
import { startUps } from './operations/start-up.js';
import { renderResults } from './results.js';
import { TINY } from './sizes.js';
import { isMet, tableHead, tableLine } from './table.js';
import { Workplace } from './workload/workplace.js';

const root = mkdtempSync(join(tmpdir(), 'flowmcp-bench-'));
let rows: Row[] = [];

beforeAll(async () => {
  await using built = await openBuiltCommand();
  const workplace = new Workplace({ root, command: built.path, now: new Date() });
  rows = measureAll({ workplace, sizes: [TINY], runsAt: () => 1 });
}, 240_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the benchmark', () => {
  it('measures every operation once at a size, and every start of a command', () => {
    const expected = [...operations, ...startUps].map(({ id }) => id);
    expect(rows.map(({ id }) => id)).toEqual(expected);
  });

  it('records processor time and memory of each, and of its floor', () => {
    for (const { id, measured } of rows) {
      expect(measured.cpuMs, id).toBeGreaterThan(1);
      expect(measured.floorCpuMs, id).toBeGreaterThan(1);
      expect(measured.megabytes, id).toBeGreaterThan(10);
      expect(measured.cpuRatio, id).toBeCloseTo(measured.cpuMs / measured.floorCpuMs);
    }
  });

  it('prints a line for each of them within 100 columns', () => {
    const lines = [tableHead(), ...rows.map((row) => tableLine(row, rows))];
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    for (const [at, { title }] of rows.entries()) expect(lines[at + 1]).toContain(title);
  });

  it('names a cause for each target that is missed', () => {
    const [first] = rows as [Row];
    const missed: Row = { ...first, title: 'too slow', targets: [{ what: 'ratio', most: 0 }] };
    expect(isMet({ what: 'ratio', most: 0 }, missed)).toBe(false);
    const text = renderResults([missed], {
      sizes: [TINY],
      runs: [1],
      loadBefore: 0,
      loadAfter: 0,
      measuredAt: new Date(0),
    });
    expect(text).toContain('MISS 0');
    expect(text).toContain('**too slow, tiny**');
  });

  it('compares growth with the next smaller size', () => {
    const [first] = rows as [Row];
    const at = (factor: number, cpuMs: number): Row => ({
      ...first,
      size: { ...TINY, factor },
      measured: { ...first.measured, cpuMs },
    });
    const [small, middle, large] = [at(1, 100), at(10, 1000), at(100, 20_000)];
    const all = [small, middle, large];
    expect(tableLine(small, all)).not.toMatch(/ 1\.00 +$/);
    expect(tableLine(middle, all)).toContain(' 1.00');
    expect(tableLine(large, all)).toContain(' 2.00');
  });
});

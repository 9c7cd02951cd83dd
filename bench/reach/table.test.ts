import { describe, expect, it } from 'vitest';
import { drawSample, renderExchanges } from './sample.js';
import { renderTable } from './table.js';

describe('the table of reach', () => {
  it('counts tools and schemas of each step, what is left after the last, and causes', () => {
    const tool = (
      id: string,
      working: number,
      causes: readonly (string | null)[],
      isParameterless = false,
    ) => ({
      ...{ id, working, isParameterless, causes: { old: causes[0] ?? null, new: causes[1] ?? null } },
    });
    const text = renderTable({
      versions: ['old', 'new'],
      steps: [
        {
          step: 'as it is',
          tools: [
            tool('a.one.x', 3, [null, null]),
            tool('a.one.y', 2, ['few', null]),
            tool('a.two.z', 0, ['few', 'list']),
          ],
          refused: ['VAL001 no main'],
        },
        {
          step: 'after fix',
          tools: [
            tool('a.one.x', 3, [null, null]),
            tool('a.one.y', 2, ['few', null], true),
            tool('a.two.z', 0, ['lost', 'lost']),
            tool('a.three.u', 1, ['few', 'few']),
          ],
          refused: [],
        },
      ],
    });
    const row = (label: string, old: string, fresh: string) =>
      `${label.padEnd(44)}${old.padStart(22)}${fresh.padStart(22)}`;
    expect(text.split('\n')).toEqual([
      '3 tools in 2 schemas; refused by the gate: 1',
      ...['', row('', 'old', 'new')],
      ...['', 'tools that pass'],
      row('  as it is', '1 (33.3 %)', '2 (66.7 %)'),
      row('  after fix', '1 (25.0 %)', '2 (50.0 %)'),
      ...['', 'schemas whose tools all pass'],
      row('  as it is', '0 (0.0 %)', '1 (50.0 %)'),
      row('  after fix', '0 (0.0 %)', '1 (33.3 %)'),
      ...['', 'left after fix'],
      row('  no test works', '1', '1'),
      row('  tests have to be written', '2', '1'),
      row('    of tools without parameters', '1', '0'),
      ...['', 'below the bar of old', '     2  few'],
      ...['', 'below the bar of new', '     1  list'],
      ...['', 'refused', '     1  VAL001 no main'],
    ]);
  });

  it('divides by no tools', () => {
    const text = renderTable({ versions: ['old'], steps: [{ step: 'as it is', tools: [], refused: [] }] });
    expect(text).toContain('0 tools in 0 schemas');
  });
});

describe('the drawn sample', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

  it('is the same for the same seed, whatever the order, and another for another', () => {
    const drawn = drawSample(ids, { count: 3, seed: 7 });
    expect(new Set(drawn).size).toBe(3);
    expect(drawSample([...ids].reverse(), { count: 3, seed: 7 })).toEqual(drawn);
    const others = [1, 2, 3, 4, 5].map((seed) => drawSample(ids, { count: 3, seed }).join());
    expect(new Set(others).size).toBeGreaterThan(1);
  });

  it('is at most everything', () => {
    expect(drawSample(ids, { count: 20, seed: 1 }).sort()).toEqual(ids);
  });

  it('shows each request with its answer', () => {
    const exchange = {
      request: { method: 'POST', url: 'https://a.example/x', headers: {}, body: '{"q":1}' },
      answer: { contentType: 'application/json', body: '{"ok":1}' },
    };
    expect(renderExchanges({ id: 'a.one.x', exchanges: [exchange] })).toBe(
      'a.one.x\n  POST https://a.example/x\n  {"q":1}\n  → application/json\n    {"ok":1}',
    );
    expect(renderExchanges({ id: 'a.one.y', exchanges: [] })).toBe('a.one.y\n  no request');
  });
});

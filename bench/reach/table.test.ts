import { describe, expect, it } from 'vitest';
import { drawSample, renderExchanges } from './sample.js';
import { renderTable } from './table.js';

describe('the table of reach', () => {
  it('counts tools, whole schemas and causes for each specification', () => {
    const text = renderTable({
      versions: ['old', 'new'],
      tools: [
        { id: 'a.one.x', causes: { old: null, new: null } },
        { id: 'a.one.y', causes: { old: 'few', new: null } },
        { id: 'a.two.z', causes: { old: 'few', new: 'list' } },
      ],
      refused: ['VAL001 no main'],
    });
    expect(text.split('\n')).toEqual([
      '3 tools in 2 schemas; refused by the gate: 1',
      '',
      `${' '.repeat(47)}old${' '.repeat(17)}new`,
      'tools that pass                         1 (33.3 %)          2 (66.7 %)',
      'schemas whose tools all pass             0 (0.0 %)          1 (50.0 %)',
      ...['', 'below the bar of old', '     2  few'],
      ...['', 'below the bar of new', '     1  list'],
      ...['', 'refused', '     1  VAL001 no main'],
    ]);
  });

  it('divides by no tools', () => {
    expect(renderTable({ versions: ['old'], tools: [], refused: [] })).toContain('0 tools in 0 schemas');
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

import { describe, expect, it } from 'vitest';
import { fatal } from '../../src/problems/error-codes.js';
import { eachTarget } from '../../src/target/each-target.js';

describe('eachTarget', () => {
  it('lets waiting events, such as a signal, run between two targets', async () => {
    const seen: string[] = [];
    await eachTarget(['a', 'b'], [], (name) => {
      seen.push(name);
      setImmediate(() => seen.push(`turn after ${name}`));
    });
    expect(seen.slice(0, 3)).toEqual(['a', 'turn after a', 'b']);
  });

  it('continues after a target with a problem, and reports the problem', async () => {
    const errors: Parameters<typeof eachTarget>[1] = [];
    const results = await eachTarget(['a', 'b', 'c'], errors, (name, at) => {
      if (name === 'b') throw fatal('TGT-005', undefined, { target: name });
      return `${at} ${name}`;
    });
    expect(results).toEqual(['0 a', '2 c']);
    expect(errors.map(({ code }) => code)).toEqual(['TGT-005']);
  });
});

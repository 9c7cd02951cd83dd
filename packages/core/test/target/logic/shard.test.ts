// Every target is in exactly one shard, by its name alone, and the shards have about the same size.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInShard } from '../../../src/target/logic/shard.js';

const shardsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => at + 1).filter((index) => isInShard(name, { index, count }));

describe('shards', () => {
  it('contain each name once', () => {
    const name = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 40 }), (text, count) => {
        expect(shardsOf(text, count)).toHaveLength(1);
      }),
    );
  });

  it('stay the same from version to version, because islands outlive versions', () => {
    const names = ['providers/amber', 'providers/basalt', 'providers/cobalt', 'selections/minerals'];
    expect(names.map((name) => shardsOf(name, 4)[0])).toEqual([1, 2, 2, 4]);
  });

  it('of 10,000 names each have a sixteenth, give or take a quarter', () => {
    const sizes = new Map<number, number>();
    for (let at = 0; at < 10_000; at += 1) {
      const [shard = 0] = shardsOf(`providers/provider-${at}`, 16);
      sizes.set(shard, (sizes.get(shard) ?? 0) + 1);
    }
    expect([...sizes.values()].every((size) => size > 625 * 0.75 && size < 625 * 1.25)).toBe(true);
  });

  it('contain everything without a shard option', () => {
    expect(isInShard('providers/amber', null)).toBe(true);
  });
});

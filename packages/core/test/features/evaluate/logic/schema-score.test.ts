// The soundness of a value: fixing an error never costs more, through the errors below it, than the error did.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { soundnessOf } from '../../../../src/features/evaluate/logic/schema-score.js';
import type { ValuePath } from '../../../../src/sources/logic/module-reading.js';
import { formatValuePath } from '../../../../src/values/value-path.js';

describe('soundness', () => {
  it.each<[readonly string[], number]>([
    [[], 1],
    [['main'], 0],
    [['main.namespace'], 1 / 2],
    [['main.tools.ping'], 3 / 4],
    [['main.tools.ping.path'], 7 / 8],
    [['main.tools["odd name"].path'], 7 / 8],
    [['main.tags[1]'], 3 / 4],
    // Paths outside the export, and without any place.
    [['handlers'], 1 / 2],
    [['module'], 1 / 2],
    // An error hides those below it, and a repeated one counts once.
    [['main.tools', 'main.tools.ping.path'], 1 / 2],
    [['main.tools.ping', 'main.tools.ping'], 3 / 4],
    [['main.name', 'main.tools.ping'], 3 / 8],
    [['main.tags[0]', 'main.tags[1]'], 5 / 8],
  ])('%j', (paths, soundness) => {
    expect(soundnessOf('main', paths)).toBeCloseTo(soundness, 12);
  });
});

const path = fc.array(fc.oneof(fc.nat(3), fc.string({ maxLength: 4 })), { maxLength: 4 });
const write = (paths: readonly ValuePath[]) => paths.map((one) => formatValuePath('main', one));

describe('for any errors', () => {
  it('it is from 0 to 1, and 1 only without errors', () => {
    fc.assert(
      fc.property(fc.array(path), (paths) => {
        const soundness = soundnessOf('main', write(paths));
        expect(soundness).toBeGreaterThanOrEqual(0);
        expect(soundness).toBeLessThanOrEqual(1);
        expect(soundness === 1).toBe(paths.length === 0);
      }),
    );
  });

  it('it never falls when an error is fixed, even if that reveals others below it', () => {
    fc.assert(
      fc.property(fc.array(path), path, fc.array(path), (others, mended, below) => {
        const before = soundnessOf('main', write([...others, mended]));
        const light = below.filter((steps) => steps.length > 0).map((steps) => [...mended, ...steps]);
        const after = soundnessOf('main', write([...others, ...light]));
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

// Flags about calls reach the use case; whatever they leave open is the use case's choice.
import { expect, it } from 'vitest';
import { askingOptions } from '../src/asking/asking-options.js';

it('passes on every flag, including zeros', () => {
  expect(askingOptions({ concurrency: 20, retries: 0, throttle: 0, cache: 'kept' })).toEqual({
    concurrency: 20,
    retries: 0,
    throttleMs: 0,
    cache: 'kept',
  });
});

it('leaves out what no flag sets', () => {
  expect(Object.keys(askingOptions({}))).toEqual([]);
});

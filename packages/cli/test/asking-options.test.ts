// What the flags say of calls reaches the use case; what they do not say is its own choice.
import { expect, it } from 'vitest';
import { askingOptions } from '../src/asking/asking-options.js';

it('hands on every flag, zeros too', () => {
  expect(askingOptions({ concurrency: 20, retries: 0, throttle: 0, cache: 'kept' })).toEqual({
    concurrency: 20,
    retries: 0,
    throttleMs: 0,
    cache: 'kept',
  });
});

it('leaves out what is not said', () => {
  expect(Object.keys(askingOptions({}))).toEqual([]);
});

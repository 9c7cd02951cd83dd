// Output, written files and exit codes of the command line: the cases in the folder lint.
import { afterAll, beforeAll, vi } from 'vitest';
import { testGoldenCases } from '../golden-cases.js';

// Entries of a configuration have a last day, and none may be far ahead.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:00:00Z') });
});
afterAll(() => {
  vi.useRealTimers();
});
testGoldenCases('lint');

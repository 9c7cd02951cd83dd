/**
 * How often a property is tried: the given number, or FUZZ_RUNS for a nightly run (CONTRIBUTING.md, Fuzzing). Only this
 * function reads the variable.
 */
export function fuzzRuns(usual: number): number {
  const text = process.env.FUZZ_RUNS;
  if (text === undefined) return usual;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`FUZZ_RUNS is "${text}"; a number of runs was expected`);
  return Number(text);
}

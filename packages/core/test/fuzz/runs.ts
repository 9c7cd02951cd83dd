/**
 * How often a property is tried: as often as it says, or FUZZ_RUNS times for a night (CONTRIBUTING.md, Fuzzing).
 * The one place that reads the variable.
 */
export function fuzzRuns(usual: number): number {
  const text = process.env.FUZZ_RUNS;
  if (text === undefined) return usual;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`FUZZ_RUNS is "${text}"; a number of runs was expected`);
  return Number(text);
}

/** Numbers that are the same for the same seed. */
export function createRandom(seed: number) {
  let state = seed;
  return {
    /** A whole number from 0 to below `end`. */
    below(end: number): number {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * end);
    },
  };
}

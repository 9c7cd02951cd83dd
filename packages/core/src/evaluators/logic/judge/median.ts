/** The middle one of some numbers, or the mean of the middle two. At least one. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] as number) + (sorted[Math.floor(half)] as number)) / 2;
}

/** The range of the numbers: max − min. */
export function spread(numbers: readonly number[]): number {
  return Math.max(...numbers) - Math.min(...numbers);
}

/** The first item whose number is nearest to this one. At least one. */
export function nearest<T>(items: readonly T[], numberOf: (item: T) => number, to: number): T {
  return items.reduce((best, next) =>
    Math.abs(numberOf(next) - to) < Math.abs(numberOf(best) - to) ? next : best,
  );
}

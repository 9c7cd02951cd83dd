import type { Exchange } from './mock/client.js';

/** Draws from a list, the same for the same seed. */
export function drawSample(
  from: readonly string[],
  { count, seed }: { count: number; seed: number },
): string[] {
  const left = [...from].sort();
  const random = createRandom(seed);
  const drawn: string[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}

/** Numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A tool's requests with their mock answers, to compare with what the API really says. */
export function renderExchanges({
  id,
  exchanges,
}: {
  readonly id: string;
  readonly exchanges: readonly Exchange[];
}): string {
  if (exchanges.length === 0) return `${id}\n  no request`;
  const lines = exchanges.flatMap(({ request: { method, url, body }, answer }) => [
    `  ${method} ${url}`,
    ...(body === undefined ? [] : [`  ${body}`]),
    `  → ${answer.contentType}`,
    ...answer.body.split('\n').map((line) => `    ${line}`),
  ]);
  return [id, ...lines].join('\n');
}

// The next step that a state proposes changes something or succeeds, and three steps never lead in a circle.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bytesBelow, ISLANDS, placeIsland } from './place-island.js';
import { runCommand } from './run-command.js';

/** The day on which the fixtures were made, so that nothing has aged. */
const CLOCK = new Date('2026-11-29T12:00:00Z');
const STEPS = 3;

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: CLOCK });
});
afterAll(() => {
  vi.useRealTimers();
});

/** Steps that a person takes: editing sources, and grading prompts. */
const isByHand = (command: string) => command.includes('<folder of ') || command.endsWith(' scores.json');
/** The last step: everything is graded. */
const isEnd = (command: string) => command.startsWith('flowmcp grading export ');

it.each(targetsOf())('%s: %s', async (situation, target) => {
  await using place = await createFixture({ home: {}, work: {} });
  const island = join(place.path, 'island');
  placeIsland(join(ISLANDS, situation), { island, work: join(place.path, 'work') });
  const run = (words: readonly string[]) =>
    runCommand(words, {
      cwd: join(place.path, 'work'),
      home: join(place.path, 'home'),
      env: { FLOWMCP_GRADING_DATA: island },
    });
  const seen: string[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    const { stdout } = await run(['grading', 'state', target, '--json']);
    const { command } = JSON.parse(stdout).results[0].nextAction;
    expect(seen, 'the same step again').not.toContain(command);
    seen.push(command);
    if (isByHand(command)) return;
    const before = bytesBelow(island);
    const words = command.split(' ').slice(1);
    const { code } = await run(words.includes('emit') ? [...words, '--offline'] : words);
    const isChanged = JSON.stringify([...bytesBelow(island)]) !== JSON.stringify([...before]);
    expect(code === 0 || isChanged, command).toBe(true);
    if (isEnd(command)) return;
  }
});

function targetsOf(): (readonly [string, string])[] {
  return foldersIn(ISLANDS).flatMap((situation) =>
    ['providers', 'selections'].flatMap((kind) =>
      foldersIn(join(ISLANDS, situation, 'island', kind)).map((id) => [situation, `${kind}/${id}`] as const),
    ),
  );
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

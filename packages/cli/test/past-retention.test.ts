// Entries older than 180 days are flagged for archiving by five commands in the same words, with no other
// effect.
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GRADING_FORMATS } from '../../core/src/features/report/logic/render.js';
import { bytesBelow, ISLANDS, placeIsland } from './place-island.js';
import { runCommand } from './run-command.js';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/**
 * Time of every entry of harbourhours, which has one retired schema, and of all but two entries of tidewatch.
 */
const TIDEWATCH = Date.parse('2026-11-28T13:15:19Z');
const HARBOURHOURS = Date.parse('2026-11-28T13:16:22Z');
const DAYS_180 = 180 * 24 * 60 * 60 * 1000;
/** The same in every command. */
const words = (entries: number) =>
  `${entries} entries older than 180 days, the oldest from 2026-11-28: due for the archive`;

/** Each command with the part it shows: the words or, in a document, the entries themselves. */
const COMMANDS: readonly (readonly string[])[] = [
  ['state'],
  ['plan'],
  ['history'],
  ['verify'],
  ...GRADING_FORMATS.map((format) => ['report', '--format', format]),
];

interface Asked {
  readonly code: number;
  readonly text: string;
  readonly changed: boolean;
}

/** A copy of an island, and a function that runs a command on it at a given time. */
async function openIsland(situation: string) {
  const place = await createFixture({ home: {}, work: {} });
  const [island, cwd, home] = ['island', 'work', 'home'].map((name) => join(place.path, name)) as [
    string,
    string,
    string,
  ];
  placeIsland(join(ISLANDS, situation), { island, work: cwd });
  const run = (words: readonly string[], at: number) => {
    vi.setSystemTime(at);
    return runCommand(['grading', ...words], { cwd, home, env: { FLOWMCP_GRADING_DATA: island } });
  };
  return { run, bytes: () => [...bytesBelow(island)], [Symbol.asyncDispose]: () => place.rm() };
}

/** The output of a command at a given time, and whether any byte of the island changed. */
async function ask(situation: string, words: readonly string[], at: number): Promise<Asked> {
  await using island = await openIsland(situation);
  const before = JSON.stringify(island.bytes());
  const { code, stdout, stderr } = await island.run(words, at);
  return { code, text: stdout + stderr, changed: JSON.stringify(island.bytes()) !== before };
}

/** The single target in a command's JSON document. */
async function askTarget(
  situation: string,
  words: readonly string[],
  at: number,
): Promise<Record<string, unknown>> {
  const { text } = await ask(situation, words, at);
  const document = JSON.parse(text);
  return (document.results ?? document.targets)[0];
}

describe.each(COMMANDS)('%s %s %s', (...command) => {
  it.each([
    ['a second before', -1000, false],
    ['exactly', 0, false],
    ['a second after', 1000, true],
  ])('%s 180 days', async (_, apart, isFlagged) => {
    const at = TIDEWATCH + DAYS_180 + apart;
    const { code, text, changed } = await ask('graded-whole', [...command, 'tidewatch'], at);
    const shown = command.includes('json') ? '"pastRetention": [' : words(11);
    expect([code, text.includes(shown), changed]).toEqual([0, isFlagged, false]);
    expect(/older than|pastRetention/.test(text)).toBe(isFlagged);
  });
});

describe.each([['state'], ['plan'], ['history'], ['verify'], ['report']])('the JSON of %s', (command) => {
  it('lists only the entries of that time, even if a newer one decides', async () => {
    const at = TIDEWATCH + DAYS_180;
    const named = ['--json', 'tidewatch'];
    const before = await askTarget('graded-whole', [command, ...named], at);
    const { pastRetention, ...after } = await askTarget('graded-whole', [command, ...named], at + 1000);
    const entries = pastRetention as string[];
    expect(entries).toHaveLength(11);
    const gradings = 'tides/tools/getNextTide/_gradings';
    expect(entries).toContain(`${gradings}/single-test--2026-11-28T13-15-19Z.json`);
    expect(entries).not.toContain(`${gradings}/single-test--2026-11-28T13-15-25Z.json`);
    // No other output changes: no status, no grade, no finding. The index of that version is derived on
    // demand.
    expect(withoutFlag(after)).toEqual(withoutFlag(before));
  });

  it('includes those of a retired schema, and only its own for a schema named alone', async () => {
    const at = HARBOURHOURS + DAYS_180 + 1000;
    const whole = await askTarget('retired', [command, '--json', 'harbourhours'], at);
    expect(whole.pastRetention).toHaveLength(6);
    expect(whole.pastRetention).toContain(
      'evenings/tools/getEvenings/_gradings/single-test--2026-11-28T13-16-22Z.json',
    );
    if (command === 'verify') return;
    const one = await askTarget('retired', [command, '--json', 'harbourhours/hours'], at);
    expect(one.pastRetention).toEqual([
      'hours/_gradings/tools-aggregate-schema--2026-11-28T13-16-22Z.json',
      'hours/tools/getHours/_gradings/single-test--2026-11-28T13-16-22Z.json',
    ]);
  });
});

/** A target without the time of its index and without the line of verify. */
function withoutFlag({ updatedAt: _, warnings, ...rest }: Record<string, unknown>): unknown {
  return { ...rest, warnings: (warnings as { code: string }[]).filter(({ code }) => code !== 'VFY-031') };
}

describe('the flag', () => {
  const at = TIDEWATCH + DAYS_180 + 1000;

  it('is an info of verify, even with --strict', async () => {
    const { warnings } = (await askTarget('graded-whole', ['verify', '--json', 'tidewatch'], at)) as {
      warnings: readonly { code: string; severity: string }[];
    };
    expect(warnings.filter(({ code }) => code === 'VFY-031').map(({ severity }) => severity)).toEqual([
      'info',
    ]);
    const strict = ['verify', '--strict', 'tidewatch'];
    const [before, after] = [
      await ask('graded-whole', strict, at - 1000),
      await ask('graded-whole', strict, at),
    ];
    expect(after.text).toContain(`VFY-031   ${words(11)}`);
    expect(after.code).toBe(before.code);
  });

  it('appears in the history beside each entry it concerns', async () => {
    const { text } = await ask('graded-whole', ['history', 'tidewatch/tool/getNextTide'], at);
    const lines = text.split('\n').filter((line) => /^ {2}2026/.test(line));
    expect(lines.map((line) => [line.slice(2, 22), line.includes('due for the archive')])).toEqual([
      ['2026-11-28T13-15-19Z', true],
      ['2026-11-28T13-15-25Z', false],
    ]);
  });

  it('covers only the entries of a selection if that is named', async () => {
    const target = 'selections/lyre-port-calls';
    const { pastRetention } = await askTarget('selection-with-a', ['state', '--json', target], at + DAYS_180);
    expect(pastRetention).toHaveLength(6);
    expect(pastRetention).toContainEqual(expect.stringMatching(/^_gradings\/selection-aggregate--.*\.json$/));
  });

  it('is one line over all targets of a table', async () => {
    const all = await ask('retired', ['plan', '--all'], HARBOURHOURS + DAYS_180 + 10_000);
    expect(all.text.match(/older than 180 days/g)).toHaveLength(1);
    expect(all.text).toContain(words(12));
  });

  it('changes no byte of an index that is written again', async () => {
    await using island = await openIsland('retired');
    await island.run(['rebuild', 'harbourhours'], HARBOURHOURS + DAYS_180);
    const before = island.bytes();
    const { code } = await island.run(['rebuild', 'harbourhours'], HARBOURHOURS + DAYS_180 + 1000);
    expect([code, island.bytes()]).toEqual([0, before]);
  });
});

// Islands of an earlier version are read, verified, gated and derived as before, except for listed
// differences with their reasons.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listDifferences, readListedDifferences } from './listed-differences.js';
import { bytesBelow, ISLANDS, placeIsland } from './place-island.js';
import { runCommand } from './run-command.js';

/** Time at which the earlier version ran, so that ageing and dates stay as recorded. */
const CLOCK = new Date('2026-11-29T12:00:00Z');
const listed = readListedDifferences(new URL('./islands/', import.meta.url).pathname);
const met = new Set<string>();

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: CLOCK });
});
afterAll(() => {
  vi.useRealTimers();
});

describe.each(foldersOf(ISLANDS))('%s', (situation) => {
  it('gives the recorded outputs, keeps every fact, and derives the same index', async () => {
    const recorded = join(ISLANDS, situation, 'outputs');
    await using place = await createFixture({ home: {}, out: {}, work: {} });
    const island = join(place.path, 'island');
    placeIsland(join(ISLANDS, situation), { island, work: join(place.path, 'work') });

    const found: string[] = [];
    const compare = (output: string, before: string, now: string) =>
      found.push(...listDifferences({ situation, output, before, now }));
    for (const output of READING) {
      compare(output, readText(recorded, output), await ask(output, recorded, place.path));
    }
    expect(bytesBelow(island), 'reading changes no file').toEqual(bytesPlaced(situation));
    compare('rebuild.txt', readText(recorded, 'rebuild.txt'), await ask('rebuild.txt', recorded, place.path));
    found.push(...compareFiles(situation, bytesBelow(island)));
    for (const output of WRITING.filter((name) => existsSync(join(recorded, name)))) {
      compare(output, readText(recorded, output), await ask(output, recorded, place.path));
    }

    const unlisted = found.filter((difference) => {
      const rows = listed.filter(({ matches }) => matches(difference));
      for (const { row } of rows) met.add(row);
      return rows.length === 0;
    });
    expect(unlisted.join('\n'), 'differences that no file of packages/cli/test/islands lists').toBe('');
  });
});

it('each listed difference occurs', () => {
  expect(listed.map(({ row }) => row).filter((row) => !met.has(row))).toEqual([]);
});

const READING = [
  'state.txt',
  'state.json',
  'verify.txt',
  'gate.txt',
  'explain.txt',
  'history.txt',
  'plan.txt',
  'report.md',
];
/** Run in this order, each on the result of the one before. */
const WRITING = ['export.txt', 'consume.txt'];

/** Runs the command of a recorded output, and returns its output in comparable form. */
async function ask(output: string, recorded: string, place: string): Promise<string> {
  const folders = {
    '/srv/island': `${place}/island`,
    '/srv/out': `${place}/out`,
    '/srv/work': `${place}/work`,
  };
  const [text = ''] = readText(recorded, output.replace('.json', '.txt')).split('\n');
  const line = output.endsWith('.json') ? `${text} --json` : text;
  const words = line.replace('$ flowmcp ', '').split(' ');
  const result = await runCommand(
    words.map((word) => Object.entries(folders).reduce((left, [was, is]) => left.replace(was, is), word)),
    { cwd: `${place}/work`, home: `${place}/home`, env: { FLOWMCP_GRADING_DATA: `${place}/island` } },
  );
  const { code, stdout, stderr } = result;
  const shown = output.endsWith('.json')
    ? stdout
    : [`${line}\n`, stdout, ...(stderr === '' ? [] : [`‹stderr›\n`, stderr]), `‹exit ${code}›\n`].join('');
  return Object.entries(folders).reduce((left, [was, is]) => left.replaceAll(is, was), shown);
}

/**
 * Differences in index.json and lines added to a journal are listed like those of an output; no other file
 * may differ.
 */
function compareFiles(situation: string, after: ReadonlyMap<string, string>): string[] {
  const before = bytesPlaced(situation);
  expect([...after.keys()], 'a rebuild adds and removes no file').toEqual([...before.keys()]);
  return [...after].flatMap(([path, now]) => {
    const was = before.get(path) ?? '';
    if (now === was) return [];
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (name === 'audit.jsonl') expect(now.startsWith(was), `${path} is only added to`).toBe(true);
    else expect(name, `${path} keeps its bytes`).toBe('index.json');
    const found = listDifferences({ situation, output: name, before: was, now });
    expect(found, `${path} has the same content and other bytes`).not.toEqual([]);
    return found;
  });
}

function bytesPlaced(situation: string): Map<string, string> {
  const bytes = bytesBelow(join(ISLANDS, situation, 'island'));
  return new Map([['.gitignore', '*\n'], ...bytes]);
}

function foldersOf(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function readText(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

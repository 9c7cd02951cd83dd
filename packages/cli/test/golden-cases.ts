import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLyrePortsApi } from '../../../fixtures/mock-apis/lyre-port-calls.mjs';
import { startTidewatchApi } from '../../../fixtures/mock-apis/tidewatch.mjs';
import { type CommandLine, parseCommandLines } from './command-lines.js';
import { copySkeleton, fillScores } from './fill-scores.js';
import { runCommand } from './run-command.js';
import { scrub } from './scrub.js';

const CASES = new URL('./cases/', import.meta.url).pathname;
const FIXTURES = resolve(new URL('../../../fixtures', import.meta.url).pathname);
/** The tool itself, for cases that use it as an evaluator. */
const BIN = new URL('../src/bin.ts', import.meta.url).pathname;
const TSX = createRequire(import.meta.url).resolve('tsx');
const updating = process.env.UPDATE_CASES === '1';

let api: Awaited<ReturnType<typeof startTidewatchApi>>;
let lyre: Awaited<ReturnType<typeof startLyrePortsApi>>;

/**
 * Makes a test of every folder `cases/<command>/<case>`: `command.txt` (lines run one after the other),
 * `expected.txt` (their output and exit codes) and, if the case needs files of its own, `input/`, whose copy
 * becomes the current folder. A new case needs no code: write command.txt and run the tests with
 * UPDATE_CASES=1.
 */
export function testGoldenCases(command: string): void {
  beforeAll(async () => {
    [api, lyre] = await Promise.all([startTidewatchApi(), startLyrePortsApi()]);
  });
  afterAll(() => Promise.all([api.close(), lyre.close()]));
  it.each(foldersOf(join(CASES, command)))('%s', async (name) => {
    const folder = join(CASES, command, name);
    const printed = await runCase(folder);
    const expected = join(folder, 'expected.txt');
    if (updating) writeFileSync(expected, printed);
    expect(printed).toBe(readFileSync(expected, 'utf8'));
  });
}

async function runCase(folder: string): Promise<string> {
  await using fixture = await createFixture({ home: {}, out: {}, work: {} });
  const path = (name: string) => join(fixture.path, name);
  const input = join(folder, 'input');
  if (existsSync(input)) cpSync(input, path('work'), { recursive: true });
  const places = {
    FIXTURES,
    BIN,
    TSX,
    API: api.origin,
    LYRE: lyre.origin,
    ISLAND: path('island'),
    HOME: path('home'),
    OUT: path('out'),
    WORK: path('work'),
  };
  const blocks: string[] = [];
  for (const line of parseCommandLines(readFileSync(join(folder, 'command.txt'), 'utf8'), places)) {
    const [first, ...words] = line.words;
    if (first === 'flowmcp') blocks.push(scrub(await runLine(line, words, places), places));
    else prepare(line);
  }
  return blocks.join('\n');
}

async function runLine(
  { text, env }: CommandLine,
  words: readonly string[],
  places: { readonly WORK: string; readonly HOME: string; readonly ISLAND: string },
): Promise<string> {
  // Unless a line names another island, use that of the case, never one elsewhere on the machine.
  const { COLUMNS, ...others } = env;
  const settings = { FLOWMCP_GRADING_DATA: places.ISLAND, ...others };
  const { code, stdout, stderr } = await runCommand(words, {
    cwd: places.WORK,
    home: places.HOME,
    columns: COLUMNS === undefined ? undefined : Number(COLUMNS),
    env: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== 'unset')),
  });
  return [`$ ${text}\n`, stdout, ...(stderr === '' ? [] : [`‹stderr›\n`, stderr]), `‹exit ${code}›\n`].join(
    '',
  );
}

/** Steps of a case that are not commands of the tool. */
function prepare({ text, words: [step, ...args] }: CommandLine): void {
  const [from = '', to = '', score = '', ...words] = args;
  if (step === '@fill-scores') {
    const open = words.filter((word) => word !== 'with-hints');
    fillScores(from, to, Number(score), { withHints: words.includes('with-hints'), open });
  } else if (step === '@skeleton') copySkeleton(from, to, Number(score));
  else if (step === '@copy') cpSync(from, to, { recursive: true });
  else if (step === '@remove') rmSync(from, { recursive: true });
  else if (step === '@git-commit') commitAll(from);
  else if (step === '@damage') {
    for (const name of readdirSync(from)) writeFileSync(join(from, name), '{');
  } else if (step === '@write') {
    mkdirSync(join(from, '..'), { recursive: true });
    writeFileSync(from, to);
  } else throw new Error(`no step of a case: ${text}`);
}

function commitAll(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'all');
}

function foldersOf(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

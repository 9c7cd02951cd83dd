/**
 * Measures every main operation of the built command against a plain loop over the same files.
 *
 *   npm run bench                          every operation at 1×, 10×, 100× and of a registry; writes bench/results.md
 *   npm run bench -- --size 10             at one size: 1, 10, 100, registry or catalogue
 *   npm run bench -- --catalogue <folder>  also on a folder of provider folders
 *   npm run bench -- --only rebuild        operations whose ids begin with it
 *   npm run bench -- --runs 3              that many runs of each
 *   npm run bench -- --work /tmp/bench     keep files and measurements there, and reuse them in the next run
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBuiltCommand } from '../scripts/faults/built-command.js';
import { measureAll, type Row } from './measure/measure-all.js';
import { renderResults } from './results.js';
import { FACTORS, REGISTRY, type Size, sizeOf, sizeOfCatalogue } from './sizes.js';
import { tableHead, tableLine } from './table.js';
import { Workplace } from './workload/workplace.js';

const RESULTS = fileURLToPath(new URL('results.md', import.meta.url));
/** Runs at large sizes take minutes but vary less. */
const RUNS: Readonly<Record<string, number>> = { '1×': 7, '10×': 5, '100×': 2, catalogue: 3 };
const START_UP_RUNS = 15;

const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    catalogue: { type: 'string' },
    only: { type: 'string' },
    runs: { type: 'string' },
    work: { type: 'string' },
  },
});
const all = [
  ...FACTORS.map(sizeOf),
  ...(values.catalogue === undefined ? [] : [sizeOfCatalogue(resolve(values.catalogue))]),
  REGISTRY,
];
const sizes = values.size === undefined ? all : [parseSize(values.size)];
const runs = values.runs === undefined ? null : parseRuns(values.runs);
const runsAt = (size: Size | null) => runs ?? (size ? (RUNS[size.name] ?? 1) : START_UP_RUNS);

const root = values.work === undefined ? mkdtempSync(join(tmpdir(), 'flowmcp-bench-')) : resolve(values.work);
mkdirSync(root, { recursive: true });
const built = await openBuiltCommand();
const [loadBefore = 0] = loadavg();
const kept = join(root, 'rows.json');
const known: Row[] = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : [];
const other = known.find(
  ({ size }) => size?.catalogue !== undefined && !all.some(({ catalogue }) => catalogue === size.catalogue),
);
if (other) throw new Error(`--work: it holds another catalogue, ${other.size?.catalogue}`);
const rows: Row[] = [];
try {
  console.log(tableHead());
  measureAll({
    workplace: new Workplace({ root, command: built.path, now: new Date() }),
    sizes,
    only: values.only,
    runsAt,
    known,
    onRow: (row) => {
      rows.push(row);
      if (!known.includes(row)) known.push(row);
      writeFileSync(kept, JSON.stringify(known));
      console.log(tableLine(row, rows));
    },
  });
} finally {
  await built[Symbol.asyncDispose]();
  if (values.work === undefined) rmSync(root, { recursive: true, force: true });
}
if (rows.length === 0) throw new Error(`--only: no operation of these sizes begins with "${values.only}"`);
const isWhole = values.size === undefined && values.only === undefined;
if (isWhole) {
  const [loadAfter = 0] = loadavg();
  const told = [...sizes.map(runsAt), runsAt(null)];
  writeFileSync(
    RESULTS,
    renderResults(rows, { sizes, runs: told, loadBefore, loadAfter, measuredAt: new Date() }),
  );
}

function parseSize(text: string): Size {
  const names = all.map(({ name }) => name.replace('×', ''));
  const found = all[names.indexOf(text)];
  if (found === undefined) throw new Error(`--size: one of ${names.join(', ')}, not "${text}"`);
  return found;
}

function parseRuns(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--runs: a number of runs, not "${text}"`);
  return number;
}

// npm run pictures: makes the pictures of README.md by running the project's own commands on the samples.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTidewatchApi } from '../fixtures/mock-apis/tidewatch.mjs';
import { openBrowser } from '../packages/core/test/documents/open-browser.js';
import { drawTerminal } from './pictures/draw-terminal.js';
import { ROOT } from './source-files.js';

const FOLDER = `${ROOT}docs/pictures/`;
const TSX = createRequire(import.meta.url).resolve('tsx');

const place = mkdtempSync(join(tmpdir(), 'flowmcp-pictures-'));
const api = await startTidewatchApi();
try {
  mkdirSync(FOLDER, { recursive: true });
  await gradeSample();
  await picture('explain.svg', 'grading explain tidewatch/tool/getNextTide');
  await picture('lint.svg', 'lint --stdio -- node fixtures/mcp-servers/careless.mjs');
  await photograph('report.png', 'grading report tidewatch --format html');
} finally {
  await api.close();
  rmSync(place, { recursive: true, force: true });
}

/** Grades the sample provider in one run, with the sample grader. */
async function gradeSample(): Promise<void> {
  const island = join(place, 'island');
  const map = `https://api.tidewatch.example=${api.origin}`;
  const scores = join(place, 'scores.json');
  await run(`grading import fixtures/providers/tidewatch`);
  await run(`grading emit tidewatch --origin-map ${map} --allow-host 127.0.0.1`);
  await start(['scripts/example-grader.ts', join(island, 'providers/tidewatch/prompts.json'), scores]);
  await run(`grading hand-in tidewatch ${scores}`);
}

async function picture(name: string, words: string): Promise<void> {
  const printed = (await run(words)).replaceAll(`${place}/`, '');
  writeFileSync(FOLDER + name, drawTerminal(`flowmcp ${words}`, printed));
}

async function photograph(name: string, words: string): Promise<void> {
  const file = join(place, 'report.html');
  await run(`${words} --out ${file}`);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 800 }, deviceScaleFactor: 1 });
    await page.goto(pathToFileURL(file).href);
    await page.screenshot({ path: FOLDER + name });
  } finally {
    await browser.close();
  }
}

/** Runs the command of this checkout and returns its output, with colours. */
function run(words: string): Promise<string> {
  return start(['packages/cli/src/bin.ts', ...words.split(' ')]);
}

async function start(words: readonly string[]): Promise<string> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--import', TSX, '--conditions=flowmcp-source', ...words], {
    cwd: ROOT,
    env: {
      PATH,
      HOME: join(place, 'home'),
      FLOWMCP_GRADING_DATA: join(place, 'island'),
      FORCE_COLOR: '1',
      NODE_NO_WARNINGS: '1',
    },
  });
  let printed = '';
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  // 1 means that a finding fails, which is worth a picture.
  if (code !== 0 && code !== 1) throw new Error(`${words.join(' ')} ended with ${code}: ${told}`);
  return printed;
}

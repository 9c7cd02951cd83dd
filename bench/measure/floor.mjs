// The floor: a plain loop that walks, reads, hashes and parses the files an operation needs, and writes (and
// syncs) as many bytes into as many files as the operation did. It checks nothing, derives nothing, and knows
// no file formats.
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** @typedef {{ root: string, names: string, depth?: number }} Reads */
/** @typedef {{ core: string, reads: Reads[], modules: boolean, out: string, writes: [string, number][], sync: boolean }} Plan */

const [, , planFile] = process.argv;
/** @type {Plan} */
const plan = JSON.parse(readFileSync(planFile, 'utf8'));
const acorn = plan.modules ? createRequire(plan.core)('acorn') : null;
let seen = 0;
for (const { root, names, depth = Infinity } of plan.reads) take(root, new RegExp(names), depth);
const filler = Buffer.alloc(Math.max(0, ...plan.writes.map(([, bytes]) => bytes)), 'x');
const folders = new Set();
for (const [path, bytes] of plan.writes) put(join(plan.out, path), bytes);
if (plan.sync) for (const folder of folders) flush(folder);
if (seen === 0 && plan.reads.length > 0) throw new Error('the floor found nothing to read');

/** Takes a file, or all files of a folder whose paths match. */
function take(path, names, depth) {
  if (statSync(path).isFile()) takeFile(path);
  else walk(path, '', names, depth);
}

function walk(root, below, names, depth) {
  for (const item of readdirSync(join(root, below), { withFileTypes: true })) {
    const path = below === '' ? item.name : `${below}/${item.name}`;
    if (item.isDirectory()) {
      if (depth > 0) walk(root, path, names, depth - 1);
    } else if (names.test(path)) takeFile(join(root, path));
  }
}

function takeFile(path) {
  seen += 1;
  const bytes = readFileSync(path);
  createHash('sha256').update(bytes).digest('hex');
  const text = bytes.toString('utf8');
  if (path.endsWith('.json')) JSON.parse(text);
  else if (path.endsWith('.jsonl')) for (const line of text.split('\n')) line && JSON.parse(line);
  else if (path.endsWith('.mjs')) acorn.parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
}

function put(path, bytes) {
  const folder = dirname(path);
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
  folders.add(folder);
  if (!plan.sync) {
    writeFileSync(path, filler.subarray(0, bytes));
    return;
  }
  const file = openSync(path, 'w');
  writeSync(file, filler, 0, bytes);
  fsyncSync(file);
  closeSync(file);
}

function flush(path) {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

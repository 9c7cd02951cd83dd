// Holds imports to the rooms of AGENTS.md: pure code imports pure code, a feature is entered through its
// run.ts, and no file imports itself by way of others. A layer of a rule book is found by its version, and only
// spec/books names one.
import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { filesBelow, listSourceFiles, ROOT } from './source-files.js';

const CORE = 'packages/core/src/';
const PURE = /^(spec|values|problems|questions|rules|grade|documents)\/|\/logic\//;
/** Libraries that only compute, and the built-in modules that may each be used by one file. */
const PURE_LIBRARIES =
  /^(zod(\/.*)?|tldts|acorn|magic-string|minisearch|diff|eta\/core|junit-report-builder|sarif|ajv(\/.*)?)$/;
const BUILT_IN: Readonly<Record<string, string>> = {
  'spec/hash.ts': 'node:crypto',
  'keys/logic/hosts.ts': 'node:module',
  'features/report/logic/html.ts': 'node:zlib',
};
/** The rule books, and a layer of one. */
const BOOKS = `${CORE}spec/books/`;
const LAYER = /^spec\/books\/(?:\w+\/|registry\.generated)/;
/** What a browser runs, and the shapes that it exchanges with the command. */
const PAGE = 'packages/cli/src/review/page/';
const WIRE = 'packages/cli/src/review/wire.ts';
/** Files that only group what the rooms offer. */
const DOORS = /^(api\/|commands\.ts|index\.ts)/;

const IMPORT = /^(?:import|export)\b[^;'"`]*?\bfrom '([^']+)';|\bimport\('(\.[^']+)'\)|^import '([^']+)';/gm;

/** Registries are generated, but a circle through one is still a circle. */
const registries = filesBelow(CORE).filter((file) => file.endsWith('.generated.ts'));
const imports = new Map([...listSourceFiles(), ...registries].map((file) => [file, importsOf(file)]));
const problems = [
  ...[...imports].flatMap(([file, names]) => judgeImports(file, names)),
  ...findCircles(),
  ...findVersions(),
];
for (const line of problems) console.error(line);
process.exitCode = problems.length > 0 ? 1 : 0;

function importsOf(file: string): string[] {
  const found = readFileSync(`${ROOT}${file}`, 'utf8').matchAll(IMPORT);
  return [...found].map(([, ...names]) => names.find((each) => each !== undefined) ?? '');
}

function judgeImports(file: string, names: readonly string[]): string[] {
  if (file.startsWith(PAGE)) return names.flatMap((name) => judgePage(file, name));
  if (!file.startsWith(CORE)) return [];
  const from = file.slice(CORE.length);
  return names.flatMap((name) => {
    const wrong = name.startsWith('.') ? judgeRoom(from, name) : judgeLibrary(from, name);
    return wrong === undefined ? [] : [`${file}: ${name}: ${wrong}`];
  });
}

/** One line for each version of a layer that is named outside the rule books. */
function findVersions(): string[] {
  const files = listSourceFiles().filter(
    (file) => /^packages\/[\w-]+\/src\//.test(file) && !file.startsWith(BOOKS),
  );
  return files.flatMap((file) => {
    const [found] =
      /\b(?:scoring|grading)System\/[^'`"\s]*/.exec(readFileSync(`${ROOT}${file}`, 'utf8')) ?? [];
    return found === undefined ? [] : [`${file}: ${found}: versions are named in ${BOOKS} alone`];
  });
}

/** One line for each import that closes a circle. */
function findCircles(): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]) => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push(`circle: ${[...way.slice(at), file].join(' -> ')}`);
    if (at >= 0 || done.has(file)) return;
    const names = imports.get(file) ?? [];
    for (const name of names.filter((one) => one.startsWith('.'))) visit(resolve(file, name), [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

function resolve(from: string, name: string): string {
  const file = posix.join(dirname(from), name).replace(/\.js$/, '.ts');
  return imports.has(file) || !imports.has(`${file}x`) ? file : `${file}x`;
}

function judgePage(file: string, name: string): string[] {
  const to = name.startsWith('.') ? resolve(file, name) : name;
  if (to.startsWith(PAGE) || to === WIRE || to === 'preact') return [];
  return [`${file}: ${name}: the page runs in a browser: it has its own files, its wire and preact`];
}

function judgeLibrary(from: string, name: string): string | undefined {
  if (!PURE.test(from) || PURE_LIBRARIES.test(name) || BUILT_IN[from] === name) return undefined;
  return 'pure code uses libraries that only compute';
}

function judgeRoom(from: string, name: string): string | undefined {
  const to = resolve(from, name);
  if (PURE.test(from) && !PURE.test(to)) return 'pure code imports pure code, types included';
  if (LAYER.test(to) && !`${CORE}${from}`.startsWith(BOOKS)) return 'a layer is found by its version';
  if (DOORS.test(to) && !DOORS.test(from)) return 'a door is for those outside';
  const feature = featureOf(to);
  if (feature === undefined || feature === featureOf(from) || DOORS.test(from)) return undefined;
  if (from === 'problems/error-codes.ts' && to.includes('/logic/codes')) return undefined;
  if (featureOf(from) === undefined) return 'what several features need is a room of its own';
  return to === `features/${feature}/run.ts` ? undefined : 'a feature is entered through its run.ts';
}

function featureOf(file: string): string | undefined {
  return /^features\/([\w-]+)\//.exec(file)?.[1];
}

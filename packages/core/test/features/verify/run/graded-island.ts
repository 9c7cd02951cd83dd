import {
  appendFileSync,
  chmodSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { type VerifyTargetsOptions, verifyTargets } from '../../../../src/features/verify/run.js';
import { Island } from '../../../../src/island/island.js';
import { factKindOf } from '../../../../src/island/logic/facts.js';
import type { Problem } from '../../../../src/problems/problem.js';
import { aboutSources, grade, oneTool, openImported } from '../../../journeys/graded-place.js';
import type { Workplace } from '../../../journeys/workplace.js';

/** A namespace with everything a target can have; tests damage copies of it. */

const VETO = { triggeredBy: 'illegal-content', evidence: 'it sells what must not be sold' } as const;
export const VETOED = 'gamma/tools/getItems';

const SKILL = `export const skill = ${JSON.stringify({
  name: 'list-items',
  version: 'flowmcp/4.0.0',
  type: 'namespace',
  description: 'Lists the items of one query.',
  whenToUse: 'When somebody asks for items.',
  requires: { tools: ['getItems'] },
  input: [{ key: 'q', type: 'string', description: 'What to look for', required: true }],
  output: 'A list of items.',
  content: 'Call {{tool:getItems}} with {{input:q}}.\n\nLimitations: read only.',
})}
`;

/** Graded completely with one veto, and one schema again. */
export async function openGraded(origin: string): Promise<Workplace & AsyncDisposable> {
  const [sources] = Object.values(aboutSources());
  const place = await openImported(origin, {
    demo: { ...sources, 'gamma.mjs': oneTool('gamma'), 'skills/list-items.mjs': SKILL },
  });
  await grade(
    place,
    {},
    {
      areas: (areas) =>
        areas.map((area) => (area.subject === 'gamma.getItems' ? { ...area, veto: VETO } : area)),
    },
  );
  await grade(place, { targets: ['demo/alpha'], scope: 'all', regrade: { triggeredBy: 'scheduled' } });
  return place;
}

/** A copy of an island, to be damaged. */
export class DamagedIsland {
  readonly root: string;
  readonly #now: Date;

  constructor(root: string, now: Date) {
    this.root = root;
    this.#now = now;
  }

  at(path: string): string {
    return join(this.root, path);
  }

  /** Every file, sorted. */
  files(): string[] {
    const all = readdirSync(this.root, { recursive: true, withFileTypes: true }).filter((item) =>
      item.isFile(),
    );
    return all.map(({ parentPath, name }) => join(parentPath, name).slice(this.root.length + 1)).sort();
  }

  /** The first file with that name, or the one at an index among several. */
  find(pattern: RegExp, at = 0): string {
    const found = this.files().filter((path) => pattern.test(path))[at];
    if (found === undefined) throw new Error(`no ${pattern} in ${this.files().join('\n')}`);
    return found;
  }

  text(path: string): string {
    return readFileSync(this.at(path), 'utf8');
  }

  /** Writes as the island does, so that only the content is wrong. */
  write(path: string, text: string | Uint8Array): void {
    mkdirSync(dirname(this.at(path)), { recursive: true, mode: 0o700 });
    writeFileSync(this.at(path), text, { mode: 0o600 });
  }

  edit(path: string, change: (text: string) => string): void {
    const before = this.text(path);
    const after = change(before);
    if (after === before) throw new Error(`nothing was changed in ${path}`);
    writeFileSync(this.at(path), after);
  }

  /** Edits a JSON document and keeps its formatting. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every kind are broken here
  json(path: string, change: (value: any) => void): void {
    this.edit(path, (text) => {
      const value = JSON.parse(text);
      change(value);
      return `${JSON.stringify(value, null, 2)}\n`;
    });
  }

  remove(path: string): void {
    rmSync(this.at(path), { recursive: true });
  }

  move(from: string, to: string): void {
    renameSync(this.at(from), this.at(to));
  }

  swap(one: string, other: string): void {
    const kept = readFileSync(this.at(one));
    writeFileSync(this.at(one), readFileSync(this.at(other)));
    writeFileSync(this.at(other), kept);
  }

  symlink(path: string, to: string): void {
    symlinkSync(to, this.at(path));
  }

  link(path: string, to: string): void {
    linkSync(this.at(to), this.at(path));
  }

  chmod(path: string, mode: number): void {
    chmodSync(this.at(path), mode);
  }

  append(path: string, text: string): void {
    appendFileSync(this.at(path), text);
  }

  makeFolder(path: string, minutesAgo = 0): void {
    mkdirSync(this.at(path), { recursive: true, mode: 0o700 });
    const then = new Date(this.#now.getTime() - minutesAgo * 60_000);
    utimesSync(this.at(path), then, then);
  }

  age(path: string, minutesAgo: number): void {
    const then = new Date(this.#now.getTime() - minutesAgo * 60_000);
    utimesSync(this.at(path), then, then);
  }

  /** Moves a folder beside the island, and puts a link in its place. */
  linkAway(path: string): void {
    const away = `${this.root}-away`;
    renameSync(this.at(path), away);
    symlinkSync(away, this.at(path));
  }

  mode(path: string): number {
    return statSync(this.at(path)).mode & 0o777;
  }

  /** Bytes of every fact, by its path. */
  facts(): Record<string, string> {
    const paths = this.files().filter((path) => {
      const [top, , ...rest] = path.split('/');
      return (top === 'providers' || top === 'selections') && factKindOf(rest.join('/')) !== null;
    });
    return Object.fromEntries(paths.map((path) => [path, this.text(path)]));
  }

  async verify(options: Partial<VerifyTargetsOptions> = {}) {
    const island = new Island(this.root, undefined, { lockTimeoutMs: 0, now: () => this.#now });
    return verifyTargets({ island, targets: [], all: true, now: () => this.#now, ...options });
  }

  /** `CODE file` of every finding. */
  async findings(options: Partial<VerifyTargetsOptions> = {}): Promise<string[]> {
    const { errors, results } = await this.verify(options);
    return [...errors, ...results.flatMap(({ warnings }) => warnings)].map(nameProblem);
  }
}

export function nameProblem({ code, where }: Problem): string {
  return `${code} ${where?.file ?? ''}`.trim();
}

/** An entry repeated at a later time: it would lift a veto raised in between. */
export function repeatEntry(island: DamagedIsland, file: string): string {
  const again = file.replace('T10-', 'T13-');
  const entry = JSON.parse(island.text(file));
  entry.gradingId = entry.gradingId.replace('T10-', 'T13-');
  island.write(again, `${JSON.stringify(entry, null, 2)}\n`);
  return again;
}

/** A copy that `await using` deletes. */
export async function copyOf(place: Workplace): Promise<DamagedIsland & AsyncDisposable> {
  const fixture = await createFixture({});
  const root = join(fixture.path, 'island');
  cpSync(place.root, root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return Object.assign(new DamagedIsland(root, place.now), { [Symbol.asyncDispose]: () => fixture.rm() });
}

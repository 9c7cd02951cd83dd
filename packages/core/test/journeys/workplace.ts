import { dirname, join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { consumeScores } from '../../src/features/consume/run.js';
import { emitPrompts } from '../../src/features/emit/run.js';
import { type ImportOptions, importSources } from '../../src/features/import/run.js';
import { rebuildTargets } from '../../src/features/rebuild/run.js';
import type { Files } from '../../src/island/files.js';
import { Island } from '../../src/island/island.js';
import type { Problem } from '../../src/problems/problem.js';
import type { EmitOptions } from '../../src/runs/options.js';
import type { RuleBook } from '../../src/spec/books/book.js';
import type { NamespaceIndex } from '../../src/spec/index-file.js';
import type { PromptsFile } from '../../src/spec/prompts.js';
import type { StateFile } from '../../src/spec/state.js';
import { findNonconforming } from './island-conformance.js';
import { readTree } from './island-tree.js';
import { API, providerFiles } from './provider-sources.js';

const START = Date.parse('2026-03-01T10:00:00Z');
const SECOND = 1000;

/** A folder with sources and an island, and the commands over them, with a clock that the test moves. */
export class Workplace {
  readonly fixture: FsFixture;
  /** The server in place of the API. */
  origin = 'http://127.0.0.1:1';
  /** The rules of the island; if undefined, those of its rules.json. */
  book: RuleBook | undefined;
  #time = START;
  #spoiled = false;

  constructor(fixture: FsFixture) {
    this.fixture = fixture;
  }

  get root(): string {
    return join(this.fixture.path, 'island');
  }

  /** Whether the test wrote into the island itself. */
  get spoiled(): boolean {
    return this.#spoiled;
  }

  get now(): Date {
    return new Date(this.#time);
  }

  /** Lets time pass; a minute by default. */
  wait(seconds = 60): void {
    this.#time += seconds * SECOND;
  }

  island(files?: Files): Island {
    return new Island(this.root, files, { now: () => this.now, ...(this.book && { book: this.book }) });
  }

  path(name: string): string {
    return join(this.fixture.path, name);
  }

  tree() {
    return readTree(this.root);
  }

  /** Writes a source, or damages a file of the island. */
  async write(name: string, text: string): Promise<void> {
    this.#spoiled ||= name.startsWith('island/');
    await this.fixture.mkdir(dirname(name));
    await this.fixture.writeFile(name, text);
  }

  async import(source = 'demo', more: Partial<ImportOptions> = {}) {
    return importSources({
      island: this.island(),
      paths: [this.path(source)],
      now: () => this.now,
      ...more,
    });
  }

  async emit(target = 'demo', more: Partial<EmitOptions> = {}) {
    return emitPrompts({
      island: this.island(),
      targets: [target],
      allowHosts: ['127.0.0.1'],
      originMap: { [API]: this.origin },
      timeoutMs: 5000,
      now: () => this.now,
      ...more,
    });
  }

  async consume(
    scores: unknown,
    more: Partial<Parameters<typeof consumeScores>[0]> = {},
  ): ReturnType<typeof consumeScores> {
    return consumeScores({
      island: this.island(),
      target: 'demo',
      scores: typeof scores === 'string' || scores instanceof Uint8Array ? scores : JSON.stringify(scores),
      scoresFile: 'scores.json',
      now: () => this.now,
      ...more,
    });
  }

  async rebuild(target = 'demo') {
    return rebuildTargets({ island: this.island(), targets: [target], now: () => this.now });
  }

  json<T>(path: string): T {
    const text = this.island().readText(path);
    if (text === null) throw new Error(`${path} is not there`);
    return JSON.parse(text) as T;
  }

  index(namespace = 'demo'): NamespaceIndex {
    return this.json(`providers/${namespace}/index.json`);
  }

  prompts(namespace = 'demo'): PromptsFile {
    return this.json(`providers/${namespace}/prompts.json`);
  }

  state(namespace = 'demo'): StateFile {
    return this.json(`providers/${namespace}/state.json`);
  }
}

/**
 * A workplace with these sources; `await using` deletes its temporary folder. Whatever a test did, the island must be
 * valid at the end, unless the test spoiled files itself.
 */
export async function openWorkplace(
  sources: Record<string, Record<string, string>> = { demo: providerFiles() },
): Promise<Workplace & AsyncDisposable> {
  const fixture = await createFixture(sources);
  const place = new Workplace(fixture);
  return Object.assign(place, {
    [Symbol.asyncDispose]: async () => {
      const found = place.spoiled ? [] : findNonconforming(place.root);
      await fixture.rm();
      if (found.length > 0) throw new Error(found.join('\n'));
    },
  });
}

export function codesOf(problems: readonly Problem[]): string[] {
  return problems.map(({ code }) => code);
}

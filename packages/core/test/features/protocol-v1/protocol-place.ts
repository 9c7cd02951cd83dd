import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { consumeProtocolScores } from '../../../src/features/protocol-v1/consume-scores.js';
import { emitProtocolPrompts } from '../../../src/features/protocol-v1/emit-prompts.js';
import type { ProtocolScores } from '../../../src/features/protocol-v1/logic/protocol-v1.js';
import type { SchemasSpec } from '../../../src/spec/books/book.js';

export const EMITTED = new Date('2026-05-18T03:00:00Z');
export const GRADED = new Date('2026-05-18T03:16:00Z');

/** A schema that passes the gate unless its tools are removed. */
export function schemaText(
  namespace: string,
  { description = 'Prices of coins.', tools = TOOLS, resources = '{}' } = {},
): string {
  return `export const main = {
  namespace: '${namespace}',
  name: 'Prices',
  description: ${JSON.stringify(description)},
  version: '4.0.0',
  root: 'https://api.example.org',
  tools: ${tools},${resources === '{}' ? '' : `\n  resources: ${resources},`}
};
`;
}

/** A resource that Schemas-Spec 4.3 allows and 4.2 does not know. */
export const PLACES = `{
    places: {
      source: 'geo-geojson',
      mode: 'url',
      url: 'https://example.org/places.geojson',
      addon: 'geo-geojson-toolkit',
      description: 'Places.',
    },
  }`;

const TOOLS = `{
    getPrice: {
      method: 'GET',
      path: '/price',
      description: 'Price of one coin.',
      parameters: [],
      tests: [{ _description: 'a' }, { _description: 'b' }, { _description: 'c' }],
    },
  }`;

export interface HandIn {
  readonly slug: string;
  readonly scores?: readonly [number, number];
  readonly timestamp?: string;
}

/** A scores document as a grader writes it. */
export function scoresDocument({
  slug,
  scores = [4, 3.5],
  timestamp = '2026-05-18T03:15:00Z',
}: HandIn): ProtocolScores {
  return {
    schemaIdSlug: slug,
    scoringProtocol: 'v1',
    creator: { skill: 'grade-score-single', skillVersion: '1.0.0', session: 's' },
    harness: { name: 'claude-code', version: '1.0.0', model: 'm', modelContext: '1M' },
    timestamp,
    scores: [
      { dimension: 'whenToUse', score: scores[0], reasoning: 'clear' },
      { dimension: 'parameters', score: scores[1], reasoning: 'named' },
    ],
  };
}

/** A folder with schemas, and the two halves of the protocol in it. */
export class ProtocolPlace implements AsyncDisposable {
  readonly #fixture: FsFixture;

  private constructor(fixture: FsFixture) {
    this.#fixture = fixture;
  }

  static async create(files: Record<string, string>): Promise<ProtocolPlace> {
    return new ProtocolPlace(await createFixture(files));
  }

  [Symbol.asyncDispose] = () => this.#fixture.rm();

  path = (name: string) => this.#fixture.getPath(name);
  remove = (name: string) => this.#fixture.rm(name);
  exists = (name: string) => this.#fixture.exists(name);

  async write(name: string, text: string): Promise<void> {
    await this.#fixture.mkdir(dirname(name));
    await this.#fixture.writeFile(name, text);
  }

  async list(name: string): Promise<string[]> {
    return (await this.#fixture.exists(name)) ? (await this.#fixture.readdir(name)).sort() : [];
  }

  read(name: string): Record<string, unknown> {
    return JSON.parse(readFileSync(this.path(name), 'utf8')) as Record<string, unknown>;
  }

  hash(name: string): string {
    return `sha256:${createHash('sha256')
      .update(readFileSync(this.path(name)))
      .digest('hex')}`;
  }

  get folders() {
    return { workdir: this.path('work'), reportsDir: this.path('reports') };
  }

  emit(words: readonly string[], more: { onConflict?: 'skip' | 'overwrite' | 'abort'; now?: Date } = {}) {
    const { now = EMITTED, ...rest } = more;
    const schemas = words.map((word) => this.path(word));
    return emitProtocolPrompts({ schemas, ...this.folders, now: () => now, ...rest });
  }

  consume(words: readonly string[], scores: string, now = GRADED, schemasSpec?: SchemasSpec) {
    const schemas = words.map((word) => this.path(word));
    return consumeProtocolScores({
      schemas,
      scores: this.path(scores),
      ...this.folders,
      schemasSpec,
      now: () => now,
    });
  }
}

/** `CODE file:line path` of each problem, with files as the place names them. */
export function placesOf(
  place: ProtocolPlace,
  problems: readonly {
    readonly code: string;
    readonly where?: { file?: string; line?: number; path?: string };
  }[],
): string[] {
  const root = place.path('');
  return problems.map(({ code, where = {} }) =>
    [code, where.file?.replace(root, '').replace(/^\//, ''), where.path].filter(Boolean).join(' '),
  );
}

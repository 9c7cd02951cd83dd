import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createFixture, type FsFixture } from 'fs-fixture';
import { consumeScores } from '../../../src/features/consume/run.js';
import { emitPrompts } from '../../../src/features/emit/run.js';
import { evaluateTargets } from '../../../src/features/evaluate/evaluate-targets.js';
import { gateGrades } from '../../../src/features/gate/run.js';
import { importSources } from '../../../src/features/import/run.js';
import { verifyTargets } from '../../../src/features/verify/run.js';
import { Island } from '../../../src/island/island.js';
import type { Problem } from '../../../src/problems/problem.js';
import { GradingError } from '../../../src/problems/problem.js';
import type { EmitOptions } from '../../../src/runs/options.js';
import type { GradingEntry } from '../../../src/spec/entry.js';
import type { SchemaFacts } from '../../../src/spec/facts.js';
import type { NamespaceIndex, SelectionIndex } from '../../../src/spec/index-file.js';
import type { PromptsFile } from '../../../src/spec/prompts.js';
import type { ScoresFile } from '../../../src/spec/scores.js';
import { deriveNamespace } from '../../../src/target/rebuild/derive-namespace.js';
import { deriveSelection } from '../../../src/target/rebuild/derive-selection.js';
import { rebuildTarget } from '../../../src/target/rebuild/rebuild.js';
import { fakeEvaluator, SPEC } from '../../features/evaluate/fake-evaluator.js';
import { fillScores } from '../filled-scores.js';
import { MemoryFiles } from '../memory-files.js';
import { API } from '../provider-sources.js';
import { providerTarget, selectionTarget } from '../selection-island.js';
import type { Weather } from './provider-model.js';
import type { Given } from './rules.js';
import { SELECTION } from './sources.js';
import type { Said } from './target-model.js';

/** The real commands, over an island in memory, with an API and a clock that the moves control. */

const REPLIES: Readonly<Record<Weather, { readonly status: number; readonly body: string }>> = {
  fine: { status: 200, body: '{"name":"an item"}' },
  wrong: { status: 200, body: '{"name":42}' },
  failing: { status: 200, body: '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}' },
  down: { status: 500, body: 'broken' },
  offline: { status: 500, body: 'nobody asks' },
};

export interface Api {
  weather: Weather;
  /** Requested paths. */
  readonly seen: Set<string>;
  readonly origin: string;
  readonly server: Server;
}

/** An API that answers all calls alike, in its current state. */
export async function startApi(): Promise<Api> {
  const server = createServer((request, response) => {
    request.resume();
    api.seen.add(request.url?.split('?')[0] ?? '');
    const { status, body } = REPLIES[api.weather];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const api: Api = { weather: 'fine', seen: new Set(), origin: `http://127.0.0.1:${port}`, server };
  return api;
}

/** An entry, a snapshot, a member list or a record: written once. */
const isFact = (path: string) => /\/_gradings\/|--\d{4}-\d\d-\d\dT[^/]*$|\/tests\/test-/.test(path);

/** Files that record which of them may never change, and which of these did. */
class WatchedFiles extends MemoryFiles {
  readonly changed: string[] = [];
  readonly #facts = new Set<string>();

  override replace(path: string, bytes: string | Uint8Array): void {
    const before = this.read(path);
    if (isFact(path)) {
      const now = Buffer.from(bytes);
      // Lines are appended to a journal.
      const kept = path.endsWith('.jsonl') ? now.subarray(0, before?.length) : now;
      if (before && !before.equals(kept)) this.changed.push(path);
      this.#facts.add(path);
    }
    super.replace(path, bytes);
  }

  lost(): string[] {
    return [...this.#facts].filter((path) => this.read(path) === null);
  }

  /** Everything below a folder. */
  *below(folder: string): Generator<string> {
    for (const { name, kind } of this.list(folder)) {
      if (kind === 'folder') yield* this.below(`${folder}/${name}`);
      else yield `${folder}/${name}`;
    }
  }
}

export interface HandedIn {
  /** Empty: the hand-in was accepted. */
  readonly codes: readonly string[];
  /** Area, mode and grade of each entry. */
  readonly letters: readonly string[];
}

export class World {
  readonly files = new WatchedFiles();
  #number = 0;
  #copies = 0;
  readonly api: Api;
  readonly fixture: FsFixture;
  time = Date.parse('2026-03-01T10:00:00Z');

  constructor(api: Api, fixture: FsFixture) {
    this.api = api;
    this.fixture = fixture;
  }

  /** A separate one for each copy. */
  get #cache(): string {
    return join(this.fixture.path, `cache-${this.#number}`);
  }

  static async open(api: Api): Promise<World> {
    return new World(api, await createFixture({ island: { '.lock': {} } }));
  }

  /** Another world that begins in this state. */
  copy(): World {
    const copy = new World(this.api, this.fixture);
    copy.time = this.time;
    this.#copies += 1;
    copy.#number = this.#copies;
    for (const path of this.files.below(this.root)) copy.files.replace(path, this.files.read(path) ?? '');
    return copy;
  }

  close(): Promise<void> {
    return this.fixture.rm();
  }

  /** Only the locks are on the disk. */
  get root(): string {
    return join(this.fixture.path, 'island');
  }

  readonly now = (): Date => new Date(this.time);

  island(): Island {
    return new Island(this.root, this.files, { now: this.now });
  }

  /** Codes of the errors; empty: it was imported. */
  async import(
    folder: string,
    texts: Record<string, string>,
    { file, retire = false }: { file?: string | undefined; retire?: boolean },
  ) {
    await this.fixture.rm(folder).catch(() => undefined);
    for (const [name, text] of Object.entries(texts)) {
      await this.fixture.mkdir(join(folder, name, '..'));
      await this.fixture.writeFile(`${folder}/${name}`, text);
    }
    const path = join(this.fixture.path, folder, ...(file ? [file] : []));
    const { errors } = await importSources({ island: this.island(), paths: [path], retire, now: this.now });
    return codes(errors);
  }

  /** The questions asked; null if the command made no run. */
  async emit(target: string, weather: Weather, options: Partial<EmitOptions>): Promise<string[]> {
    this.api.weather = weather;
    this.api.seen.clear();
    const { results } = await emitPrompts({
      ...{ island: this.island(), targets: [target], allowHosts: ['127.0.0.1'] },
      ...{ originMap: { [API]: this.api.origin }, offline: weather === 'offline' },
      ...{ timeoutMs: 5000, throttleMs: 0, now: this.now, onConflict: 'overwrite', ...options },
    });
    const [result] = results;
    return result?.taskId && result.promptCount > 0 ? this.#prompts(target).prompts.map(({ id }) => id) : [];
  }

  /** Tools tested, or found untestable, by the last command: `<schema>.<tool>`. */
  tested(namespace: string, schemas: readonly string[]): string[] {
    return schemas.flatMap((schema) => {
      const text = this.island().readText(`providers/${namespace}/${schema}/summary.json`);
      const { checkedAt, tools } = JSON.parse(text ?? '{}') as Partial<SchemaFacts>;
      if (checkedAt !== this.now().toISOString()) return [];
      const isNew = (tool: string) =>
        this.api.seen.has(`/${namespace}/${tool}`) || tools?.[tool]?.reason?.includes('offline');
      return Object.keys(tools ?? {})
        .filter(isNew)
        .map((tool) => `${schema}.${tool}`);
    });
  }

  #prompts(target: string): PromptsFile {
    const folder = target.startsWith('selections/') ? target : `providers/${target.split('/')[0]}`;
    return JSON.parse(this.island().readText(`${folder}/prompts.json`) ?? '') as PromptsFile;
  }

  async consume(target: string, said: ReadonlyMap<string, Said>, given: number): Promise<HandedIn> {
    const scores = fillScores(this.#prompts(target), {
      at: new Date(given).toISOString(),
      areas: (areas) =>
        areas.flatMap((area) => {
          const one = said.get(`${area.area}/${area.subject}`);
          if (!one) return [];
          const answers = one.answers.map(({ questionId, score }) => ({
            ...{ questionId, score, reasoning: 'as the move says' },
            ...(score === 'n/a' && { naReason: 'requires-private-data' as const }),
          }));
          const veto = {
            triggeredBy: 'illegal-content',
            evidence: 'it sells what must not be sold',
          } as const;
          return [{ ...area, answers, ...(one.veto && { veto }) }];
        }),
    });
    return this.handIn(target, JSON.stringify(scores));
  }

  /** Lets an evaluator answer the prompts. */
  async evaluate(target: string): Promise<{ text: string; said: Map<string, Said> }> {
    const { results, errors } = await evaluateTargets({
      ...{ island: this.island(), targets: [target], evaluator: SPEC, retries: 0 },
      ...{ openEvaluator: async () => fakeEvaluator(), cache: this.#cache, now: this.now },
    });
    if (errors.length > 0) throw new Error(codes(errors).join());
    const text = this.island().readText(results[0]?.scoresPath ?? '') ?? '';
    const scores = JSON.parse(text) as ScoresFile;
    const said = scores.areas.map(({ area, subject, answers }): [string, Said] => [
      `${area}/${subject}`,
      {
        answers: answers.map(({ questionId, score, timestamp = scores.timestamp }) => ({
          ...{ questionId, score: score as Given, at: Date.parse(timestamp) },
        })),
        veto: false,
      },
    ]);
    return { text, said: new Map(said) };
  }

  async handIn(target: string, scores: string): Promise<HandedIn> {
    try {
      const { errors, results } = await consumeScores({
        ...{ island: this.island(), target, scores, scoresFile: 'scores.json' },
        ...{ allowMissing: true, now: this.now },
      });
      const written = results.flatMap((result) => result.written);
      return { codes: codes(errors), letters: written.map((path) => this.#letterIn(path)) };
    } catch (error) {
      if (error instanceof GradingError) return { codes: [error.problem.code], letters: [] };
      throw error;
    }
  }

  #letterIn(path: string): string {
    const { area, gradingMode, aggregateGrade } = JSON.parse(
      this.island().readText(path) ?? '',
    ) as GradingEntry;
    return `${area} ${gradingMode} ${aggregateGrade}`;
  }

  /** The current index, from scratch, and from the index on disk if that is reused: both must be equal. */
  deriveProvider(namespace: string, reuses: readonly boolean[]): NamespaceIndex[] {
    const at = { island: this.island(), now: this.now(), namespace };
    return reuses.map((reuse) => deriveNamespace({ ...at, reuse }).index);
  }

  deriveSelection(): SelectionIndex {
    return deriveSelection({ island: this.island(), now: this.now(), selectionId: SELECTION }).index;
  }

  rebuild(target: string): void {
    rebuildTarget({
      island: this.island(),
      now: this.now(),
      target: target.startsWith('selections/') ? selectionTarget(SELECTION) : providerTarget(target),
    });
  }

  async damage(targets: readonly string[]): Promise<string[]> {
    const { errors } = await verifyTargets({ island: this.island(), targets, now: this.now });
    return errors.map(({ code, where }) => `${code} ${where?.file}`);
  }

  /** Whether the gate passes it, with C as the minimum. */
  async gate(target: string): Promise<boolean> {
    const { status } = await gateGrades({
      ...{ island: this.island(), targets: [target], minGrade: 'C', minCoverage: 0, allowMapped: true },
      now: this.now,
    });
    return status;
  }
}

const codes = (problems: readonly Problem[]) => problems.map(({ code }) => code);

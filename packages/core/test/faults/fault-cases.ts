import { appendFileSync, readFileSync } from 'node:fs';
import { exportTargets } from '../../src/features/export/run.js';
import { rebuildTargets } from '../../src/features/rebuild/run.js';
import { setRules } from '../../src/features/rules/run.js';
import { runTrial } from '../../src/features/trial/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import type { Files } from '../../src/island/files.js';
import { startOpenAiServer } from '../evaluators/openai-server.js';
import { fillScores } from '../journeys/filled-scores.js';
import { schemaText, toolAt } from '../journeys/provider-sources.js';
import {
  definitionOf,
  importAll,
  openQuarry,
  selectionFiles,
  skillText,
} from '../journeys/selection-sources.js';
import { openWorkplace, type Workplace } from '../journeys/workplace.js';

/** A command over a prepared island; one row for each command that writes. */
export interface FaultCase {
  readonly name: string;
  /** Targets whose facts are checked, relative to the island. */
  readonly targets: readonly string[];
  /** The island before the command, for an API at this origin. */
  readonly prepare: (origin: string) => Promise<Workplace & AsyncDisposable>;
  /** Runs the command over these files; returns whether it succeeded. */
  readonly run: (place: Workplace, files?: Files) => Promise<boolean>;
  /** Files of the island whose bytes differ each time the command runs. */
  readonly varies?: RegExp;
}

const INDEX = 'providers/demo/index.json';
const TRIALS = 'trials/providers/demo';
const NO_ORIGIN = 'http://127.0.0.1:1';
const tools = { getItems: toolAt('/ok') };
const about = '# Demo\n\nItems of a demonstration API.\n\n## Limitations\n\n- Read only.\n';
const list = (alias: string) =>
  `export const list = { meta: { name: "chains", version: "1.0.0" }, entries: [{ alias: "${alias}" }] }`;
const sharedLists = [{ ref: 'chains', version: '1.0.0' }];
const alpha = (description: string) =>
  schemaText({ name: 'alpha', description, tools, resources: { about }, sharedLists });
const beta = schemaText({ name: 'beta', tools });
const foreignRoot = 'https://api.coingecko.com';
const foreign = schemaText({
  name: 'foreign',
  root: foreignRoot,
  docs: [`${foreignRoot}/docs`],
  requiredServerParams: ['ETHERSCAN_API_KEY'],
  tools,
});

async function openSources(files: Record<string, string>, origin = NO_ORIGIN) {
  const place = await openWorkplace({ demo: files, _lists: { 'chains.mjs': list('eth') } });
  place.origin = origin;
  return place;
}

async function openImported(files: Record<string, string>, origin?: string) {
  const place = await openSources(files, origin);
  await place.import();
  place.wait();
  return place;
}

const importDemo: FaultCase['run'] = async (place, files) =>
  (await place.import('demo', { island: place.island(files) })).status;

const emitDemo =
  (more: Parameters<Workplace['emit']>[1]): FaultCase['run'] =>
  async (place, files) => {
    const { errors } = await place.emit('demo', { ...more, island: place.island(files) });
    return errors.every(({ code }) => code === 'RUN-002');
  };

const KEY = 'FLOWMCP_JUDGE_API_KEY';

/** Repeating a completed command makes another trial, dated a second later. */
const ANOTHER_TRIAL = /^trials\/.*T10-01-01Z--/;

/** An imported provider, and a model that answers all tasks alike. */
async function openAsked() {
  const place = await openImported({ 'alpha.mjs': alpha('Items.') });
  const model = await startOpenAiServer(() => ({ calls: [{ arguments: { q: 'x' } }] }));
  place.origin = model.apiBase;
  process.env[KEY] = 'key-of-a-server-0123456789';
  return Object.assign(place, {
    [Symbol.asyncDispose]: async () => {
      delete process.env[KEY];
      await model.close();
      await place.fixture.rm();
    },
  });
}

const askModel = async (
  place: Workplace,
  { files, maxCalls }: { files?: Files | undefined; maxCalls?: number },
) => {
  const { status } = await runTrial({
    openIsland: () => place.island(files),
    ...{ targets: ['demo'], model: 'local/small', apiBase: place.origin, concurrency: 1, maxCalls },
    now: () => place.now,
  });
  return status;
};

/** Files for the command, the same each time, relative to the workplace. */
export const HAND_IN = 'scores.json';

export const FAULT_CASES: readonly FaultCase[] = [
  {
    name: 'import, the first',
    targets: ['providers/demo'],
    prepare: () => openSources({ 'alpha.mjs': alpha('Items.'), 'beta.mjs': beta }),
    run: importDemo,
  },
  {
    name: 'import of what has changed',
    targets: ['providers/demo'],
    async prepare() {
      const place = await openImported({ 'alpha.mjs': alpha('Items.'), 'beta.mjs': beta });
      await place.write('_lists/chains.mjs', list('btc'));
      await place.write('demo/alpha.mjs', alpha('Other items.'));
      await place.write('demo/delta.mjs', schemaText({ name: 'delta', tools }));
      await place.fixture.rm('demo/beta.mjs');
      return place;
    },
    run: importDemo,
  },
  {
    name: 'import of a selection',
    targets: ['selections/stones'],
    async prepare() {
      const place = await openQuarry();
      await importAll(place);
      place.wait();
      const files = selectionFiles({
        ...definitionOf({ name: 'Pebbles' }),
        skills: ['find-stones', 'new'].map((name) => ({ file: `skills/${name}.mjs` })),
      });
      for (const [name, text] of Object.entries({ ...files, 'skills/new.mjs': skillText('new', 'L3') })) {
        await place.write(`stones/${name}`, text);
      }
      return place;
    },
    run: async (place, files) => (await importAll(place, ['stones'], { island: place.island(files) })).status,
  },
  {
    name: 'emit, offline, with vetoes',
    targets: ['providers/demo'],
    prepare: () => openImported({ 'alpha.mjs': alpha('Items.'), 'foreign.mjs': foreign }),
    run: emitDemo({ offline: true }),
    // A run that begins again freezes the vetoes of the interrupted one.
    varies: /\/lock-snapshot\.json$/,
  },
  {
    name: 'emit with tests',
    targets: ['providers/demo'],
    prepare: (origin) => openImported({ 'alpha.mjs': alpha('Items.') }, origin),
    run: emitDemo({}),
    // Tests are repeated, and get the next numbers.
    varies: /\/tests\/|\/(?:summary|prompts|state)\.json$|\/audit\.jsonl$/,
  },
  {
    name: 'emit of another run',
    targets: ['providers/demo'],
    async prepare(origin) {
      const place = await openImported({ 'alpha.mjs': alpha('Items.') }, origin);
      await place.emit();
      place.wait();
      return place;
    },
    run: emitDemo({ offline: true, onConflict: 'overwrite' }),
    // Two runs that begin in the same second differ by their number.
    varies: /\/state\.json$|\/prompts\.json$/,
  },
  {
    name: 'consume',
    targets: ['providers/demo'],
    async prepare(origin) {
      const place = await openImported({ 'alpha.mjs': alpha('Items.'), 'beta.mjs': beta }, origin);
      await place.emit();
      place.wait();
      const veto = { triggeredBy: 'illegal-content', evidence: 'seen', reasoning: 'because' } as const;
      const scores = fillScores(place.prompts(), {
        areas: (areas) => areas.map((area, at) => (at === 0 ? { ...area, veto } : area)),
      });
      await place.write(HAND_IN, JSON.stringify(scores));
      return place;
    },
    run: async (place, files) =>
      (await place.consume(readFileSync(place.path(HAND_IN)), { island: place.island(files) })).status,
  },
  {
    name: 'rebuild',
    targets: ['providers/demo'],
    async prepare() {
      const place = await openImported({ 'alpha.mjs': alpha('Items.'), 'beta.mjs': beta });
      await place.fixture.rm('island/providers/demo/index.json');
      return place;
    },
    run: async (place, files) =>
      (await rebuildTargets({ island: place.island(files), targets: ['demo'], now: () => place.now })).status,
  },
  {
    name: 'rules --set',
    targets: ['providers/demo'],
    prepare: () => openImported({ 'alpha.mjs': alpha('Items.'), 'beta.mjs': beta }),
    run: async (place, files) =>
      (await setRules({ island: place.island(files), rules: ['3.0.3'], now: () => place.now })).status,
    // Between two attempts, an index may be derived under the rules that the island has then.
    varies: /\/audit\.jsonl$/,
  },
  {
    name: 'export',
    targets: ['providers/demo'],
    prepare: () => openImported({ 'alpha.mjs': alpha('Items.'), 'beta.mjs': beta }),
    run: async (place, files) => {
      const exportRoot = place.path('island/_exports');
      const { status } = await exportTargets({
        island: place.island(files),
        targets: ['demo'],
        exportRoot,
        ...(files && { files }),
        now: () => place.now,
      });
      return status;
    },
    // Repeating a completed command makes another export.
    varies: /^_exports\//,
  },
  {
    name: 'verify --repair',
    targets: ['providers/demo'],
    async prepare() {
      const place = await openImported({ 'alpha.mjs': alpha('Items.'), 'beta.mjs': beta });
      const index = place.island().readText(INDEX) ?? '';
      await place.write(`island/${INDEX}`, index.replace('"tools": 2', '"tools": 7'));
      await place.write('island/providers/demo/alpha/schema/.tmp-1-left', 'half of a snaps');
      return place;
    },
    run: async (place, files) => {
      const options = { island: place.island(files), targets: ['demo'], repair: true, now: () => place.now };
      return (await verifyTargets(options)).status;
    },
    // Each command has its own folder for the files it moves away.
    varies: /^\.trash\//,
  },
  {
    name: 'trial, the first',
    targets: ['providers/demo'],
    prepare: openAsked,
    run: (place, files) => askModel(place, { files }),
    varies: ANOTHER_TRIAL,
  },
  {
    name: 'trial that goes on',
    targets: ['providers/demo'],
    async prepare() {
      const place = await openAsked();
      await askModel(place, { maxCalls: 2 });
      const [name = ''] = place.island().listFiles(TRIALS);
      appendFileSync(place.path(`island/${TRIALS}/${name}`), '{"task":"demo.al');
      return place;
    },
    run: (place, files) => askModel(place, { files }),
    varies: ANOTHER_TRIAL,
  },
];

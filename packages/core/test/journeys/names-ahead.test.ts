// A name more than a day ahead of the clock is set aside by every reader, and a clock that must be wrong stops every command.
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildNamespaceIndex, resolveLatest } from '../../src/api/rebuild-index.js';
import { evaluateTargets } from '../../src/features/evaluate/evaluate-targets.js';
import { explainGrades } from '../../src/features/explain/run.js';
import { exportTargets } from '../../src/features/export/run.js';
import { gateGrades } from '../../src/features/gate/run.js';
import { readHistory } from '../../src/features/history/run.js';
import { planGrading } from '../../src/features/plan/run.js';
import { reportGrades } from '../../src/features/report/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { Island } from '../../src/island/island.js';
import { recordFacts } from '../../src/island/journal/record-facts.js';
import { formatTimestamp, parseTimestamp, timestampOf } from '../../src/island/logic/names.js';
import type { GradingError, Problem } from '../../src/problems/problem.js';
import { rebuildNamespace } from '../../src/target/rebuild/rebuild.js';
import { fakeEvaluator, SPEC } from '../features/evaluate/fake-evaluator.js';
import { aboutSources, entriesIn, grade, oneTool, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { importAll, openQuarry } from './selection-sources.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const DAY = 24 * 3600;
const HOUR = 3600;
const NEVER = '9999-12-31T23-59-59Z';
const later = (place: Workplace, seconds: number) =>
  formatTimestamp(new Date(place.now.getTime() + seconds * 1000));
const openGraded = async () => {
  const place = await openImported(provider.origin, aboutSources());
  await grade(place);
  return place;
};

/** Puts a copy of every snapshot and every entry of a target beside it, with another time in its name. */
async function putAhead(place: Workplace, timestamp: string, folder = 'providers/demo'): Promise<string[]> {
  const paths = [...place.tree().keys()].filter((path) => path.startsWith(folder));
  const put = paths.flatMap((path): [string, string][] => {
    const found = timestampOf(path.slice(path.lastIndexOf('/') + 1));
    return found === null ? [] : [[path, path.replace(`--${found}`, `--${timestamp}`)]];
  });
  for (const [from, to] of put) {
    await place.write(`island/${to}`, place.island().readText(from) ?? '');
    chmodSync(place.island().absolute(to), 0o600);
  }
  return put.map(([, to]) => to);
}

/** The output about a target of every command that only reads. */
async function everythingSaid(place: Workplace, target = 'demo') {
  const island = place.island();
  const named = { island, targets: [target] };
  let report = '';
  const write = (part: string) => {
    report += part;
  };
  const folders = { root: place.path('.'), home: '/home/nobody' };
  const exported = await exportTargets({ ...named, exportRoot: place.path('out'), allowRejected: true });
  rmSync(place.path('out'), { recursive: true, force: true });
  return {
    state: await readState(named),
    explained: await explainGrades(named),
    history: await readHistory(named),
    plan: await planGrading(named),
    gate: await gateGrades({ ...named, minGrade: 'B' }),
    reported: await reportGrades({ ...named, format: 'json', folders, write }),
    report: JSON.parse(report) as unknown,
    exported: exported.results.map(({ exportDir: _, ...rest }) => rest),
  };
}

const CASES = [
  { name: 'in the last second that four digits can say', at: () => NEVER },
  { name: 'an hour beyond the day', at: (place: Workplace) => later(place, DAY + HOUR) },
];

describe('an import', () => {
  it('of changed sources continues after the newest name that counts, once, and warns about the others', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    const early = await putAhead(place, NEVER);
    await place.write('demo/alpha.mjs', oneTool('alpha', 'Other items.'));
    const { results, errors } = await place.import();
    expect(errors).toEqual([]);
    const [{ imported = [], warnings = [] } = {}] = results;
    const now = formatTimestamp(place.now);
    expect(imported.map(({ snapshot }) => timestampOf(snapshot))).toEqual([now]);
    expect(
      warnings
        .filter(({ code }) => code === 'IMP-017')
        .map(tell)
        .sort(),
    ).toEqual(early.map((path) => `IMP-017 ${path}`).sort());
    const written = [...place.tree().keys()];
    for (let again = 0; again < 3; again += 1) {
      place.wait();
      await place.import();
    }
    expect([...place.tree().keys()]).toEqual(written);
    expect(written.filter((path) => /\d{5}-/.test(path))).toEqual([]);
    expect(imported.map(({ snapshot }) => snapshot)).toEqual([
      `providers/demo/alpha/schema/${place.index().schemas.alpha?.snapshot?.file}`,
    ]);
  });

  it('of a selection and of lists does the same, and a dry run reports that', async () => {
    await using place = await openQuarry();
    await importAll(place);
    place.wait();
    const early = await putAhead(place, NEVER, 'selections/stones');
    for (const dryRun of [true, false]) {
      const { results } = await importAll(place, ['stones'], { dryRun });
      expect(results.map((result) => [codesOf(result.warnings), result.imported])).toEqual([
        [early.map(() => 'IMP-017'), []],
      ]);
    }
  });
});

describe.each(CASES)('copies of everything, named $name', ({ at }) => {
  it('change no output of any command, and are recorded by none', async () => {
    await using place = await openGraded();
    const before = await everythingSaid(place);
    const { index, journal } = { index: place.index(), journal: place.island().readText(JOURNAL) };
    const early = await putAhead(place, at(place));
    expect(early.length).toBeGreaterThan(6);
    expect(await everythingSaid(place)).toEqual(before);
    for (const _ of [1, 2]) {
      await place.import();
      await place.rebuild();
      await rebuildNamespaceIndex({ namespaceDir: place.path('island/providers/demo'), now: place.now });
    }
    expect(place.index()).toEqual(index);
    expect(place.island().readText(JOURNAL)).toBe(journal);
    expect(await everythingSaid(place)).toEqual(before);
  });

  it('change nothing for a selection', async () => {
    await using place = await openQuarry();
    await importAll(place);
    const before = await everythingSaid(place, 'selections/stones');
    await putAhead(place, at(place), 'selections/stones');
    expect(await everythingSaid(place, 'selections/stones')).toEqual(before);
  });

  it('do not affect a run and its hand-in', async () => {
    await using place = await openGraded();
    const early = new Set(await putAhead(place, at(place)));
    const now = formatTimestamp(place.now);
    await grade(place, { scope: 'all', regrade: { triggeredBy: 'scheduled' } }, { score: 2 });
    const newest =
      entriesIn(place, TOOL)
        .filter((path) => !early.has(path))
        .at(-1) ?? '';
    expect(timestampOf(newest.slice(newest.lastIndexOf('/') + 1))).toBe(now);
    expect(place.index().schemas.alpha?.tools.getItems).toMatchObject({
      grade: 'D',
      ref: newest.slice('providers/demo/'.length),
    });
  });

  it('are errors of verify, each once, and a repair leaves them in place', async () => {
    await using place = await openGraded();
    const early = await putAhead(place, at(place));
    const expected = early.map((path) => `VFY-014 ${path}`).sort();
    for (const repair of [false, true]) {
      const { errors, results } = await verifyTargets({
        island: place.island(),
        targets: [],
        all: true,
        repair,
      });
      expect(
        errors
          .filter(({ code }) => code === 'VFY-014')
          .map(tell)
          .sort(),
      ).toEqual(expected);
      // It also reports that an entry is a copy.
      expect(errors.map(({ where }) => where?.file).filter((file = '') => !early.includes(file))).toEqual([]);
      expect(results.flatMap(({ repaired, warnings }) => [...repaired, ...warnings.map(tell)])).toEqual([]);
    }
    rmSync(place.path(`island/providers/demo/index.json`));
    const { results } = await verifyTargets({ island: place.island(), targets: ['demo'], repair: true });
    expect(results[0]?.repaired).toEqual([{ kind: 'derived', file: 'providers/demo/index.json' }]);
    for (const path of early) expect(place.island().kind(path)).toBe('file');
  });

  it('are never the newest for the API', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    const dir = place.path('island/providers/demo/alpha/schema');
    const { file } = await resolveLatest({ dir, logicalName: 'alpha' });
    await putAhead(place, NEVER);
    expect(file).toMatch(/^alpha--2026/);
    expect((await resolveLatest({ dir, logicalName: 'alpha' })).file).toBe(file);
  });
});

const JOURNAL = 'providers/demo/audit.jsonl';
const TOOL = 'alpha/tools/getItems';
const tell = ({ code, where }: Problem) => `${code} ${where?.file}`;

it('a name counts when its time comes, and not before; later files are then named after it', async () => {
  await using place = await openGraded();
  const [first = ''] = entriesIn(place, TOOL);
  const time = later(place, 30 * HOUR);
  const early = first.replace(/\d{4}-.*Z/, time);
  await place.write(`island/${early}`, place.island().readText(first) ?? '');
  const refOf = () => place.index().schemas.alpha?.tools.getItems?.ref;
  place.wait(6 * HOUR - 1);
  await place.rebuild();
  expect(refOf()).toBe(first.slice('providers/demo/'.length));
  place.wait(1);
  await place.rebuild();
  expect(refOf()).toBe(early.slice('providers/demo/'.length));
  place.wait(60);
  await grade(place, { scope: 'all', regrade: { triggeredBy: 'scheduled' } });
  expect(entriesIn(place, TOOL).map((path) => timestampOf(path.slice(path.lastIndexOf('/') + 1)))).toEqual([
    expect.any(String),
    time,
    formatTimestamp(new Date((parseTimestamp(time)?.getTime() ?? 0) + 1000)),
  ]);
});

it('an index that an earlier version derived from such names, and recorded, is never shown', async () => {
  await using place = await openGraded();
  const before = await everythingSaid(place);
  const early = await putAhead(place, NEVER);
  const careless = new Island(place.root, undefined, { now: () => new Date('9999-12-31T23:59:59Z') });
  recordFacts(careless, 'providers/demo', { own: [], now: place.now });
  rebuildNamespace({ island: careless, namespace: 'demo', now: place.now });
  expect(early).toContain(`providers/demo/${place.index().schemas.alpha?.tools.getItems?.ref}`);
  const updated = (said: unknown) => JSON.stringify(said).replaceAll(/"updatedAt":"[^"]*"/g, '""');
  expect(updated((await everythingSaid(place)).state)).toBe(updated(before.state));
  await place.rebuild();
  expect(updated(await everythingSaid(place))).toBe(updated(before));
});

describe('a clock that must be wrong', () => {
  const COMMANDS: Record<
    string,
    (place: Workplace, target: string) => Promise<{ errors: readonly Problem[] }>
  > = {
    import: (place) => importAll(place),
    'import --dry-run': (place) => importAll(place, undefined, { dryRun: true }),
    'run --emit-prompts': (place, target) => place.emit(target),
    'run --consume-scores': (place, target) =>
      place.consume('{}', { target }).catch((error: GradingError) => ({ errors: [error.problem] })),
    evaluate: (place, target) =>
      evaluateTargets({
        ...{ island: place.island(), targets: [target], evaluator: SPEC, retries: 0 },
        openEvaluator: async () => fakeEvaluator(),
      }),
    rebuild: (place, target) => place.rebuild(target),
    state: (place, target) => readState({ island: place.island(), targets: [target] }),
    explain: (place, target) => explainGrades({ island: place.island(), targets: [target] }),
    history: (place, target) => readHistory({ island: place.island(), targets: [target] }),
    plan: (place, target) => planGrading({ island: place.island(), targets: [target] }),
    gate: (place, target) => gateGrades({ island: place.island(), targets: [target], minGrade: 'F' }),
    report: (place, target) =>
      reportGrades({
        ...{ island: place.island(), targets: [target], format: 'json', write: () => undefined },
        folders: { root: place.path('.'), home: '/home/nobody' },
      }),
    export: (place, target) =>
      exportTargets({ island: place.island(), targets: [target], exportRoot: place.path('out') }),
    verify: (place, target) => verifyTargets({ island: place.island(), targets: [target] }),
    'verify --repair': (place, target) =>
      verifyTargets({ island: place.island(), targets: [target], repair: true }),
  };

  it.each(Object.keys(COMMANDS))('stops %s: nothing is reported, and nothing is written', async (command) => {
    await using place = await openQuarry();
    await importAll(place);
    place.wait(-40 * DAY);
    const before = place.tree();
    for (const target of ['providers/amber', 'selections/stones']) {
      const { errors } = (await COMMANDS[command]?.(place, target)) ?? { errors: [] };
      expect([...new Set(codesOf(errors))]).toEqual(['ISL-008']);
    }
    expect(place.tree()).toEqual(before);
  });

  it('is detected if all names are ahead and there is no journal, or an unusable one', async () => {
    await using place = await openGraded();
    place.wait(-40 * DAY);
    for (const text of [null, '', 'no line\n']) {
      if (text === null) rmSync(place.island().absolute(JOURNAL));
      else await place.write(`island/${JOURNAL}`, text);
      const { errors } = await readState({ island: place.island(), targets: ['demo'] });
      expect(codesOf(errors)).toEqual(['ISL-008']);
    }
  });

  it('is detected by the last line of the journal, as soon as one name is ahead too', async () => {
    await using place = await openGraded();
    place.wait(10 * DAY);
    await grade(place, { scope: 'all', regrade: { triggeredBy: 'scheduled' } });
    place.wait(-5 * DAY);
    expect(codesOf((await place.rebuild()).errors)).toEqual(['ISL-008']);
    place.wait(5 * DAY);
    expect(codesOf((await place.rebuild()).errors)).toEqual([]);
  });

  it('is not assumed if only an index was written with it: the right clock can reach every name', async () => {
    await using place = await openGraded();
    place.wait(100 * DAY);
    await place.rebuild();
    place.wait(-100 * DAY);
    expect(codesOf((await place.rebuild()).errors)).toEqual([]);
  });
});

it('names are left out in one place: no other code turns a listing into names of entries or snapshots', () => {
  const sources = new URL('../../src/', import.meta.url);
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const parsing = files.filter((file) =>
    /\.list(?:Files)?\([^;]*\bparse(?:Entry|Snapshot)?(?:Name)?\b/.test(
      readFileSync(new URL(file, sources), 'utf8'),
    ),
  );
  // Keys that any snapshot has ever declared are searched for, whenever it counts.
  expect(parsing.sort()).toEqual(['features/verify/run.ts', 'island/list-namespace.ts']);
});

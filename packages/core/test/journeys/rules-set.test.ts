// An island gets other rules, and back: nothing stored changes, and an interruption leaves the old rules or the new ones.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTargets } from '../../src/features/export/run.js';
import { planGrading } from '../../src/features/plan/run.js';
import { setRules, showRules } from '../../src/features/rules/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { Island } from '../../src/island/island.js';
import { readJournal } from '../../src/island/journal/read-journal.js';
import { withLock } from '../../src/island/lock.js';
import { typeRules } from '../../src/island/logic/choose-rules.js';
import { describeProblem } from '../../src/problems/error-codes.js';
import { readOpenRun } from '../../src/runs/open-run.js';
import { versionsOf } from '../../src/spec/books/registered.js';
import { namespaceTarget } from '../../src/target/logic/target.js';
import { gradingLayer, registerLayers } from '../spec/books/registered-layers.js';
import { FailingFiles } from './failing-files.js';
import { fillScores } from './filled-scores.js';
import { grade, oneTool, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const STRICT = gradingLayer('1.1.0', {
  bands: [
    { atLeast: 4.5, grade: 'A' },
    { atLeast: 4, grade: 'B' },
    { atLeast: 2.5, grade: 'C' },
  ],
});
const NEW = 'gradingSystem/1.1.0';
const OLD = 'gradingSystem/1.0.0';
const FIRST = { gradingSpec: 'gradingSpec/2.0.0', scoringSystem: 'scoringSystem/1.0.0', gradingSystem: OLD };
const THIRD = { ...FIRST, gradingSpec: 'gradingSpec/3.0.3' };
const SECOND = { ...FIRST, gradingSystem: NEW };
const TARGETS = ['demo', 'other'] as const;

const open = () =>
  openImported(provider.origin, {
    demo: { 'alpha.mjs': oneTool('alpha') },
    other: {
      'beta.mjs': schemaText({ name: 'beta', namespace: 'other', tools: { getItems: toolAt('/ok') } }),
    },
  });
async function openGraded() {
  const place = await open();
  await grade(place, {}, { score: 3.6 });
  await place.import('other');
  place.wait();
  return place;
}
const set = (place: Workplace, rules: string, island = place.island()) =>
  setRules({ island, rules: [rules], now: () => place.now });
const bookOn = (place: Workplace) => versionsOf(place.island().book);
const indexOf = (place: Workplace, name: string) => {
  const { updatedAt: _, ...index } = place.index(name);
  return index;
};
const indexes = (place: Workplace) => TARGETS.map((name) => JSON.stringify(indexOf(place, name)));
const rulesLines = (place: Workplace, name: string) =>
  readJournal(place.island(), `providers/${name}`).lines.filter((line) => line.kind === 'rules');
/** Every file but those that a change of the rules writes. */
const stored = (place: Workplace) =>
  [...place.tree()].filter(([path]) => !/(?:index\.json|audit\.jsonl|rules\.json)$|^\.lock\//.test(path));
async function verified(place: Workplace) {
  const { status, results, errors } = await verifyTargets({
    ...{ island: place.island(), targets: [], all: true, now: () => place.now },
  });
  return { status, found: [...errors, ...results.flatMap(({ warnings }) => warnings)] };
}

describe('other rules', () => {
  it('are set and set back: only rules.json, the journals and the indexes change', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await openGraded();
    const [before, files] = [indexes(place), stored(place)];

    expect(await set(place, NEW)).toMatchObject({ status: true, before: FIRST, after: SECOND, errors: [] });
    expect(place.json('rules.json')).toEqual(SECOND);
    expect(bookOn(place)).toEqual(SECOND);
    expect(place.index('demo').schemas.alpha?.tools.getItems).toMatchObject({
      grade: 'B',
      regraded: { gradingSystem: NEW, grade: 'C' },
    });
    expect(stored(place)).toEqual(files);
    for (const name of TARGETS) {
      expect(rulesLines(place, name)).toMatchObject([{ from: typeRules(FIRST), to: typeRules(SECOND) }]);
    }
    expect(await verified(place)).toEqual({ status: true, found: [] });

    place.wait();
    expect(await set(place, OLD)).toMatchObject({ status: true, before: SECOND, after: FIRST });
    expect(indexes(place)).toEqual(before);
    expect(stored(place)).toEqual(files);
    expect(rulesLines(place, 'demo')).toMatchObject([{}, { from: typeRules(SECOND), to: typeRules(FIRST) }]);
    expect(await verified(place)).toEqual({ status: true, found: [] });

    expect((await set(place, OLD)).results.map(({ changed }) => changed)).toEqual([false, false]);
    expect(rulesLines(place, 'demo')).toHaveLength(2);
  });

  it('are shown with what would change, and a dry run writes nothing', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await openGraded();
    const before = [...place.tree()];
    const { plan, results } = await setRules({
      ...{ island: place.island(), rules: [NEW], dryRun: true, now: () => place.now },
    });
    expect(results).toEqual([]);
    expect(plan?.rules).toEqual(SECOND);
    expect(plan?.results.find(({ target }) => target === 'providers/demo')?.changes).toContainEqual({
      node: 'schemas.alpha.tools.getItems',
      before: 'stable B',
      after: 'graded C',
      why: 'bands',
    });
    expect([...place.tree()]).toEqual(before);
  });

  it('supersede an open run (RUN-013)', async () => {
    await using place = await open();
    await place.emit();
    const scores = fillScores(place.prompts(), { at: place.now.toISOString() });
    await set(place, '3.0.3');
    await expect(place.consume(scores)).rejects.toThrow('RUN-013');

    // No evaluator is asked about it, and no command calls it open.
    const target = namespaceTarget('demo');
    expect(() => readOpenRun(place.island(), target, place.now)).toThrow('RUN-013');
    const named = { island: place.island(), targets: ['demo'], now: () => place.now };
    expect((await readState(named)).results[0]).toMatchObject({
      promptsPath: null,
      nextAction: {
        command: 'flowmcp grading emit providers/demo',
        why: 'the rules have changed since the open run was emitted',
      },
    });
    expect((await planGrading(named)).results[0]?.open).toBeNull();
    await set(place, '2.0.0');
    expect((await planGrading({ ...named, island: place.island() })).results[0]?.open).not.toBeNull();
    expect((await place.consume(scores)).status).toBe(true);
  });

  it('of an empty island are its own from then on', async () => {
    await using place = await open();
    await place.fixture.rm('island');
    expect(await set(place, '3.0.0')).toMatchObject({ plan: null, results: [] });
    expect(bookOn(place).gradingSpec).toBe('gradingSpec/3.0.3');
  });

  it('are refused if a target cannot be derived, and nothing is written', async () => {
    await using place = await open();
    await place.write('island/providers/other/index.json', '{');
    const files = () => [...place.tree()].filter(([path]) => !path.startsWith('.lock/'));
    const before = files();
    const { status, errors } = await set(place, '3.0.3');
    expect([status, codesOf(errors)]).toEqual([false, ['IDX-011']]);
    expect(files()).toEqual(before);
  });

  it('are refused if they are unknown (RUL-002) or cannot be combined (RUL-003)', async () => {
    using _ = registerLayers({ grading: gradingLayer('8.0.0', { specs: [] }) });
    await using place = await open();
    await expect(set(place, '9.9.9')).rejects.toThrow('RUL-002');
    await expect(set(place, 'gradingSystem/8.0.0')).rejects.toThrow('RUL-003');
    expect(place.island().kind('rules.json')).toBeNull();
  });

  it('are told to a command that waited for its lock meanwhile (RUL-005)', async () => {
    await using place = await open();
    const early = place.island();
    await set(place, '3.0.3');
    const work = () => withLock({ island: early, target: 'providers/demo', command: 'x' }, () => 'done');
    await expect(work()).rejects.toThrow('RUL-005');
    const late = { island: place.island(), target: 'providers/demo', command: 'x' };
    expect(await withLock(late, () => 'done')).toBe('done');
  });
});

/** The files of another island's only target, as a command that runs beside the change would leave them. */
async function openBeside(files: Record<string, string> = { 'gamma.mjs': GAMMA }) {
  const place = await openWorkplace({ fresh: files });
  await place.import('fresh');
  const copyTo = (other: Workplace) =>
    cpSync(place.path('island/providers/fresh'), other.path('island/providers/fresh'), { recursive: true });
  return Object.assign(place, { copyTo });
}
const GAMMA = schemaText({ name: 'gamma', namespace: 'fresh', tools: { getItems: toolAt('/ok') } });

/** The disk, on which something else happens at one operation. */
class BesideFiles extends FailingFiles {
  constructor(
    readonly at: RegExp,
    readonly happens: () => void,
  ) {
    super();
  }

  override createAll(...[files, folders]: Parameters<FailingFiles['createAll']>) {
    const done = super.createAll(files, folders);
    if (files.some(({ path }) => this.at.test(path))) this.happens();
    return done;
  }

  override replace(...[path, bytes, flush]: Parameters<FailingFiles['replace']>) {
    super.replace(path, bytes, flush);
    if (this.at.test(path)) this.happens();
  }
}

describe('a target that appears while the rules change', () => {
  it.each(['after the plan', 'as rules.json is written'])(
    '%s follows the new rules as well',
    async (moment) => {
      await using place = await open();
      await using beside = await openBeside();
      const isEarly = moment === 'after the plan';
      const copy = () => beside.copyTo(place);
      const files = isEarly ? undefined : new BesideFiles(/rules\.json$/, copy);
      const { status, results } = await setRules({
        ...{ island: place.island(files), rules: ['3.0.3'], now: () => place.now },
        ...(isEarly && { onPlanned: copy }),
      });
      expect([status, results.map(({ target }) => target)]).toEqual([
        true,
        expect.arrayContaining(['providers/fresh', 'providers/demo']),
      ]);
      expect(place.index('fresh').summary.gradingSpec).toBe('gradingSpec/3.0.3');
      expect(rulesLines(place, 'fresh')).toHaveLength(1);
      expect(place.island().kind('.lock/providers--fresh.json')).toBe('file');
      expect(await verified(place)).toEqual({ status: true, found: [] });
    },
  );

  it('and cannot be derived refuses the change, and nothing is written', async () => {
    await using place = await open();
    await using beside = await openBeside();
    await beside.write('island/providers/fresh/index.json', '{');
    const before = stored(place).length;
    const onPlanned = () => beside.copyTo(place);
    const { status, errors } = await setRules({ island: place.island(), rules: ['3.0.3'], onPlanned });
    expect([status, codesOf(errors)]).toEqual([false, ['IDX-011']]);
    expect([place.island().kind('rules.json'), rulesLines(place, 'demo')]).toEqual([null, []]);
    await place.fixture.rm('island/providers/fresh');
    expect(stored(place)).toHaveLength(before);
  });

  it('gets no index of the old rules from an import that the change did not see (RUL-005)', async () => {
    await using place = await open();
    await place.write('fresh/gamma.mjs', GAMMA);
    const change = () => writeFileSync(place.path('island/rules.json'), JSON.stringify(THIRD));
    const files = new BesideFiles(/providers\/fresh\/members--/, change);
    const { errors } = await place.import('fresh', { island: place.island(files) });
    expect(codesOf(errors)).toEqual(['RUL-005']);
    expect(place.island().kind('providers/fresh/index.json')).toBeNull();
    place.wait();
    expect((await place.import('fresh')).status).toBe(true);
    expect(place.index('fresh').summary.gradingSpec).toBe('gradingSpec/3.0.3');
  });
});

it('locks of many targets need one listener (no warning of a leak)', async () => {
  await using place = await open();
  const hold = (left: number): Promise<number> =>
    left === 0
      ? Promise.resolve(process.listenerCount('exit'))
      : withLock({ island: place.island(), target: `providers/n${left}`, command: 'x' }, () =>
          hold(left - 1),
        );
  const [few, many] = [await hold(1), await hold(8)];
  expect(many - few).toBeLessThanOrEqual(0);
});

it('the default rules, set on an island without rules.json, leave it without', async () => {
  await using place = await open();
  expect((await set(place, '2.0.0')).status).toBe(true);
  expect(place.island().kind('rules.json')).toBeNull();
});

it.each(['lost', 'edited'])('a rules.json of the first import that is %s is found (VFY-099)', async (how) => {
  await using place = await openWorkplace({ demo: { 'alpha.mjs': oneTool('alpha') } });
  await place.import('demo', { rules: ['3.0.3'] });
  expect(await verified(place)).toEqual({ status: true, found: [] });
  expect(rulesLines(place, 'demo')).toMatchObject([{ seq: 1, from: typeRules(FIRST), to: typeRules(THIRD) }]);
  if (how === 'lost') await place.fixture.rm('island/rules.json');
  else await place.write('island/rules.json', JSON.stringify(FIRST));
  const { found } = await verified(place);
  expect(codesOf(found)).toContain('VFY-099');
  const named = found.find(({ code }) => code === 'VFY-099');
  expect(named && describeProblem(named).hint).toContain('--grading-data');
  await set(place, '3.0.3');
  expect(codesOf((await verified(place)).found)).not.toContain('VFY-099');
});

describe('a change of the rules that is interrupted', () => {
  it('at any write leaves the old rules or the new ones, verify names the command, and that finishes it', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await openGraded();
    const before = indexes(place);
    await set(place, NEW);
    const after = indexes(place);
    await set(place, OLD);
    const WRITES = /(?:audit\.jsonl|rules\.json|index\.json)$/;
    let [isOld, isNew, isNamed] = [0, 0, 0];
    for (let step = 1; ; step += 1) {
      const files = new FailingFiles(step, WRITES);
      const result = await set(place, NEW, place.island(files)).catch(() => null);
      if (!files.failed) {
        expect(result?.status).toBe(true);
        break;
      }
      expect(result?.status ?? false).toBe(false);
      const now = bookOn(place).gradingSystem;
      if (now === NEW) isNew += 1;
      else isOld += 1;
      for (const [at, index] of indexes(place).entries()) {
        if (now === NEW) expect([before[at], after[at]]).toContain(index);
        else expect(index).toBe(before[at]);
      }
      const { status, found } = await verified(place);
      expect(status).toBe(true);
      isNamed += found.length;
      for (const one of found) {
        expect(['VFY-099', 'VFY-084', 'VFY-029']).toContain(one.code);
        const hint = describeProblem(one).hint;
        if (one.code === 'VFY-099') expect(hint).toContain(`grading rules --set ${typeRules(SECOND)};`);
      }
      place.wait();
      expect((await set(place, NEW)).status).toBe(true);
      expect([bookOn(place), indexes(place)]).toEqual([SECOND, after]);
      expect(await verified(place)).toEqual({ status: true, found: [] });
      place.wait();
      await set(place, OLD);
      expect(indexes(place)).toEqual(before);
    }
    expect([isOld, isNew, isNamed].every((times) => times > 0)).toBe(true);
  });

  it('leaves an index of other rules, which state and export derive again', async () => {
    await using place = await open();
    const files = new FailingFiles(1, /index\.json$/);
    await set(place, '3.0.3', place.island(files)).catch(() => null);
    expect(bookOn(place).gradingSpec).toBe('gradingSpec/3.0.3');
    expect(place.index('demo').summary.gradingSpec).toBe('gradingSpec/2.0.0');
    const named = { island: place.island(), targets: ['demo'], now: () => place.now };
    const state = (await readState(named)).results[0];
    expect([state?.versions.gradingSpec, codesOf(state?.warnings ?? [])]).toEqual([
      'gradingSpec/3.0.3',
      ['VFY-029'],
    ]);
    const { results } = await exportTargets({ ...named, exportRoot: place.path('out') });
    const exported = readFileSync(`${results[0]?.exportDir}/index.json`, 'utf8');
    expect(JSON.parse(exported).summary.gradingSpec).toBe('gradingSpec/3.0.3');
  });

  it('can be taken back: the journals agree with rules.json again', async () => {
    using _ = registerLayers({ grading: STRICT });
    await using place = await openGraded();
    const files = new FailingFiles(1, /rules\.json$/);
    await expect(set(place, NEW, place.island(files))).rejects.toThrow('ISL-001');
    expect(codesOf((await verified(place)).found)).toEqual(['VFY-099', 'VFY-099']);
    await set(place, OLD);
    expect(await verified(place)).toEqual({ status: true, found: [] });
  });
});

it('a rules.json that was edited after a change is found (VFY-099)', async () => {
  await using place = await open();
  await set(place, '3.0.3');
  await place.write('island/rules.json', JSON.stringify(FIRST));
  expect(codesOf((await verified(place)).found)).toContain('VFY-099');
});

it('the rules of an island are shown beside those that are known', () => {
  using _ = registerLayers({ grading: STRICT });
  const shown = showRules(new Island('/nowhere'));
  expect(shown.rules).toEqual(FIRST);
  expect(shown.known.gradingSystem).toEqual([OLD, NEW]);
  expect(shown.newer).toEqual(['gradingSpec/3.0.3', NEW]);
});

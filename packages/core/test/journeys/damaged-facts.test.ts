// Damaged facts go nowhere: state, gate and export refuse a changed snapshot, and show no index that was edited by
// hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTargets } from '../../src/features/export/run.js';
import { gateGrades } from '../../src/features/gate/run.js';
import { GRADING_FORMATS } from '../../src/features/report/logic/render.js';
import { reportGrades } from '../../src/features/report/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import type { NamespaceIndex, SelectionIndex } from '../../src/spec/index-file.js';
import { forgetLines, grade, oneTool, openImported } from './graded-place.js';
import { emitGroup, openGroup, TARGET } from './group-place.js';
import { contentOf, pathsOf, readTree } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const INDEX = 'providers/demo/index.json';
const JOURNAL = 'providers/demo/audit.jsonl';

async function openGraded(): Promise<Workplace & AsyncDisposable> {
  const sources = { 'alpha.mjs': oneTool('alpha'), 'beta.mjs': oneTool('beta') };
  const place = await openImported(provider.origin, { demo: sources });
  await grade(place);
  return place;
}

const stateOf = (place: Workplace, target = 'demo') =>
  readState({ island: place.island(), targets: [target], now: () => place.now });
const gateOf = (place: Workplace, target = 'demo') =>
  gateGrades({
    island: place.island(),
    targets: [target],
    minGrade: 'B',
    allowMapped: true,
    now: () => place.now,
  });
const exportOf = (place: Workplace, target = 'demo') =>
  exportTargets({
    island: place.island(),
    exportRoot: place.path('out'),
    targets: [target],
    now: () => place.now,
  });

/** `CODE file` of each command's refusal; the commands must write nothing. */
async function refusals(place: Workplace, target = 'demo') {
  const before = place.tree();
  const [state, gate, exported] = [
    await stateOf(place, target),
    await gateOf(place, target),
    await exportOf(place, target),
  ];
  expect(place.tree()).toEqual(before);
  expect(readTree(place.path('out')).size).toBe(0);
  expect([state.results, gate.results, exported.results]).toEqual([[], [], []]);
  return [...state.errors, ...gate.errors, ...exported.errors].map(
    ({ code, where }) => `${code} ${where?.file}`,
  );
}

const refusedFor = (file: string) => [`VFY-012 ${file}`, `GATE-007 ${file}`, `EXP-005 ${file}`];

function snapshotOf(place: Workplace, schema = 'alpha'): string {
  const [path = ''] = pathsOf(place.tree(), `/${schema}/schema/`);
  return path;
}

async function edit(place: Workplace, path: string, change: (text: string) => string): Promise<void> {
  const text = place.island().readText(path) ?? '';
  expect(change(text)).not.toBe(text);
  await place.write(`island/${path}`, change(text));
}

async function editIndex(place: Workplace, change: (index: NamespaceIndex) => unknown): Promise<void> {
  const index = place.index();
  change(index);
  await place.write(`island/${INDEX}`, `${JSON.stringify(index, null, 2)}\n`);
}

describe('a snapshot that was changed', () => {
  it('is refused, in a part that its hash covers and in one that it does not', async () => {
    for (const change of [
      (text: string) => text.replace('alpha part', 'alphb part'),
      (text: string) => `${text}// a remark\n`,
    ]) {
      await using place = await openGraded();
      const file = snapshotOf(place);
      await edit(place, file, change);
      expect(await refusals(place)).toEqual(refusedFor(file));
    }
  });

  it('is named by every format of a report, which judges no node of it', async () => {
    await using place = await openGraded();
    const file = snapshotOf(place);
    await edit(place, file, (text) => `${text}// a remark\n`);
    for (const format of GRADING_FORMATS) {
      const parts: string[] = [];
      const { status, errors } = await reportGrades({
        ...{ island: place.island(), targets: ['demo'], minGrade: 'B', now: () => place.now, format },
        folders: { root: '/work', home: '/home' },
        write: async (part) => {
          parts.push(part);
        },
      });
      expect([status, codesOf(errors)]).toEqual([false, ['GATE-007']]);
      const said = format === 'badge' ? 'not graded' : 'is based on a damaged snapshot';
      expect(parts.join('')).toContain(said);
    }
  });

  it('is refused if the index was edited with it: the journal reveals it', async () => {
    await using place = await openGraded();
    const file = snapshotOf(place);
    await edit(place, file, (text) => `${text}// a remark\n`);
    await forgetLines(place, ['index']);
    await place.rebuild();
    expect(await refusals(place)).toEqual(refusedFor(file));
  });

  it('is refused if the journal has no line about it: the index reveals it', async () => {
    await using place = await openGraded();
    const file = snapshotOf(place);
    await place.fixture.rm(`island/${JOURNAL}`);
    expect([(await stateOf(place)).errors, (await gateOf(place)).errors]).toEqual([[], []]);
    await edit(place, file, (text) => `${text}// a remark\n`);
    expect(await refusals(place)).toEqual(refusedFor(file));
  });

  it('is refused if it is gone and an older one would replace it', async () => {
    await using place = await openGraded();
    await place.write('demo/alpha.mjs', oneTool('alpha', 'Other items of the alpha part.'));
    await place.import();
    const [, newest = ''] = pathsOf(place.tree(), '/alpha/schema/');
    await place.fixture.rm(`island/${newest}`);
    const [state, gate] = [await stateOf(place), await gateOf(place)];
    expect(codesOf([...state.errors, ...gate.errors])).toEqual(['VFY-012', 'GATE-007']);
    expect(gate.errors[0]?.where?.file).toBe(newest);
    expect(codesOf((await exportOf(place)).errors)).toEqual(['EXP-005']);
  });

  it('may be the member list; a snapshot of a retired schema does not count', async () => {
    await using place = await openGraded();
    const retired = snapshotOf(place, 'beta');
    await place.fixture.rm('demo/beta.mjs');
    await place.import('demo', { retire: true });
    await edit(place, retired, (text) => `${text}// a remark\n`);
    expect([(await stateOf(place)).errors, codesOf((await exportOf(place)).errors)]).toEqual([[], []]);
    await place.fixture.rm('out');
    const members = pathsOf(place.tree(), '/members--').at(-1) ?? '';
    await edit(place, members, (text) => text.replace('"alpha"', '"alpha" '));
    expect(await refusals(place)).toEqual(refusedFor(members));
  });

  it('does not affect other targets, and is reported separately with all targets', async () => {
    await using place = await openGraded();
    await place.write(
      'other/gamma.mjs',
      oneTool('gamma').replace('"namespace": "demo"', '"namespace": "other"'),
    );
    await place.import('other');
    const file = snapshotOf(place);
    await edit(place, file, (text) => `${text}// a remark\n`);
    const { results, errors } = await readState({ island: place.island(), targets: ['demo', 'other'] });
    expect(results.map(({ target }) => target)).toEqual(['providers/other']);
    expect(codesOf(errors)).toEqual(['VFY-012']);
  });

  it('of a selection is one of its own texts, or the schema of a member', async () => {
    await using place = await openGroup();
    await emitGroup(place);
    expect([(await stateOf(place, TARGET)).errors, codesOf((await gateOf(place, TARGET)).errors)]).toEqual([
      [],
      expect.not.arrayContaining(['GATE-007']),
    ]);
    const skill = pathsOf(place.tree(), `${TARGET}/skills/hardness/`)[0] ?? '';
    const whole = place.island().readText(skill) ?? '';
    await edit(place, skill, (text) => `${text}// a remark\n`);
    expect(codesOf((await gateOf(place, TARGET)).errors)).toEqual(['GATE-007']);
    expect((await stateOf(place, TARGET)).errors[0]?.where?.file).toBe(skill);
    await place.write(`island/${skill}`, whole);
    const member = pathsOf(place.tree(), 'providers/amber/data/schema/')[0] ?? '';
    await edit(place, member, (text) => `${text}// a remark\n`);
    expect((await gateOf(place, TARGET)).errors[0]).toMatchObject({
      code: 'GATE-007',
      where: { file: member },
    });
    expect((await stateOf(place, TARGET)).errors[0]?.where?.file).toBe(member);
  });
});

const gradeIn = async (place: Workplace) => {
  const { results, errors } = await stateOf(place);
  expect(errors).toEqual([]);
  const [state] = results;
  return {
    grade: state?.rollupGrade,
    tools: state?.nodes.filter(({ node }) => node.includes('.tools.')).length,
    warnings: codesOf(state?.warnings ?? []),
  };
};

describe('an index edited by hand', () => {
  it('is derived again before it is shown, with a warning', async () => {
    await using place = await openGraded();
    const right = await gradeIn(place);
    expect(right.warnings).toEqual([]);
    await editIndex(place, (index) => {
      Object.assign(index, { grade: 'A' });
      Object.assign(index.schemas.alpha ?? {}, { tools: {} });
    });
    expect(await gradeIn(place)).toEqual({ ...right, warnings: ['VFY-029'] });
    expect((await gateOf(place)).results[0]?.nodes).toBeGreaterThan(4);
    const { results } = await readState({ island: place.island(), targets: [], all: true });
    expect(results.map(({ rollupGrade }) => rollupGrade)).toEqual([right.grade]);
  });

  it('is not exported: the export follows the files', async () => {
    await using place = await openGraded();
    const { updatedAt: _, ...whole } = place.index();
    await editIndex(place, (index) => Object.assign(index, { grade: 'A' }));
    const [exported] = (await exportOf(place)).results;
    const found = contentOf(readTree(exported?.exportDir ?? ''))['index.json'] ?? '';
    expect(JSON.parse(found)).toMatchObject(whole);
  });

  it('makes no member of a selection stable, and opens no gate', async () => {
    await using place = await openGroup({ isGraded: false });
    const path = 'providers/amber/index.json';
    const index = place.json<NamespaceIndex>(path);
    const stable = (node: object) => ({ ...node, status: 'stable', grade: 'B' });
    const { tools = {}, toolsAggregate = {} } = index.schemas.data ?? {};
    const data = {
      ...stable(index.schemas.data ?? {}),
      toolsAggregate: stable(toolsAggregate),
      tools: Object.fromEntries(Object.entries(tools).map(([tool, node]) => [tool, stable(node)])),
    };
    await place.write(`island/${path}`, JSON.stringify({ ...index, schemas: { ...index.schemas, data } }));
    const { errors } = await gateOf(place, TARGET);
    expect(errors.map(({ where }) => where?.path)).toContain('members.amber.data');
    const [state] = (await stateOf(place, TARGET)).results;
    expect((state?.summary as SelectionIndex['summary'] | undefined)?.verdict).toBe('0 of 7 members PASS');
  });

  it('of an earlier version is shown as derived, without a warning, and recorded after one rebuild', async () => {
    await using place = await openGraded();
    const right = await gradeIn(place);
    await forgetLines(place, ['index']);
    expect(await gradeIn(place)).toEqual(right);
    const bytes = place.island().readText(INDEX);
    await place.rebuild();
    expect(place.island().readText(INDEX)).toBe(bytes);
    expect(
      place
        .island()
        .readText(JOURNAL)
        ?.match(/"kind":"index"/g),
    ).toHaveLength(1);
    await place.rebuild();
    expect(
      place
        .island()
        .readText(JOURNAL)
        ?.match(/"kind":"index"/g),
    ).toHaveLength(1);
  });

  it('with correct content is a warning of verify until it is rebuilt', async () => {
    await using place = await openGraded();
    await edit(place, JOURNAL, (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
    const verify = async () => {
      const { status, results } = await verifyTargets({
        ...{ island: place.island(), targets: ['demo'], now: () => place.now },
      });
      return [status, codesOf(results[0]?.warnings ?? [])];
    };
    expect(await verify()).toEqual([true, ['VFY-029']]);
    await place.rebuild();
    expect(await verify()).toEqual([true, []]);
  });
});

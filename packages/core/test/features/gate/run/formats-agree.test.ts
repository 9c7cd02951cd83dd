// The exit code of a gate and every format of a report agree about the same nodes, whatever their status.
import { createFixture } from 'fs-fixture';
import { parse } from 'junit2json';
import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import { type GateOptions, gateGrades } from '../../../../src/features/gate/run.js';
import type { ReportTarget } from '../../../../src/features/report/logic/grading-report.js';
import { GRADING_FORMATS, type GradingFormat } from '../../../../src/features/report/logic/render.js';
import { reportGrades } from '../../../../src/features/report/run.js';
import type { Island } from '../../../../src/island/island.js';
import { exitCodeOf } from '../../../../src/problems/error-codes.js';
import type { GradingBaseline } from '../../../../src/spec/baselines.js';
import type { Gathered } from '../../../../src/spec/gathered.js';
import type { IndexSchema } from '../../../../src/spec/index-file.js';
import type { AggregateGrade } from '../../../../src/spec/vocabulary.js';
import {
  entryPath,
  gradeNodes,
  memoryIsland,
  NAMESPACES,
  NOW,
  providerTarget,
  putProvider,
  putSelection,
  putStableGroup,
  rebuild,
  rebuildNamespaceIndex,
  rebuildSelectionIndex,
  SELECTION,
  SKILLS,
  selectionTarget,
  subjectOf,
} from '../../../journeys/selection-island.js';

const AMBER = 'providers/amber';
const MINERALS = `selections/${SELECTION}`;
const LATER = '2026-03-01T12-00-00Z';
const TOOL = 'schemas.data.tools.getItems';
const amber = providerTarget('amber');

/** Seven namespaces with one schema each, all stable, and a selection over them with A in every part. */
function stableIsland(): Island {
  const island = memoryIsland();
  putStableGroup(island, NAMESPACES);
  // A skill waits for the grade of the one before it.
  for (const { name } of SKILLS) gradeSelection(island, `skills.${name}`);
  gradeSelection(island, 'about');
  gradeSelection(island, 'selectionAggregate');
  return island;
}

function gradeSelection(island: Island, node: string, grade: AggregateGrade = 'A', at?: string): void {
  gradeNodes(island, selectionTarget(), { nodes: [node], grade, ...(at && { at }) });
}

/** Grades a node of a namespace again, and rebuilds the selection. */
function regrade(island: Island, grade: AggregateGrade, node = TOOL, target = amber): void {
  gradeNodes(island, target, { nodes: [node], grade, at: LATER });
  rebuildSelectionIndex(island);
}

/** Makes a node ungraded by changing its content. */
function change(island: Island): void {
  putProvider(island, { namespace: 'amber', description: 'Other items.', at: LATER });
  rebuild(island, amber);
  rebuildSelectionIndex(island);
}

/** Adds a second tool without a grade, while the aggregate has one. */
function addTool(island: Island): void {
  putProvider(island, { namespace: 'amber', tools: ['getItems', 'getMore'], at: LATER });
  rebuild(island, amber);
  gradeNodes(island, amber, { nodes: ['schemas.data.toolsAggregate', TOOL], at: LATER });
  rebuildSelectionIndex(island);
}

/** Adds an unreadable entry about content without any other entry. */
function tear(island: Island): void {
  change(island);
  island.create(entryPath(amber, subjectOf(island, amber, TOOL), { at: '2026-03-01T13-00-00Z' }), '{');
  rebuild(island, amber);
  rebuildSelectionIndex(island);
}

function retire(island: Island): void {
  putProvider(island, { namespace: 'amber', schemas: ['other'], at: LATER });
  rebuild(island, amber);
  gradeNodes(island, amber, { at: LATER });
  rebuildSelectionIndex(island);
}

/** Answers only one of the graders' questions about the tool. */
function judgeLittle(island: Island): void {
  gradeNodes(island, amber, { nodes: [TOOL], grade: 'B', at: LATER, answers: 4 });
  rebuildSelectionIndex(island);
}

/** Adds facts about the destination of a tool's tests; its grade stays. */
function gather(island: Island, gathered: Gathered): void {
  const { snapshot } = rebuildNamespaceIndex(island, 'amber').schemas.data as IndexSchema;
  const tested = { working: 3, total: 3, bar: 3, status: 'ok', docs: null, outputMatches: null, records: [] };
  island.create(
    `${AMBER}/data/summary.json`,
    JSON.stringify({
      ...{ namespace: 'amber', schema: 'data', bar: 3, checkedAt: NOW.toISOString() },
      ...{ schemaHash: snapshot?.hash, fileSha256: snapshot?.fileSha256 },
      tools: { getItems: { ...tested, gathered } },
    }),
  );
  rebuild(island, amber);
  rebuildSelectionIndex(island);
}

interface Case {
  readonly prepare: (island: Island) => void;
  readonly targets: readonly string[];
  /** Nodes that fail; empty: the gate passes. */
  readonly fails: readonly string[];
  readonly baseline?: GradingBaseline['nodes'];
  readonly options?: Partial<GateOptions>;
}

const nothing = () => undefined;
const words = { reason: 'the provider was asked', expires: '2026-03-31' };
const entry = (target: string, node: string, status: 'pending' | 'rejected' | 'blocked', more = {}) => ({
  target,
  node,
  status,
  ...more,
});
const accepted = (more = {}) => ({
  ...{ target: AMBER, node: TOOL, status: 'stable' as const, grade: 'B' as const, score: 4 },
  ...more,
});
const WIDE = ['namespaceAggregate', 'description'];

const CASES: Record<string, Case> = {
  'all is stable': { prepare: nothing, targets: [AMBER], fails: [] },
  'a selection is stable': { prepare: nothing, targets: [MINERALS], fails: [] },
  'a tool is below the bar': { prepare: (island) => regrade(island, 'C'), targets: [AMBER], fails: [TOOL] },
  'a tool is rejected': { prepare: (island) => regrade(island, 'REJECTED'), targets: [AMBER], fails: [TOOL] },
  'content has changed': {
    prepare: change,
    targets: [AMBER],
    fails: [TOOL, 'schemas.data.toolsAggregate', ...WIDE],
  },
  'what is pending is accepted': {
    prepare: change,
    targets: [AMBER],
    baseline: [TOOL, 'schemas.data.toolsAggregate', ...WIDE].map((node) => entry(AMBER, node, 'pending')),
    fails: [],
  },
  'another status is accepted': {
    prepare: change,
    targets: [AMBER],
    baseline: [TOOL, 'schemas.data.toolsAggregate', ...WIDE].map((node) => entry(AMBER, node, 'blocked')),
    fails: [TOOL, 'schemas.data.toolsAggregate', ...WIDE],
  },
  'a tool is blocked': {
    prepare: tear,
    targets: [AMBER],
    fails: [TOOL, 'schemas.data.toolsAggregate', ...WIDE],
  },
  'a veto is accepted with a reason and a day': {
    prepare: (island) => regrade(island, 'REJECTED'),
    targets: [AMBER],
    baseline: [entry(AMBER, TOOL, 'rejected', words)],
    fails: [],
  },
  'a veto is accepted without a reason': {
    prepare: (island) => regrade(island, 'REJECTED'),
    targets: [AMBER],
    baseline: [entry(AMBER, TOOL, 'rejected', { expires: words.expires })],
    fails: [TOOL],
  },
  'a veto is accepted without a day': {
    prepare: (island) => regrade(island, 'REJECTED'),
    targets: [AMBER],
    baseline: [entry(AMBER, TOOL, 'rejected', { reason: words.reason })],
    fails: [TOOL],
  },
  'an About is rejected, and then gone': {
    prepare: (island) => {
      putProvider(island, { namespace: 'amber', about: '# Amber\n', at: LATER });
      rebuild(island, amber);
      gradeNodes(island, amber, { at: LATER });
      gradeNodes(island, amber, { nodes: ['about'], grade: 'REJECTED', at: '2026-03-01T13-00-00Z' });
      putProvider(island, { namespace: 'amber', at: '2026-03-01T14-00-00Z' });
      rebuild(island, amber);
      gradeNodes(island, amber, { nodes: WIDE, at: '2026-03-01T15-00-00Z' });
    },
    targets: [AMBER],
    fails: ['about'],
  },
  'a retired schema was rejected': {
    prepare: (island) => {
      regrade(island, 'REJECTED');
      retire(island);
    },
    targets: [AMBER],
    fails: [],
  },
  'a member is rejected': {
    prepare: (island) => regrade(island, 'REJECTED'),
    targets: [MINERALS],
    fails: ['members.amber.data'],
  },
  'a member is pending': { prepare: change, targets: [MINERALS], fails: ['members.amber.data'] },
  'a member is blocked': { prepare: tear, targets: [MINERALS], fails: ['members.amber.data'] },
  'a member is below the bar': {
    prepare: (island) => regrade(island, 'C', 'schemas.data.toolsAggregate'),
    targets: [MINERALS],
    fails: ['members.amber.data'],
  },
  'a tool of a member is below the bar, its aggregate is not': {
    prepare: (island) => regrade(island, 'D'),
    targets: [MINERALS],
    fails: ['members.amber.data'],
  },
  'a tool of a member has no grade, its aggregate has': {
    prepare: addTool,
    targets: [MINERALS],
    fails: ['members.amber.data'],
  },
  'a member is retired': { prepare: retire, targets: [MINERALS], fails: ['members.amber.data'] },
  'a retired member, gated with its namespace': {
    prepare: retire,
    targets: [AMBER, MINERALS],
    fails: ['members.amber.data'],
  },
  'a member was never imported': {
    prepare: (island) => {
      const members = [...NAMESPACES.map((namespace) => `${namespace}.data`), 'halite.data'];
      putSelection(island, { members, at: LATER });
      gradeSelection(island, 'selectionAggregate', 'A', LATER);
    },
    targets: [MINERALS],
    fails: ['members.halite.data'],
  },
  'a member is accepted': {
    prepare: change,
    targets: [MINERALS],
    baseline: [entry(MINERALS, 'members.amber.data', 'pending')],
    fails: [],
  },
  'what a member stands on is accepted': {
    prepare: change,
    targets: [MINERALS],
    baseline: [TOOL, 'schemas.data.toolsAggregate'].map((node) => entry(AMBER, node, 'pending')),
    fails: [],
  },
  'a member counts once when its namespace is gated too': {
    prepare: (island) => regrade(island, 'C'),
    targets: [MINERALS, AMBER],
    fails: [TOOL, MINERALS],
  },
  'a skill of a selection has no level': {
    prepare: (island) => {
      putSelection(island, {
        skills: [...SKILLS, { name: 'nowhere', persona: 'decision-maker', content: 'A skill.' }],
        at: LATER,
      });
      gradeSelection(island, 'selectionAggregate', 'A', LATER);
    },
    targets: [MINERALS],
    fails: ['skills.nowhere'],
  },
  'a skill is rejected': {
    prepare: (island) => gradeSelection(island, 'skills.pick-stone', 'REJECTED', LATER),
    targets: [MINERALS],
    fails: ['skills.pick-stone'],
  },
  'the whole is a C': {
    prepare: (island) => gradeSelection(island, 'selectionAggregate', 'C', LATER),
    targets: [MINERALS],
    fails: ['selectionAggregate'],
  },
  'a selection that is B is held to A, its members to B': {
    prepare: (island) => gradeSelection(island, 'selectionAggregate', 'B', LATER),
    targets: [MINERALS],
    options: { minGrade: 'A' },
    fails: ['selectionAggregate'],
  },
  'a selection and a namespace are held to A as far as their tiers go': {
    prepare: nothing,
    targets: [MINERALS, AMBER],
    options: { minGrade: 'A' },
    fails: [],
  },
  'a tool is judged by a sixth': { prepare: judgeLittle, targets: [AMBER], fails: [TOOL] },
  'a tool is judged by a sixth, which is enough': {
    prepare: judgeLittle,
    targets: [AMBER],
    options: { minCoverage: 0.15 },
    fails: [],
  },
  'nobody asks how much was judged': {
    prepare: judgeLittle,
    targets: [AMBER, MINERALS],
    options: { minCoverage: 0 },
    fails: [],
  },
  'all of it has to be judged, and is': {
    prepare: nothing,
    targets: [MINERALS],
    options: { minCoverage: 1 },
    fails: [],
  },
  'a tool is judged by a sixth, as it was accepted': {
    prepare: judgeLittle,
    targets: [AMBER],
    baseline: [accepted({ coverage: 0.1 })],
    fails: [],
  },
  'a tool is judged by a sixth, and was accepted before anybody counted': {
    prepare: judgeLittle,
    targets: [AMBER],
    baseline: [accepted()],
    fails: [],
  },
  'a tool is judged by less than was accepted': {
    prepare: judgeLittle,
    targets: [AMBER],
    baseline: [accepted({ coverage: 0.3 })],
    fails: [TOOL],
  },
  'a tool of a member is judged by a sixth': {
    prepare: judgeLittle,
    targets: [MINERALS],
    fails: ['members.amber.data'],
  },
  'a tool of a member is judged by a sixth, and accepted in its namespace': {
    prepare: judgeLittle,
    targets: [MINERALS],
    baseline: [accepted()],
    fails: [],
  },
  'the whole is judged in part': {
    prepare: (island) =>
      gradeNodes(island, selectionTarget(), {
        nodes: ['selectionAggregate'],
        grade: 'A',
        at: LATER,
        answers: 2,
      }),
    targets: [MINERALS],
    fails: ['selectionAggregate'],
  },
  'a tool was tested against another origin': {
    prepare: (island) => gather(island, { originMap: true }),
    targets: [AMBER],
    fails: [TOOL],
  },
  'another origin is allowed': {
    prepare: (island) => gather(island, { originMap: true }),
    targets: [AMBER],
    options: { allowMapped: true },
    fails: [],
  },
  'another origin is allowed by no baseline': {
    prepare: (island) => gather(island, { originMap: true }),
    targets: [AMBER],
    baseline: [accepted()],
    fails: [TOOL],
  },
  'a tool was tested at a private address, with trusted handlers': {
    prepare: (island) => gather(island, { allowedHost: true, handlers: 'trust' }),
    targets: [AMBER, MINERALS],
    fails: [],
  },
  'a tool of a member was tested against another origin': {
    prepare: (island) => gather(island, { originMap: true }),
    targets: [MINERALS],
    fails: ['members.amber.data'],
  },
  'an old grade': {
    prepare: nothing,
    targets: [AMBER],
    options: { maxAgeDays: 10, now: () => new Date('2026-03-20T00:00:00Z') },
    fails: ['schemas.data.toolsAggregate', TOOL, ...WIDE],
  },
  'nothing of a selection is graded': {
    prepare: (island) => {
      putSelection(island, { description: 'Another one.', at: LATER });
      rebuildSelectionIndex(island);
    },
    targets: [MINERALS],
    fails: ['selectionAggregate'],
  },
};

/** Runs the gate, and every format with the same options. */
async function look({ prepare, targets, baseline, options }: Case) {
  const island = stableIsland();
  prepare(island);
  await using fixture = await createFixture({
    'baseline.json': JSON.stringify({ gradingSystem: 'gradingSystem/1.0.0', nodes: baseline ?? [] }),
  });
  const common = {
    island,
    targets,
    minGrade: 'B' as const,
    now: () => NOW,
    ...(baseline && { baseline: fixture.getPath('baseline.json') }),
    ...options,
  };
  const gate = await gateGrades(common);
  const draw = async (format: GradingFormat) => {
    let text = '';
    const write = (part: string) => {
      text += part;
    };
    await reportGrades({ ...common, format, write, folders: { root: '/work', home: '/home' } });
    return text;
  };
  const drawn = await Promise.all(
    GRADING_FORMATS.map(async (format) => [format, await draw(format)] as const),
  );
  return { gate, drawn };
}

type Look = Awaited<ReturnType<typeof look>>;

/** What each format shows of the nodes that fail, which are sorted. */
const AGREES: Record<
  GradingFormat,
  (text: string, failing: readonly string[], gate: Look['gate']) => Promise<void> | void
> = {
  json(text, failing, gate) {
    const { targets } = JSON.parse(text) as { targets: ReportTarget[] };
    const found = targets.flatMap(({ target, nodes, gate: whole }) => [
      ...nodes.filter(({ failures }) => failures.length > 0).map(({ node }) => node),
      ...(whole.failures.length > 0 ? [target] : []),
    ]);
    expect(found.sort()).toEqual(failing);
    expect(targets.map((target) => [target.target, target.gate.passes])).toEqual(
      gate.results.map((result) => [result.target, result.passes]),
    );
  },
  async junit(text, failing) {
    const document = await parse(text);
    if (!document || !('testsuite' in document)) throw new Error('no suites were read');
    const found = (document.testsuite ?? []).flatMap(({ name: suite, testcase = [] }) =>
      testcase
        .filter(({ failure, error }) => failure || error)
        .map(({ name }) => (name === 'the whole' ? suite : name)),
    );
    expect(found.sort()).toEqual(failing);
    expect((document.failures ?? 0) + (document.errors ?? 0)).toBe(failing.length);
  },
  sarif(text, failing) {
    const [run] = (JSON.parse(text) as Log).runs;
    const found = (run?.results ?? []).filter(({ ruleId }) => ruleId?.startsWith('grade-'));
    expect(found.map(({ locations }) => locations?.[0]?.logicalLocations?.[0]?.name).sort()).toEqual(failing);
    expect(found.every(({ level }) => level === 'error')).toBe(true);
  },
  md(text, failing) {
    for (const name of failing) expect(text).toContain(`\`${name}\``);
    expect(text.includes('**What fails the gate**')).toBe(failing.length > 0);
  },
  html(text, failing) {
    expect(/fails? the gate/.test(text)).toBe(failing.length > 0);
  },
  badge(text) {
    // A badge shows the grade, whatever the gate says.
    expect(text).not.toMatch(/the gate/);
  },
};

describe('a gate and the reports', () => {
  it.each(Object.entries(CASES))('agree if %s', async (_, one) => {
    const { gate, drawn } = await look(one);
    const failing = [...one.fails].sort();
    const passes = failing.length === 0;
    expect(exitCodeOf(gate.errors)).toBe(passes ? 0 : 1);
    expect(
      gate.errors.map(({ where }) => where?.path ?? where?.file?.replace('/index.json', '')).sort(),
    ).toEqual(failing);
    expect(gate.results.every((result) => result.passes)).toBe(passes);
    for (const [format, text] of drawn) await AGREES[format](text, failing, gate);
  });

  it('count a member with its namespace if that is gated too', async () => {
    const { gate } = await look(CASES['a member counts once when its namespace is gated too'] as Case);
    const told = gate.results.map(({ target, passes, nodes, failed }) => [target, passes, nodes, failed]);
    expect(told).toEqual([
      [MINERALS, false, 5 + 6, 0],
      [AMBER, false, 4, 1],
    ]);
  });
});

// The state of a selection, and the next command that helps, in every situation.
import { describe, expect, it } from 'vitest';
import { readState } from '../../src/features/state/run.js';
import { formatJson } from '../../src/island/documents.js';
import { Island } from '../../src/island/island.js';
import { sha256 } from '../../src/spec/hash.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { MemoryFiles } from './memory-files.js';
import {
  ABOUT,
  gradeNodes,
  memoryIsland,
  NAMESPACES,
  NOW,
  providerTarget,
  putGroup,
  putProvider,
  putSelection,
  putStableGroup,
  rebuild,
  rebuildNamespaceIndex,
  SKILLS,
  selectionPath,
  selectionTarget,
  subjectsOf,
} from './selection-island.js';

const TARGET = selectionTarget();
const EMIT = 'flowmcp grading emit selections/minerals';
const LATER = '2026-03-01T11-00-00Z';

async function stateOf(island: Island) {
  const { results, errors } = await readState({ island, targets: ['selections/minerals'], now: () => NOW });
  expect(errors).toEqual([]);
  const [state] = results;
  if (state?.flow !== 'selection') throw new Error('no state of a selection');
  return state;
}

const nextOf = async (island: Island) => (await stateOf(island)).nextAction;

function openStable(parts: Parameters<typeof putGroup>[2] = {}): Island {
  const island = memoryIsland();
  putStableGroup(island, NAMESPACES, parts);
  return island;
}

describe('before any part can be graded', () => {
  it('a selection that is too small gets more members, whatever its other problems', async () => {
    const island = memoryIsland();
    putGroup(island, NAMESPACES.slice(0, 3), { members: ['amber.data', 'basalt.data', 'zircon.data'] });
    const expected = {
      command: "flowmcp grading import '<folder of minerals>'",
      why: 'add members of more namespaces and import it again: fewer than 5 namespaces (3 of 5)',
    };
    expect(await nextOf(island)).toMatchObject(expected);
    // Even if it was graded before it shrank, and even if a veto hides it.
    gradeNodes(island, TARGET, { grade: 'A' });
    expect(await nextOf(island)).toMatchObject(expected);
    gradeNodes(island, TARGET, { grade: 'REJECTED', at: LATER });
    expect(await nextOf(island)).toMatchObject(expected);
  });

  it('a missing member is imported', async () => {
    const island = memoryIsland();
    const members = NAMESPACES.map((namespace) => `${namespace}.data`);
    putGroup(island, NAMESPACES.slice(0, 5), { members });
    expect(await nextOf(island)).toMatchObject({
      command: "flowmcp grading import '<folder of flint>'",
      why: 'not imported: flint.data, garnet.data',
    });
  });

  it('a member of a namespace with a damaged index does not need an import', async () => {
    const island = openStable();
    island.replace('providers/cobalt/index.json', '{');
    expect(await nextOf(island)).toMatchObject({
      command: 'flowmcp grading rebuild providers/cobalt',
      why: 'the index of cobalt is damaged; move its index.json aside first',
    });
    const { summary, warnings } = await stateOf(island);
    expect(summary.notImported).toEqual([]);
    expect(warnings?.map(({ code }) => code)).toEqual(['IDX-011']);
  });

  it('members that were never graded are graded in a chain', async () => {
    const island = memoryIsland();
    putGroup(island, NAMESPACES);
    gradeNodes(island, providerTarget('amber'), { grade: 'C' });
    gradeNodes(island, providerTarget('basalt'));
    expect(await nextOf(island)).toMatchObject({
      command: `${EMIT} --chain`,
      why: '6 of 7 members are not stable; this emits the prompts of their namespaces',
    });
  });

  it.each([
    ['graded', 'C'],
    ['rejected', 'REJECTED'],
  ] as const)(
    'one that is %s would not be asked again by a chain: it is to be mended',
    async (status, grade) => {
      const island = openStable();
      gradeNodes(island, providerTarget('basalt'), { grade, at: LATER });
      expect(await nextOf(island)).toMatchObject({
        command: "flowmcp grading import '<folder of basalt>'",
        why: `1 of 7 members are not stable; basalt.data is ${status}: first edit its source`,
      });
    },
  );

  it('one that was retired is called retired: since when, and what its namespace has now', async () => {
    const island = openStable();
    putProvider(island, { namespace: 'basalt', schemas: ['other'], at: LATER });
    rebuild(island, providerTarget('basalt'));
    expect(await nextOf(island)).toMatchObject({
      command: "flowmcp grading import '<folder of minerals>'",
      why: `first name other members in the selection: basalt.data is retired since ${LATER}; basalt now has other`,
    });
  });

  it('a selection with nothing to ask begins no chain: the member has its own run', async () => {
    const island = openStable();
    gradeNodes(island, TARGET, { nodes: ['about', 'skills.start-here', 'selectionAggregate'], grade: 'A' });
    gradeNodes(island, TARGET, { nodes: ['skills.hardness', 'skills.pick-stone'], grade: 'A' });
    putProvider(island, { namespace: 'cobalt', description: 'Changed.', at: LATER });
    rebuildNamespaceIndex(island, 'cobalt');
    expect(await nextOf(island)).toMatchObject({
      command: 'flowmcp grading emit providers/cobalt/data',
      why: '1 of 7 members are not stable; cobalt.data is pending: this asks about it',
    });
  });
});

it('a member whose file does not pass the gate is mended and imported: a run would ask nothing', async () => {
  const island = new Island('/island', new MemoryFiles(), { book: LATER_BOOK });
  putStableGroup(island, NAMESPACES);
  const fail = (namespace: string) => {
    const failed = [
      {
        ...{ schema: 'data', file: 'data.mjs', fileSha256: 'f'.repeat(64) },
        problems: [{ code: 'SRC-001', message: 'the module is torn', line: 2 }],
      },
    ];
    const list = formatJson({ namespace, schemas: [], failed });
    const name = `providers/${namespace}/members--${LATER}--${sha256(list).slice(0, 8)}.json`;
    island.createAll([{ path: name, bytes: list }]);
    rebuildNamespaceIndex(island, namespace);
  };
  fail('cobalt');
  expect(await nextOf(island)).toMatchObject({
    command: "flowmcp grading import '<folder of cobalt>'",
    why: '1 of 7 members are not stable; first fix cobalt.data: data.mjs does not pass the gate: SRC-001 (line 2) the module is torn',
  });
});

describe('with every member stable', () => {
  it('every part that can be is asked about: About, first level and the aggregate', async () => {
    expect(await nextOf(openStable())).toMatchObject({
      command: EMIT,
      why: 'to be asked about: about, skills.start-here',
    });
  });

  it('then the next level, and changed parts', async () => {
    const island = openStable();
    gradeNodes(island, TARGET, { nodes: ['about', 'skills.start-here', 'selectionAggregate'], grade: 'A' });
    expect((await nextOf(island)).why).toBe('to be asked about: skills.hardness');
    gradeNodes(island, TARGET, { nodes: ['skills.hardness', 'skills.pick-stone'], grade: 'A' });
    expect((await nextOf(island)).command).toBe('flowmcp grading export selections/minerals');
    putSelection(island, { about: `${ABOUT}\nMore.\n`, at: LATER });
    expect((await nextOf(island)).why).toBe('to be asked about: about');
  });

  it('a part with a veto on earlier content is asked about again, one with a veto on its current content needs a fix', async () => {
    const island = openStable();
    gradeNodes(island, TARGET, { grade: 'A' });
    gradeNodes(island, TARGET, { nodes: ['about'], grade: 'REJECTED', at: LATER });
    const fix = {
      command: "flowmcp grading import '<folder of minerals>'",
      why: 'first fix what is blocked, vetoed or graded below B',
    };
    expect(await nextOf(island)).toMatchObject(fix);
    putSelection(island, { about: `${ABOUT}\nMended.\n`, at: LATER });
    expect((await nextOf(island)).why).toBe('to be asked about: about');
  });

  it.each([
    ['graded below B', 'C', SKILLS],
    ['blocked', 'A', SKILLS.map((skill) => ({ ...skill, persona: '' }))],
  ] as const)('what is %s is to be fixed', async (_, grade, skills) => {
    const island = openStable({ skills });
    const [first] = subjectsOf(island, TARGET).filter(({ status }) => status.status === 'blocked');
    gradeNodes(island, TARGET, { grade, nodes: ['about'] });
    gradeNodes(island, TARGET, { grade: 'A', nodes: ['selectionAggregate'] });
    if (grade === 'C') {
      gradeNodes(island, TARGET, { nodes: SKILLS.map(({ name }) => `skills.${name}`) });
    } else expect(first?.status.reason).toBe('no persona focus');
    expect((await nextOf(island)).why).toMatch(/^first fix what is blocked, vetoed or graded below B/);
  });
});

describe('with an open run', () => {
  function putRun(island: Island, state: object): void {
    const subjects = subjectsOf(island, TARGET).map(({ node, hash }) => ({ node, schemaHash: hash }));
    island.replace(selectionPath('state.json'), formatJson({ taskId: 'minerals--1', subjects, ...state }));
  }

  it('is to hand in its scores, whatever happened to its members since they were frozen', async () => {
    const island = openStable();
    putRun(island, { status: 'prompts-emitted' });
    const expected = {
      command: 'flowmcp grading hand-in selections/minerals scores.json',
      why: 'prompts are waiting for their scores',
    };
    expect(await nextOf(island)).toMatchObject(expected);
    expect((await stateOf(island)).promptsPath).toBe('selections/minerals/prompts.json');
    putProvider(island, { namespace: 'amber', description: 'Changed.', at: LATER });
    rebuildNamespaceIndex(island, 'amber');
    expect(await nextOf(island)).toMatchObject(expected);
  });

  it.each([
    ['its About', { about: '# Other\n' }],
    ['a skill', { skills: SKILLS.map((skill) => ({ ...skill, content: 'Other.' })) }],
    ['its members', { members: NAMESPACES.slice(0, 6).map((namespace) => `${namespace}.data`) }],
    ['its number of skills', { skills: SKILLS.slice(0, 2) }],
  ])('is a new run if %s changed since', async (_, parts) => {
    const island = openStable();
    putRun(island, { status: 'prompts-emitted' });
    putSelection(island, { ...parts, at: LATER });
    expect(await nextOf(island)).toMatchObject({
      command: EMIT,
      why: 'the content that the open run asks about has changed since',
    });
  });

  it('that was interrupted is to complete it with the same file', async () => {
    const island = openStable();
    putRun(island, { status: 'consuming', consume: { scoresPath: 'scores/minerals--1--x.json' } });
    expect(await nextOf(island)).toMatchObject({
      command:
        'flowmcp grading hand-in selections/minerals /island/selections/minerals/scores/minerals--1--x.json',
      why: 'a hand-in was interrupted; the same file finishes it',
    });
    expect((await stateOf(island)).promptsPath).toBeNull();
  });
});

describe('the state of a selection', () => {
  it('shows the current state of its members, although its index on disk is older', async () => {
    const island = memoryIsland();
    putGroup(island, NAMESPACES);
    rebuild(island, TARGET);
    const before = island.readText(selectionPath('index.json'));
    for (const namespace of NAMESPACES) gradeNodes(island, providerTarget(namespace));
    const state = await stateOf(island);
    expect(state).toMatchObject({
      target: 'selections/minerals',
      flow: 'selection',
      tier: 'group-bound',
      maxGrade: 'A',
      rollupGrade: null,
      rollupStatus: 'partial',
      summary: { verdict: '7 of 7 members PASS' },
    });
    expect(state.nodes.map(({ node, status }) => [node, status])).toEqual([
      ...NAMESPACES.map((namespace) => [`members.${namespace}.data`, 'stable']),
      ['about', 'pending'],
      ['skills.start-here', 'pending'],
      ['skills.hardness', 'blocked'],
      ['skills.pick-stone', 'blocked'],
      ['selectionAggregate', 'pending'],
    ]);
    expect(island.readText(selectionPath('index.json'))).toBe(before);
  });

  it('gives the best grade its size allows, before anything is graded', async () => {
    for (const [namespaces, best] of [
      [4, 'B'],
      [6, 'B'],
      [7, 'A'],
    ] as const) {
      const island = memoryIsland();
      putGroup(island, NAMESPACES.slice(0, namespaces));
      expect((await stateOf(island)).maxGrade).toBe(best);
    }
  });

  it('is an error without a definition', async () => {
    const island = memoryIsland();
    island.create(selectionPath('notes.txt'), 'x');
    const { status, results, errors } = await readState({ island, targets: ['minerals'] });
    expect([status, results, errors.map(({ code }) => code)]).toEqual([false, [], ['TGT-006']]);
  });

  it('is an error with a damaged index, and the others are still shown', async () => {
    const island = openStable();
    island.replace(selectionPath('index.json'), '[]');
    const { status, results, errors } = await readState({ island, targets: [], all: true });
    expect([status, errors.map(({ code }) => code)]).toEqual([false, ['IDX-011']]);
    expect(results.map(({ target }) => target)).toEqual(NAMESPACES.map((name) => `providers/${name}`));
  });
});

// Each cause that blocks a node has a reason of the closed list where the specification has one, and a sentence where it has none.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson } from '../../src/island/documents.js';
import { Island } from '../../src/island/island.js';
import { newestSnapshot } from '../../src/island/list-namespace.js';
import { formatSnapshotName } from '../../src/island/logic/names.js';
import { factsFile, namespaceFolder, snapshotFolder } from '../../src/island/logic/paths.js';
import { describeProblem, type ErrorCode, problem } from '../../src/problems/error-codes.js';
import type { RuleBook } from '../../src/spec/books/book.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { SchemaFacts } from '../../src/spec/facts.js';
import type { NamespaceIndex, SelectionIndex } from '../../src/spec/index-file.js';
import { nodesOf } from '../../src/target/logic/build-index.js';
import { rebuildTarget } from '../../src/target/rebuild/rebuild.js';
import { createIndexLookup, resolveMembers } from '../../src/target/resolve-members.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { checkIndexText } from './island-conformance.js';
import { MemoryFiles } from './memory-files.js';
import {
  entryOf,
  entryPath,
  gradeNodes,
  NAMESPACES,
  NOW,
  providerTarget,
  putGroup,
  putProvider,
  putSelection,
  putStableGroup,
  rebuild,
  rebuildNamespaceIndex,
  rebuildSelectionIndex,
  SELECTION,
  SKILLS,
  subjectOf,
} from './selection-island.js';
import { openWorkplace } from './workplace.js';

type Index = NamespaceIndex | SelectionIndex;

const TOOL = 'schemas.data.tools.getItems';
const islandOf = (book: RuleBook, files = new MemoryFiles()) => new Island('/island', files, { book });

/** Puts facts about the only tool of `amber.data`, as a run whose tests found this. */
function putFacts(
  island: Island,
  code: ErrorCode,
  args: Record<string, string | number> = {},
  causes?: string[],
) {
  const { snapshot } = rebuildNamespaceIndex(island, 'amber').schemas.data ?? {};
  if (!snapshot) throw new Error('amber.data is not there');
  const facts: SchemaFacts = {
    ...{ namespace: 'amber', schema: 'data', schemaHash: snapshot.hash, fileSha256: snapshot.fileSha256 },
    ...{ checkedAt: '2026-03-01T12:00:00.000Z', bar: 3 },
    tools: {
      getItems: {
        ...{
          working: 0,
          total: 3,
          bar: 3,
          status: 'blocked' as const,
          docs: null,
          outputMatches: null,
          records: [],
        },
        reason: describeProblem(problem(code, undefined, args)).message,
        ...(causes ? { causes } : { cause: { code, args } }),
      },
    },
  };
  island.replace(factsFile('amber', 'data'), formatJson(facts));
}

/** A namespace with an About and a skill, whose tests found nothing that works, for this reason. */
const tested =
  (code: ErrorCode, args: Record<string, string | number> = {}, causes?: string[]) =>
  (island: Island): Index => {
    putProvider(island, { namespace: 'amber', about: '# Amber', skills: ['walk'] });
    putFacts(island, code, args, causes);
    return rebuildNamespaceIndex(island, 'amber');
  };

function spoilSnapshot(island: Island, schema: string): void {
  const newest = newestSnapshot(island, 'amber', schema);
  if (newest) island.replace(`${snapshotFolder('amber', schema)}/${formatSnapshotName(newest)}`, 'no module');
}

/** Replaces an entry about the tool with one that this makes of it. */
function withEntry(change: (entry: object) => string) {
  return (island: Island): Index => {
    putProvider(island, { namespace: 'amber' });
    const target = providerTarget('amber');
    const subject = subjectOf(island, target, TOOL);
    island.create(entryPath(target, subject), change(entryOf(target, subject)));
    return rebuildNamespaceIndex(island, 'amber');
  };
}

const withSkill = (change: Partial<(typeof SKILLS)[number]>) => (island: Island) => {
  const [first, ...others] = SKILLS;
  const { persona: _p, level: _l, ...bare } = first ?? { name: '', content: '' };
  putStableGroup(island, NAMESPACES, { skills: [{ ...bare, ...change }, ...others] });
  return rebuildSelectionIndex(island);
};

interface Row {
  readonly name: string;
  readonly put: (island: Island) => Index;
  readonly node: string;
  /** Of the closed list; null: the node waits. */
  readonly reason: string | null;
  readonly sentence: string;
  readonly code?: string;
  /** Status where a reason is a sentence. */
  readonly status?: 'pending';
  /** Why the whole is blocked; absent if it is not. */
  readonly whole?: string;
}

const FEW = 'fewer-than-two-tests';
const INVALID = 'validation-failed';
const tool = (name: string, sentence: string, reason: string, put: Row['put']): Row => ({
  ...{ name, put, node: TOOL, reason, sentence, whole: reason },
});

/** A tool whose facts hold the code of what kept its tests from showing anything. */
const facts = (
  name: string,
  sentence: string,
  reason: string,
  code: ErrorCode,
  args?: Record<string, string | number>,
): Row => ({ ...tool(name, sentence, reason, tested(code, args)), code });

const ROWS: readonly Row[] = [
  tool(
    'too few working tests',
    'fewer than 3 working tests (1 of 3): 2 × HTTP 404',
    FEW,
    tested('DPT-101', { bar: 3, working: 1 }, ['2 × HTTP 404']),
  ),
  facts('keys not allowed', 'requires API key (--with-keys)', FEW, 'DPT-103'),
  facts('a key missing', 'key A_KEY not in env', FEW, 'DPT-104', { name: 'A_KEY', envPath: 'env' }),
  facts('handlers not run', 'handler code not run', FEW, 'DPT-105'),
  facts('no request made', 'not tested (offline)', FEW, 'DPT-106'),
  facts(
    'a tool that may write',
    'may write, not called without --allow-writes (POST, meta.isReadOnly is not true)',
    FEW,
    'DPT-107',
    { method: 'POST' },
  ),
  facts('a list missing', 'shared list a@1 not found', FEW, 'DPT-108', { ref: 'a', version: '1' }),
  facts('handlers that fail to load', 'the handler code could not be loaded: x', FEW, 'DPT-112', {
    reason: 'x',
  }),
  facts(
    'libraries needed',
    'handler code not run: it needs talib, which the sandbox does not have',
    FEW,
    'DPT-113',
    { libraries: 'talib' },
  ),
  facts('a library missing', 'needs talib, which the sandbox does not have', FEW, 'DPT-147', {
    library: 'talib',
  }),
  facts('the API down', 'API unreachable', 'api-down', 'DPT-102'),
  facts('access by OAuth', 'access is by OAuth only, which is out of scope (a link)', INVALID, 'DPT-111', {
    evidence: 'a link',
  }),
  {
    ...{ name: 'tools of a schema, all without tests', node: 'schemas.data', reason: FEW, whole: FEW },
    ...{ sentence: '1 of 1 tools blocked', put: tested('DPT-106') },
  },
  {
    ...{ name: 'tools of a schema, all behind an API that is down', node: 'schemas.data', whole: 'api-down' },
    ...{ reason: 'api-down', sentence: '1 of 1 tools blocked', put: tested('DPT-102') },
  },
  {
    ...{ name: 'no tool to ask about, for want of tests', node: 'schemas.data.toolsAggregate', whole: FEW },
    ...{ reason: FEW, sentence: 'no testable tool', put: tested('DPT-106') },
  },
  {
    ...{ name: 'no tool to ask about, with the API down', node: 'namespaceAggregate', whole: 'api-down' },
    ...{ reason: 'api-down', sentence: 'no testable tool', put: tested('DPT-102') },
  },
  {
    ...{
      name: 'no About',
      node: 'about',
      reason: 'no-about',
      sentence: 'no About resource',
      whole: 'no-about',
    },
    put: (island) => {
      putProvider(island, { namespace: 'amber' });
      return rebuildNamespaceIndex(island, 'amber');
    },
  },
  {
    ...{ name: 'no domain knowledge', node: 'about', reason: 'no-about', sentence: 'no domain knowledge' },
    put: (island) => {
      putStableGroup(island, NAMESPACES, { about: null });
      return rebuildSelectionIndex(island);
    },
  },
  {
    ...{ name: 'a snapshot that is unreadable, beside another', node: 'schemas.data', whole: INVALID },
    ...{ reason: INVALID, sentence: 'snapshot unreadable' },
    put: (island) => {
      putProvider(island, { namespace: 'amber', schemas: ['data', 'more'] });
      spoilSnapshot(island, 'data');
      return rebuildNamespaceIndex(island, 'amber');
    },
  },
  {
    ...{ name: 'snapshots that are all unreadable', node: 'schemas.data', whole: 'all-schemas-unparseable' },
    ...{ reason: INVALID, sentence: 'snapshot unreadable' },
    put: (island) => {
      putProvider(island, { namespace: 'amber', schemas: ['data', 'more'] });
      for (const schema of ['data', 'more']) spoilSnapshot(island, schema);
      return rebuildNamespaceIndex(island, 'amber');
    },
  },
  {
    ...tool(
      'an entry that is unreadable',
      'entry unreadable',
      INVALID,
      withEntry(() => '{'),
    ),
    code: 'IDX-004',
  },
  tool(
    'an entry of unknown rules',
    'its gradingSystem/9.0.0 is not known to this version',
    INVALID,
    withEntry((entry) => formatJson({ ...entry, gradingSystem: 'gradingSystem/9.0.0' })),
  ),
  {
    ...{ name: 'a skill without a level', node: 'skills.start-here', reason: INVALID },
    ...{ sentence: 'no level (L1, L2 or L3)', put: withSkill({ persona: 'decision-maker' }) },
  },
  {
    ...{ name: 'a skill without a persona', node: 'skills.start-here', reason: INVALID },
    ...{ sentence: 'no persona focus', put: withSkill({ level: 'L1' }) },
  },
  {
    ...{
      name: 'a broken reference',
      node: 'skills.data.walk',
      reason: INVALID,
      code: 'PH002',
      whole: INVALID,
    },
    sentence: expect.stringMatching(/^PH002: /) as string,
    put: (island) => {
      putProvider(island, {
        namespace: 'amber',
        skills: ['walk'],
        skillContent: 'Call {{tool:amber/tool/gone}}.',
      });
      return rebuildNamespaceIndex(island, 'amber');
    },
  },
  {
    ...{ name: 'a damaged index of a member', node: 'members.amber.data', reason: INVALID, whole: INVALID },
    sentence: 'the index of amber is damaged',
    put: (island) => {
      putGroup(island, NAMESPACES);
      island.replace(`${namespaceFolder('amber')}/index.json`, '{');
      return rebuildSelectionIndex(island);
    },
  },
  {
    ...{ name: 'a member that is not imported', node: 'members.amber.data', status: 'pending' as const },
    ...{ reason: 'not-imported', sentence: 'selection member, not imported', whole: 'not-imported' },
    put: (island) => {
      putGroup(island, NAMESPACES.slice(1));
      putSelection(island, { at: '2026-03-01T11-00-00Z' });
      return rebuildSelectionIndex(island);
    },
  },
  {
    ...{ name: 'a member that is retired', node: 'members.amber.data', status: 'pending' as const },
    ...{ reason: 'not-imported', sentence: 'selection member, retired', whole: 'not-imported' },
    put: (island) => {
      putGroup(island, NAMESPACES);
      putProvider(island, { namespace: 'amber', schemas: ['other'], at: '2026-03-01T11-00-00Z' });
      rebuild(island, providerTarget('amber'));
      return rebuildSelectionIndex(island);
    },
  },
  {
    ...{ name: 'too few namespaces', node: 'selectionAggregate', reason: null },
    sentence: 'fewer than 5 namespaces (4 of 5)',
    put: (island) => {
      putStableGroup(island, NAMESPACES.slice(0, 4));
      return rebuildSelectionIndex(island);
    },
  },
  {
    ...{ name: 'a predecessor without a grade', node: 'skills.hardness', reason: null },
    sentence: 'waits for the grade of start-here',
    put: (island) => {
      putStableGroup(island, NAMESPACES);
      return rebuildSelectionIndex(island);
    },
  },
];

const named = (rows: readonly Row[]) => rows.map((row) => [row.name, row] as const);
const nodeIn = (index: Index, id: string) => new Map(nodesOf(index)).get(id);
const blockerIn = (index: Index, id: string) => index.blockers.find(({ node }) => node === id);

describe('where reasons are a closed list', () => {
  it.each(named(ROWS))('%s has one of them, and the sentence beside it', (_, row) => {
    const index = row.put(islandOf(LATER_BOOK));
    const { reason, sentence, code, whole } = row;
    const node = nodeIn(index, row.node);
    if (reason === null) {
      expect(node).toMatchObject({ status: 'pending', reason: sentence, waits: true });
      expect([node?.detail, blockerIn(index, row.node)]).toEqual([undefined, undefined]);
    } else {
      expect(node).toMatchObject({ status: 'blocked', reason, detail: sentence });
      expect(node?.code).toBe(code);
      const coded = code === undefined ? {} : { code };
      expect(blockerIn(index, row.node)).toEqual({ node: row.node, reason, message: sentence, ...coded });
    }
    expect(index.reason).toBe(index.status === 'blocked' ? whole : undefined);
    expect(index.status === 'blocked').toBe(whole !== undefined);
  });

  it.each(named(ROWS))('%s fits the JSON Schema of its specification', (_, { put }) => {
    const text = JSON.stringify(put(islandOf(LATER_BOOK)));
    expect(checkIndexText(text)).toBeNull();
    expect(text).not.toContain('proofVersion');
    expect(text).not.toContain('fewer-than-three-tests');
  });

  it('every value of the list has a cause', () => {
    const reasons = ROWS.flatMap(({ reason, whole }) => [reason, whole]);
    expect(LATER_BOOK.spec.reasons?.filter((reason) => !reasons.includes(reason))).toEqual([]);
  });

  it('the index of a selection is named twice', () => {
    const put = (book: RuleBook) => {
      const island = islandOf(book);
      putStableGroup(island, NAMESPACES);
      return rebuildSelectionIndex(island);
    };
    expect(put(LATER_BOOK)).toMatchObject({ namespace: SELECTION, selectionId: SELECTION });
    expect(put(DEFAULT_BOOK)).not.toHaveProperty('namespace');
  });
});

describe('where a reason is a sentence', () => {
  it.each(named(ROWS))('%s says it, and nothing of a later specification', (_, row) => {
    const index = row.put(islandOf(DEFAULT_BOOK));
    const { status = 'blocked', sentence } = row;
    expect(nodeIn(index, row.node)).toMatchObject({ status, reason: sentence });
    expect(blockerIn(index, row.node)).toEqual({ node: row.node, reason: sentence });
    expect(JSON.stringify(index)).not.toMatch(/"(?:detail|message|code|waits|readiness)":/);
    expect(index).not.toHaveProperty('reason');
    expect(checkIndexText(JSON.stringify(index))).toBeNull();
  });
});

describe('an island of a later specification', () => {
  const mutations: readonly ((island: Island) => void)[] = [
    (island) => putFacts(island, 'DPT-102'),
    (island) => putFacts(island, 'DPT-111', { evidence: 'a link' }),
    (island) => putFacts(island, 'DPT-101', { bar: 2, working: 1 }),
    (island) =>
      gradeNodes(island, providerTarget('amber'), { nodes: ['description'], at: '2026-03-01T13-00-00Z' }),
    (island) => island.replace(entryPathOf(island), '{'),
    (island) =>
      island.replace(entryPathOf(island), formatJson(entryOfTool(island, { scoringSystem: 'x/1' }))),
    (island) => spoilSnapshot(island, 'more'),
  ];
  const entryOfTool = (island: Island, change: object) => {
    const target = providerTarget('amber');
    return { ...entryOf(target, subjectOf(island, target, TOOL)), ...change };
  };
  const entryPathOf = (island: Island) =>
    entryPath(providerTarget('amber'), subjectOf(island, providerTarget('amber'), TOOL));

  it('never has a blocked node without a reason of the list, nor a blocked whole', () => {
    fc.assert(
      fc.property(fc.subarray([...mutations.keys()]), fc.boolean(), (chosen, isSmall) => {
        const island = islandOf(LATER_BOOK);
        putGroup(island, NAMESPACES.slice(0, isSmall ? 4 : 7), {
          skills: SKILLS.map(({ persona: _, ...skill }) => skill),
        });
        putProvider(island, {
          ...{ namespace: 'amber', schemas: ['data', 'more'], skills: ['walk'], at: '2026-03-01T11-00-00Z' },
          ...(isSmall && { skillContent: 'Call {{tool:amber/tool/gone}}.' }),
        });
        for (const at of chosen) mutations[at]?.(island);
        // Every snapshot is read again, as by a verification.
        const own = rebuildTarget({ island, target: providerTarget('amber'), now: NOW, reuse: false });
        for (const index of [own.index, rebuildSelectionIndex(island)]) {
          const blocked = nodesOf(index).filter(([, { status }]) => status === 'blocked');
          const reasons = [
            ...blocked.map(([, { reason }]) => reason),
            ...(index.status === 'blocked' ? [index.reason] : []),
          ];
          for (const reason of reasons) expect(LATER_BOOK.spec.reasons).toContain(reason);
          for (const [node, { detail }] of blocked)
            expect([node, detail]).toEqual([node, expect.stringMatching(/\S/)]);
          expect(checkIndexText(JSON.stringify(index))).toBeNull();
        }
      }),
      { numRuns: 40 },
    );
  });

  it('shows a member by its own specification, whichever wrote the index of the namespace', async () => {
    await using place = await openWorkplace();
    await place.import();
    place.wait();
    await place.emit('demo', { offline: true });
    const text = place.island().readText('providers/demo/index.json');
    const membersFor = (book: RuleBook) => {
      place.book = book;
      const island = place.island();
      const indexOf = createIndexLookup(island, { now: place.now, problems: [] });
      return resolveMembers({ members: [{ schemaId: 'demo.alpha' }] }, indexOf, island.book.spec);
    };
    const sentence = '2 of 2 tools blocked';
    expect(membersFor(DEFAULT_BOOK)['demo.alpha']).toMatchObject({ status: 'blocked', reason: sentence });
    expect(membersFor(LATER_BOOK)['demo.alpha']).toMatchObject({
      ...{ status: 'blocked', reason: 'fewer-than-two-tests', detail: sentence },
    });
    expect(place.island().readText('providers/demo/index.json')).toBe(text);
  });
});

// For any island and any order of writes: an incrementally built index equals one built from scratch.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainGrades } from '../../src/features/explain/run.js';
import { reportGrades } from '../../src/features/report/run.js';
import { readState } from '../../src/features/state/run.js';
import type { FolderItem } from '../../src/island/disk.js';
import { formatJson } from '../../src/island/documents.js';
import { Island } from '../../src/island/island.js';
import { walkFacts } from '../../src/island/journal/read-journal.js';
import { recordFacts } from '../../src/island/journal/record-facts.js';
import { formatTimestamp, timestampOf } from '../../src/island/logic/names.js';
import { factsFile, snapshotFolder } from '../../src/island/logic/paths.js';
import type { SchemaFacts } from '../../src/spec/facts.js';
import { sha256 } from '../../src/spec/hash.js';
import type { IndexNode, NamespaceIndex, SelectionIndex } from '../../src/spec/index-file.js';
import { GRADES, type Persona } from '../../src/spec/vocabulary.js';
import { nodesOf } from '../../src/target/logic/build-index.js';
import type { Target } from '../../src/target/logic/target.js';
import { rebuildTarget } from '../../src/target/rebuild/rebuild.js';
import { MemoryFiles } from './memory-files.js';
import {
  entryOf,
  entryPath,
  formatAt,
  NAMESPACES,
  NOW,
  providerTarget,
  putProvider,
  putSelection,
  SKILLS,
  selectionTarget,
  subjectsOf,
} from './selection-island.js';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Content of the island before any grading. */
interface World {
  readonly namespaces: number;
  readonly selectionAbout: boolean;
  /** A member that was never imported. */
  readonly stranger: boolean;
  /** A tool whose tests fail. */
  readonly blockedTool: boolean;
  readonly skills: typeof SKILLS;
  /** Skills and the definition name the tool of each namespace. */
  readonly references: boolean;
  /** The first provider's schemas refer to a shared list. */
  readonly list: boolean;
  /** Code of the first two providers. */
  readonly code: string;
  /** Whether everything is recorded in a journal, as commands do it. Islands from before the journal have none. */
  readonly journal: boolean;
  /** Changes that a second import, at some point among the entries, makes to the selection and to a provider. */
  readonly second: {
    readonly after: number;
    readonly about: string | null;
    readonly level: 'L1' | 'L2' | 'L3';
    readonly skills: number;
    readonly members: number;
    /** Another name for the tool that everything refers to; null: it stays. */
    readonly tool: string | null;
    /** Other values for the list; null: they stay. */
    readonly list: readonly string[] | null;
    readonly description: string;
    /** The first provider: whether a file of another name has the content that another one had at first. */
    readonly copied: boolean;
    /** New place of its skill and its About. */
    readonly home: 'data' | 'extra';
  } | null;
}

/** As an import of today refuses it, and an earlier one did not. */
const WRITES_TO_MAIN = `export const handlers = () => { main.tools.getItems.path = '/other'; return {} }\n`;

const world: fc.Arbitrary<World> = fc.record({
  namespaces: fc.constantFrom(4, 5, 6, 6, 7),
  selectionAbout: fc.constantFrom(true, true, true, false),
  stranger: fc.boolean(),
  blockedTool: fc.boolean(),
  skills: fc.shuffledSubarray([...SKILLS], { minLength: 1 }),
  references: fc.boolean(),
  list: fc.boolean(),
  code: fc.constantFrom('', '', WRITES_TO_MAIN),
  journal: fc.boolean(),
  second: fc.option(
    fc.record({
      after: fc.nat(12),
      about: fc.constantFrom('# Minerals\n', '# Other\n', null),
      level: fc.constantFrom('L1', 'L2', 'L3'),
      skills: fc.constantFrom(3, 3, 2),
      members: fc.constantFrom(7, 7, 4),
      tool: fc.constantFrom('listItems', null),
      list: fc.constantFrom(['onyx'], null),
      // Only the list differs; the content is the same.
      description: fc.constantFrom('Changed.', 'Items of amber.'),
      copied: fc.boolean(),
      home: fc.constantFrom('data', 'extra'),
    }),
  ),
});

/** An entry to write, about a subject chosen by number. Steps come in any order, later seconds before earlier ones. */
interface Step {
  readonly target: number;
  readonly subject: number;
  /** So few seconds that several entries share one. */
  readonly second: number;
  readonly grade: (typeof GRADES)[number] | 'REJECTED';
  readonly mode: 'full' | 'partial';
  readonly current: boolean;
  readonly persona: Persona | null;
  readonly ageDays: number;
  /** Partial entries may repeat a veto exactly. */
  readonly evidence: string;
  readonly rebuild: 'none' | 'own' | 'all';
}

const step: fc.Arbitrary<Step> = fc.record({
  // The selection, above the providers. Few targets, so that nodes get several entries.
  target: fc.constantFrom(0, 0, 0, 1, 1, 2, 9, 9, 9, 9, 9),
  subject: fc.nat(20),
  second: fc.nat(4),
  grade: fc.constantFrom(...GRADES, 'B', 'REJECTED' as const, 'REJECTED' as const),
  mode: fc.constantFrom('full', 'full', 'partial'),
  current: fc.constantFrom(true, true, false),
  persona: fc.constantFrom<Persona | null>(
    null,
    { basePersonaId: 'ai-engineer', lensId: 'security-reviewer' },
    { basePersonaId: 'schema-maintainer', lensId: 'general' },
  ),
  ageDays: fc.constantFrom(0, 15, 40, 200),
  evidence: fc.constantFrom('one', 'other'),
  rebuild: fc.constantFrom('none', 'none', 'none', 'own', 'own', 'own', 'all'),
});
const steps = fc.array(step, { minLength: 1, maxLength: 16, size: 'max' });

/** The About is vetoed, moves, is remembered as rejected, and is then lifted by an entry where it was before. */
const ABOUT_STEP = {
  target: 0,
  subject: 7,
  second: 0,
  grade: 'REJECTED',
  mode: 'full',
  current: true,
  persona: null,
  ageDays: 0,
  evidence: 'one',
  rebuild: 'none',
} as const satisfies Step;
const LIFTED_AFTER_A_MOVE: [World, Step[]] = [
  {
    namespaces: 4,
    selectionAbout: true,
    stranger: false,
    blockedTool: false,
    skills: [...SKILLS].slice(0, 1),
    references: false,
    list: false,
    code: '',
    journal: false,
    second: {
      after: 0,
      about: '# Minerals\n',
      level: 'L1',
      skills: 3,
      members: 7,
      tool: 'listItems',
      list: ['onyx'],
      description: 'Changed.',
      copied: false,
      home: 'extra',
    },
  },
  [
    ABOUT_STEP,
    { ...ABOUT_STEP, subject: 0, grade: 'A', rebuild: 'own' },
    { ...ABOUT_STEP, subject: 15, second: 1, grade: 'A' },
  ],
];

const LIST = ['agate', 'beryl'];

const START = NOW.getTime() - HOUR;

interface Write {
  readonly target: Target;
  readonly node: string;
  readonly at: string;
  readonly mode: Step['mode'];
  readonly rejects: boolean;
  readonly path: string;
  readonly text: string;
  readonly rebuild: Step['rebuild'];
}

function targetsOf({ namespaces }: World): Target[] {
  return [...NAMESPACES.slice(0, namespaces).map(providerTarget), selectionTarget()];
}

function membersOf({ namespaces, stranger }: World): string[] {
  const own = NAMESPACES.slice(0, namespaces).map((namespace) => `${namespace}.data`);
  return [...own, `${NAMESPACES[0]}.extra`, ...(stranger ? ['hematite.data'] : [])];
}

/** The skills of the selection that name tools. */
function skillsOf({ skills, references }: World): typeof SKILLS {
  const call = `Call {{tool:${NAMESPACES[0]}/tool/getItems}}. `;
  return references ? skills.map((skill) => ({ ...skill, content: `${call}${skill.content}` })) : skills;
}

/** The tools in the definition, from which its members were derived. */
function referencesOf({ references }: World, members: readonly string[]) {
  const named = members.map((id) => [`${id.split('.')[0]}/tool/getItems`, [id]] as const);
  return references ? { references: Object.fromEntries(named) } : {};
}

const skillContentOf = ({ references }: World) =>
  references ? { skillContent: 'Call {{tool:data.getItems}} or {{tool:amber/tool/getItems}}.' } : {};

function fillIsland(given: World, island: Island): void {
  const { namespaces, selectionAbout, blockedTool, code } = given;
  const [first = '', second = '', ...others] = NAMESPACES.slice(0, namespaces);
  putProvider(island, {
    namespace: first,
    schemas: ['data', 'extra'],
    ...(given.list && { list: LIST }),
    about: '# About\n',
    skills: ['how-to'],
    ...skillContentOf(given),
    code,
  });
  putProvider(island, { namespace: second, tools: ['getItems', 'findItems'], code });
  if (blockedTool) blockTool(island, second);
  for (const namespace of others) putProvider(island, { namespace });
  putSelection(island, {
    members: membersOf(given),
    skills: skillsOf(given),
    ...referencesOf(given, membersOf(given)),
    about: selectionAbout ? '# Minerals\n' : null,
  });
}

/** The first provider with one schema less and other content, the selection with the changes of `second`. */
function importAgain(given: World, island: Island): void {
  const { second } = given;
  if (!second) return;
  const members = membersOf(given).slice(0, second.members);
  const at = formatAt(START + 2500);
  const [namespace = ''] = NAMESPACES;
  const other = second.home === 'data' ? 'extra' : 'data';
  putProvider(island, {
    namespace,
    ...(second.copied && { copy: { schema: 'same', of: other } }),
    ...(!second.copied && { description: second.description }),
    schemas: [second.home],
    ...(given.list && { list: second.list ?? LIST }),
    about: '# About\n',
    skills: ['how-to'],
    ...skillContentOf(given),
    ...(second.tool !== null && { tools: [second.tool] }),
    code: given.code,
    at,
  });
  putSelection(island, {
    members,
    ...referencesOf(given, members),
    skills: skillsOf(given)
      .slice(0, second.skills)
      .map((skill, place) => (place === 0 ? { ...skill, level: second.level } : skill)),
    about: second.about,
    at,
  });
}

function blockTool(island: Island, namespace: string): void {
  const folder = snapshotFolder(namespace, 'data');
  const [file = ''] = island.listFiles(folder);
  const facts: SchemaFacts = {
    namespace,
    schema: 'data',
    schemaHash: file.slice(-12, -4),
    fileSha256: sha256(island.readBytes(`${folder}/${file}`) ?? ''),
    checkedAt: NOW.toISOString(),
    bar: 3,
    tools: {
      getItems: {
        working: 0,
        total: 3,
        bar: 3,
        status: 'blocked',
        reason: 'fewer than 3 working tests (0 of 3)',
        docs: null,
        outputMatches: null,
        records: [],
      },
    },
  };
  island.create(factsFile(namespace, 'data'), formatJson(facts));
}

/** Two entries cannot have the same path: the first one is written. */
function planWrites(given: World, found: readonly Step[]): Write[] {
  const island = islandOf(given);
  const targets = targetsOf(given);
  const subjects = new Map(targets.map((target) => [target, subjectsOf(island, target)]));
  const writes = new Map<string, Write>();
  for (const one of found) {
    const target = targets[Math.min(one.target, targets.length - 1)] as Target;
    const all = subjects.get(target) ?? [];
    const subject = all[one.subject % all.length];
    if (!subject) continue;
    const at = formatAt(START + one.second * 1000);
    const entry = {
      ...one,
      at,
      // Enough that a grader judges a question in each area.
      answers: 4,
      hash: one.current ? subject.hash : 'ffffffff',
      answered: new Date(START - one.ageDays * DAY),
      vetoed: new Date(START),
    };
    const path = entryPath(target, subject, entry);
    if (writes.has(path)) continue;
    writes.set(path, {
      target,
      node: subject.node,
      at,
      mode: one.mode,
      rejects: one.grade === 'REJECTED',
      path,
      text: formatJson(entryOf(target, subject, entry)),
      rebuild: one.rebuild,
    });
  }
  return [...writes.values()];
}

function islandOf(given: World, files = new MemoryFiles()): Island {
  const island = new Island('/island', files, { now: () => NOW });
  fillIsland(given, island);
  return island;
}

type AnyIndex = NamespaceIndex | SelectionIndex;

/** Every index without the time of its last change: only a grown index may be older. */
function rebuildAll(island: Island, given: World, { now = NOW, reuse = true } = {}) {
  return targetsOf(given).map((target) => {
    const { index } = rebuildTarget({ island, target, now, reuse });
    const { updatedAt, ...rest }: AnyIndex = index;
    expect(Date.parse(updatedAt)).toBeLessThanOrEqual(now.getTime());
    return rest;
  });
}

/** Writes in the given order, with rebuilds in between, each a little later than the one before. */
function grow(
  island: Island,
  given: World,
  writes: readonly Write[],
  beforeWrite: (at: number) => void = () => undefined,
): void {
  const again = Math.min(given.second?.after ?? 0, writes.length - 1);
  for (const [at, { target, path, text, rebuild }] of writes.entries()) {
    if (at === again) importAgain(given, island);
    const now = new Date(NOW.getTime() - (writes.length - at) * 20 * 60 * 1000);
    beforeWrite(at);
    island.create(path, text);
    if (given.journal) recordAll(island, given, now);
    if (rebuild === 'own') rebuildTarget({ island, target, now });
    if (rebuild === 'all') rebuildAll(island, given, { now });
  }
}

function writeAll(island: Island, given: World, writes: readonly Write[]): void {
  importAgain(given, island);
  for (const { path, text } of writes) island.create(path, text);
  if (given.journal) recordAll(island, given, NOW);
}

/** Adds copies of some facts, with names in the future. */
function putAhead(island: Island, given: World, { hours, every }: { hours: number; every: number }): void {
  const time = formatTimestamp(new Date(NOW.getTime() + hours * HOUR));
  for (const folder of targetsOf(given).map(({ folder }) => folder)) {
    for (const [at, { path }] of [...walkFacts(island, folder)].entries()) {
      const found = timestampOf(path.slice(path.lastIndexOf('/') + 1));
      if (found === null || at % every !== 0) continue;
      const copy = `${folder}/${path.replace(`--${found}`, `--${time}`)}`;
      if (island.kind(copy) === null) island.create(copy, island.readBytes(`${folder}/${path}`) ?? '');
    }
  }
}

function recordAll(island: Island, given: World, now: Date): void {
  for (const target of targetsOf(given)) recordFacts(island, target.folder, { own: [], now });
}

describe('incrementally built indexes', () => {
  it('equal those built after all files were written, in any order (full == incremental)', () => {
    fc.assert(
      fc.property(world, steps, (given, found) => {
        const writes = planWrites(given, found);
        const whole = islandOf(given);
        writeAll(whole, given, writes);
        const expected = rebuildAll(whole, given, { reuse: false });
        const grown = islandOf(given);
        grow(grown, given, writes);
        expect(rebuildAll(grown, given)).toEqual(expected);
      }),
      { numRuns: 80 },
    );
  });

  it('are right where it counts: the newest entry by time, and a veto until a later full entry', () => {
    fc.assert(
      fc.property(world, steps, (given, found) => {
        const writes = planWrites(given, found);
        const island = islandOf(given);
        grow(island, given, writes);
        rebuildAll(island, given);
        for (const { target, node } of writes) {
          const own = writes.filter((one) => one.target === target && one.node === node);
          const lifted = newestAt(own.filter(({ mode, rejects }) => mode === 'full' && !rejects));
          const vetoes = own.filter(({ rejects, at }) => rejects && at >= lifted);
          const shown = nodeOf(island, { target, node });
          if (!shown) continue;
          expect([node, shown.status === 'rejected']).toEqual([node, vetoes.length > 0]);
          // In another schema it has no entries of its own; its vetoes have moved with it.
          if (node === 'about' && given.second?.home === 'extra') continue;
          expect([node, shown.gradedAt]).toEqual([node, shown.veto?.at ?? newestAt(own)]);
          expect(shown.ref).toContain(newestAt(own));
        }
      }),
      { numRuns: 40, examples: [LIFTED_AFTER_A_MOVE] },
    );
  });

  it('do not change when they are derived again, from the index or from scratch', () => {
    fc.assert(
      fc.property(world, steps, (given, found) => {
        const writes = planWrites(given, found);
        const island = islandOf(given);
        grow(island, given, writes);
        rebuildAll(island, given);
        for (const target of targetsOf(given)) {
          const path = `${target.folder}/index.json`;
          const before = island.readText(path);
          for (const reuse of [true, false]) {
            const later = new Date(NOW.getTime() + HOUR);
            expect(rebuildTarget({ island, target, now: later, reuse }).changed).toBe(false);
          }
          expect(island.readText(path)).toBe(before);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are the same with copies of any file named in the future, wherever they appear', () => {
    const ahead = fc.record({
      hours: fc.integer({ min: 25, max: 60_000_000 }),
      at: fc.nat(),
      every: fc.nat(3),
    });
    fc.assert(
      fc.property(world, steps, ahead, (given, found, { hours, at, every }) => {
        const writes = planWrites(given, found);
        const plain = islandOf(given);
        grow(plain, given, writes);
        const expected = rebuildAll(plain, given);
        const island = islandOf(given);
        grow(island, given, writes, (write) => {
          if (write === at % writes.length) putAhead(island, given, { hours, every: every + 1 });
        });
        putAhead(island, given, { hours: hours + 1, every: every + 1 });
        for (const reuse of [true, false]) expect(rebuildAll(island, given, { reuse })).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('are the same with kept readings of snapshots, whatever happens to these, and so is all that commands show', async () => {
    await fc.assert(
      fc.asyncProperty(world, steps, fc.infiniteStream(fc.nat(6)), async (given, found, numbers) => {
        const writes = planWrites(given, found);
        const [plain, files] = [islandOf(given), new MemoryFiles()];
        const kept = islandOf(given, files);
        grow(plain, given, writes);
        grow(kept.believing(), given, writes, () => harmReadings(files, numbers));
        for (const harm of [numbers, []]) {
          harmReadings(files, harm);
          const expected = rebuildAll(plain, given, { reuse: false });
          expect(rebuildAll(kept.believing(), given, { reuse: false })).toEqual(expected);
        }
        expect(files.list(READINGS).length).toBeGreaterThanOrEqual(given.namespaces - 1);
        const shown = await showAll(plain);
        for (const harm of [[], numbers]) {
          harmReadings(files, harm);
          expect(await showAll(kept)).toEqual(shown);
        }
        expect(treeOf(kept)).toEqual(treeOf(plain));
      }),
      { numRuns: 12 },
    );
  });

  it('do not depend on the order in which a disk lists its folders', () => {
    fc.assert(
      fc.property(world, steps, fc.infiniteStream(fc.nat()), (given, found, numbers) => {
        const writes = planWrites(given, found);
        const [plain, shaken] = [islandOf(given), islandOf(given, new ShakenFiles(numbers))];
        writeAll(plain, given, writes);
        writeAll(shaken, given, writes);
        expect(rebuildAll(shaken, given)).toEqual(rebuildAll(plain, given));
      }),
      { numRuns: 20 },
    );
  });
});

const READINGS = '/island/.cache/readings';

/** Deletes some of the readings, cuts or edits others, or puts one in the place of another. */
function harmReadings(files: MemoryFiles, numbers: Iterable<number>): void {
  const paths = files.list(READINGS).map(({ name }) => `${READINGS}/${name}`);
  const [other = ''] = paths;
  const next = numbers[Symbol.iterator]();
  for (const path of paths) {
    const text = files.read(path)?.toString() ?? '';
    const harm = next.next().value;
    if (harm === 1) files.remove(path);
    else if (harm === 2) files.replace(path, text.slice(0, -20));
    else if (harm === 3) files.replace(path, text.replace(/"writesTo":[^,]*/, '"writesTo":"main.tools"'));
    else if (harm === 4) files.replace(path, files.read(other) ?? '');
  }
}

/** What the commands show that believe readings. */
async function showAll(island: Island) {
  const of = { island, targets: [], all: true, now: () => NOW };
  let report = '';
  const write = (part: string) => {
    report += part;
  };
  const reported = await reportGrades({
    ...of,
    format: 'json',
    folders: { root: '/', home: '/home/nobody' },
    write,
  });
  return { explained: await explainGrades(of), state: await readState(of), reported, report };
}

/** Every file but those of the cache, by its path. */
function treeOf(island: Island, folder = '.'): Record<string, string | null> {
  const items = island.list(folder).filter(({ name }) => name !== '.cache');
  return Object.assign(
    {},
    ...items.map(({ name, kind }) => {
      const path = `${folder}/${name}`;
      return kind === 'folder' ? treeOf(island, path) : { [path]: island.readText(path) };
    }),
  );
}

/** A disk that lists folders in any order. */
class ShakenFiles extends MemoryFiles {
  readonly #numbers: Iterator<number>;

  constructor(numbers: Iterable<number>) {
    super();
    this.#numbers = numbers[Symbol.iterator]();
  }

  override list(path: string): FolderItem[] {
    const keyed = super.list(path).map((item) => ({ item, key: Number(this.#numbers.next().value) }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }
}

describe('removing entries of vetoes together with every index', () => {
  it('lifts nothing if there is a journal: rejected nodes stay rejected', () => {
    fc.assert(
      fc.property(world, steps, (world, found) => {
        const given = { ...world, journal: true };
        const writes = planWrites(given, found);
        const files = new MemoryFiles();
        const island = islandOf(given, files);
        writeAll(island, given, writes);
        rebuildAll(island, given);
        const before = rejectedNodes(island, given);
        for (const { path, rejects } of writes) if (rejects) files.remove(island.absolute(path));
        for (const target of targetsOf(given)) files.remove(island.absolute(`${target.folder}/index.json`));
        rebuildAll(island, given);
        expect(rejectedNodes(island, given)).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});

function rejectedNodes(island: Island, given: World): string[] {
  return targetsOf(given).flatMap((target) => {
    const index = JSON.parse(island.readText(`${target.folder}/index.json`) ?? '') as AnyIndex;
    return nodesOf(index).flatMap(([node, { status }]) =>
      status === 'rejected' ? [`${target.name} ${node}`] : [],
    );
  });
}

describe('a removed entry', () => {
  it('never brings an older grade back, and lifts no veto (D24, decision 0084)', () => {
    fc.assert(
      fc.property(world, steps, fc.nat(), (given, found, which) => {
        const writes = planWrites(given, found);
        const gone = writes[which % writes.length];
        if (!gone) return;
        const files = new MemoryFiles();
        const island = islandOf(given, files);
        writeAll(island, given, writes);
        rebuildAll(island, given);
        const before = nodeOf(island, gone);
        files.remove(island.absolute(gone.path));
        rebuildAll(island, given);
        const after = nodeOf(island, gone);
        if (before?.status === 'rejected') {
          expect([after?.status, after?.grade]).toEqual(['rejected', 'REJECTED']);
          // A later repetition may replace it, but never an older one.
          expect((after?.veto?.at ?? '') >= (before.veto?.at ?? 'none')).toBe(true);
        } else if (given.journal) {
          // Where a grade is left, the entry decided nothing. A veto that it lifted stands again.
          if (after?.grade !== undefined && after.status !== 'rejected') expect(after).toEqual(before);
        } else {
          // Nothing says that it was there.
          const rest = islandOf(given);
          const others = writes.filter((one) => one !== gone);
          writeAll(rest, given, others);
          rebuildAll(rest, given);
          expect(after).toEqual(nodeOf(rest, gone));
        }
      }),
      { numRuns: 40 },
    );
  });
});

function newestAt(writes: readonly Write[]): string {
  return writes.reduce((newest, { at }) => (at > newest ? at : newest), '');
}

/** undefined: a later import has removed its subject. */
function nodeOf(island: Island, { target, node }: Pick<Write, 'target' | 'node'>): IndexNode | undefined {
  const index = JSON.parse(island.readText(`${target.folder}/index.json`) ?? '') as AnyIndex;
  return nodesOf(index).find(([id]) => id === node)?.[1];
}

// A veto is never forgotten, neither without its entry and the index, nor under another name of its subject.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateGrades } from '../../src/features/gate/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { formatJson } from '../../src/island/documents.js';
import { recordFacts } from '../../src/island/journal/record-facts.js';
import type { EmitOptions } from '../../src/runs/options.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import type { IndexNode, NamespaceIndex } from '../../src/spec/index-file.js';
import { buildNamespaceIndex } from '../../src/target/logic/build-index.js';
import { deriveNamespace } from '../../src/target/rebuild/derive-namespace.js';
import type { fillScores } from './filled-scores.js';
import {
  alphaText,
  askedIds,
  change,
  entriesIn,
  forgetLines,
  grade,
  oneTool,
  openImported,
  rebuiltThrice,
} from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { MemoryFiles } from './memory-files.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import {
  gradeNodes,
  memoryIsland,
  NAMESPACES,
  putGroup,
  rebuildSelectionIndex,
  selectionPath,
  selectionTarget,
} from './selection-island.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const VETO = { triggeredBy: 'illegal-content', evidence: 'it sells what must not be sold' } as const;
const SAID = 'veto illegal-content: it sells what must not be sold';
const GONE = 'veto; its entry is missing';
const REGRADE: Partial<EmitOptions> = { scope: 'all', regrade: { triggeredBy: 'scheduled' } };
const FOLDER = 'providers/demo';

type Filled = Parameters<typeof fillScores>[1];
const vetoing = (subject: string): Filled => ({
  areas: (areas) => areas.map((area) => (area.subject === subject ? { ...area, veto: VETO } : area)),
});

/** `alpha` and `beta`, with one tool each; the tool of alpha, or the named node, is vetoed. */
async function openVetoed(
  subject = 'alpha.getItems',
  sources: Record<string, string> = { 'alpha.mjs': oneTool('alpha'), 'beta.mjs': oneTool('beta') },
): Promise<Workplace & AsyncDisposable> {
  const place = await openImported(provider.origin, { demo: sources });
  await grade(place, {}, vetoing(subject));
  return place;
}

const remove = (place: Workplace, path: string) =>
  rmSync(place.island().absolute(path), { recursive: true, force: true });
const entryOf = (place: Workplace, folder = 'alpha/tools/getItems') => entriesIn(place, folder)[0] ?? '';
const removeIndex = (place: Workplace) => remove(place, `${FOLDER}/index.json`);
const toolIn = async (place: Workplace, schema = 'alpha'): Promise<IndexNode | undefined> =>
  (await rebuiltThrice(place)).schemas[schema]?.tools.getItems;
/** Rebuilds from facts and the journal alone. */
function fromNothing(place: Workplace): NamespaceIndex {
  removeIndex(place);
  return deriveNamespace({ island: place.island(), namespace: 'demo', now: place.now }).index;
}
const gateOf = (place: Workplace) =>
  gateGrades({ island: place.island(), targets: ['demo'], minGrade: 'F', now: () => place.now });
const verifyOf = async (place: Workplace) => {
  const { errors, results } = await verifyTargets({
    island: place.island(),
    targets: ['demo'],
    now: () => place.now,
  });
  return [...errors, ...results.flatMap(({ warnings }) => warnings)].map(
    ({ code, where }) => `${code} ${where?.file}`,
  );
};

describe('a veto with a deleted entry', () => {
  it('stays without the index too, fails the gate, and verify reports what is missing', async () => {
    await using place = await openVetoed();
    const { veto } = (await toolIn(place)) ?? {};
    const entry = entryOf(place);
    remove(place, entry);
    removeIndex(place);
    const tool = await toolIn(place);
    expect(tool).toMatchObject({ status: 'rejected', grade: 'REJECTED', reason: GONE, veto });
    expect(place.index()).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
    expect(codesOf((await gateOf(place)).errors)).toContain('GAT-001');
    expect(await verifyOf(place)).toEqual(expect.arrayContaining([`VFY-093 ${entry}`, `VFY-100 ${entry}`]));
    expect((await askedIds(place)).filter((id) => id.includes('alpha'))).toEqual([]);
  });

  it('stays when its schema is retired and returns', async () => {
    await using place = await openVetoed();
    await change(place, { 'alpha.mjs': null });
    expect(place.index().status).not.toBe('rejected');
    remove(place, `${FOLDER}/alpha/tools`);
    await change(place, { 'alpha.mjs': oneTool('alpha') });
    expect(await toolIn(place)).toMatchObject({ status: 'rejected', reason: GONE });
  });

  it('is lifted only by a newer full entry, and returns when that entry is deleted', async () => {
    await using place = await openVetoed();
    await grade(place, { ...REGRADE, targets: ['demo/alpha'] });
    const [veto = '', lifting = ''] = entriesIn(place, 'alpha/tools/getItems');
    remove(place, veto);
    expect((await toolIn(place))?.status).toBe('stable');
    expect(fromNothing(place).schemas.alpha?.tools.getItems?.status).toBe('stable');
    await place.rebuild();
    remove(place, lifting);
    removeIndex(place);
    expect(await toolIn(place)).toMatchObject({ status: 'rejected', reason: GONE });
  });

  it('on a selection stays too', () => {
    const files = new MemoryFiles();
    const island = memoryIsland(files);
    putGroup(island, NAMESPACES);
    const target = selectionTarget();
    gradeNodes(island, target, { nodes: ['skills.hardness', 'selectionAggregate'], grade: 'REJECTED' });
    recordFacts(island, target.name, { own: [], now: new Date('2026-03-02T00:00:00Z') });
    for (const folder of ['skills/hardness/_gradings', '_gradings']) {
      const path = selectionPath(folder);
      for (const file of island.listFiles(path)) files.remove(island.absolute(`${path}/${file}`));
    }
    files.remove(island.absolute(selectionPath('index.json')));
    const { skills, selectionAggregate, about, grade } = rebuildSelectionIndex(island);
    expect([skills.hardness?.reason, selectionAggregate.reason, grade]).toEqual([GONE, GONE, 'REJECTED']);
    expect(about.status).not.toBe('rejected');
  });
});

describe('vetoed content', () => {
  it('is rejected in another file, and no question about it is asked', async () => {
    await using place = await openVetoed();
    const { veto } = (await toolIn(place)) ?? {};
    const before = entriesIn(place, 'alpha/tools/getItems');
    await change(place, { 'alpha.mjs': null, 'gamma.mjs': oneTool('alpha') });
    const tool = await toolIn(place, 'gamma');
    expect(tool).toMatchObject({ status: 'rejected', reason: SAID, veto });
    expect(tool?.ref).toBe(before[0]?.slice(`${FOLDER}/`.length));
    expect(place.index().schemas.gamma?.status).toBe('rejected');
    expect((await askedIds(place)).filter((id) => id.includes('gamma'))).toEqual([]);
    expect(fromNothing(place).schemas.gamma?.tools.getItems).toEqual(tool);
    expect((await verifyOf(place)).filter((found) => !found.startsWith('VFY-080'))).toEqual([]);
    remove(place, `${FOLDER}/alpha/tools`);
    expect(fromNothing(place).schemas.gamma?.tools.getItems).toMatchObject({ reason: GONE, veto });
  });

  it('beside the vetoed file is rejected with it', async () => {
    await using place = await openVetoed('alpha');
    await change(place, { 'gamma.mjs': oneTool('alpha') });
    const { schemas } = await rebuiltThrice(place);
    expect(schemas.alpha?.toolsAggregate).toMatchObject({ status: 'rejected', reason: SAID });
    expect(schemas.gamma?.toolsAggregate).toMatchObject({ status: 'rejected', reason: SAID });
    expect(schemas.gamma?.tools.getItems?.status).not.toBe('rejected');
  });

  it('stays rejected when it is changed under its new name', async () => {
    await using place = await openVetoed();
    await change(place, { 'alpha.mjs': null, 'gamma.mjs': oneTool('alpha') });
    await change(place, { 'gamma.mjs': oneTool('alpha', 'Items, described in other words.') });
    expect(await toolIn(place, 'gamma')).toMatchObject({ status: 'rejected', reason: SAID });
    expect(fromNothing(place).schemas.gamma?.tools.getItems?.status).toBe('rejected');
  });

  it('rejects no file that had other content by then, or never had it', async () => {
    const shared = oneTool('alpha');
    await using place = await openImported(provider.origin, {
      demo: { 'alpha.mjs': shared, 'gamma.mjs': shared },
    });
    await change(place, { 'gamma.mjs': oneTool('gamma') });
    await grade(place, {}, vetoing('alpha.getItems'));
    const { schemas } = await rebuiltThrice(place);
    expect([schemas.alpha?.tools.getItems?.status, schemas.gamma?.tools.getItems?.status]).toEqual([
      'rejected',
      'stable',
    ]);
  });

  it('is accepted after a full entry under its new name, there and wherever else it returns', async () => {
    await using place = await openVetoed();
    await change(place, { 'alpha.mjs': null, 'gamma.mjs': oneTool('alpha') });
    await grade(place, { ...REGRADE, targets: ['demo/gamma'] });
    expect((await toolIn(place, 'gamma'))?.status).toBe('stable');
    await change(place, { 'gamma.mjs': null, 'delta.mjs': oneTool('alpha') });
    expect((await toolIn(place, 'delta'))?.status).toBe('pending');
    // Its own place was never graded again.
    await change(place, { 'delta.mjs': null, 'alpha.mjs': oneTool('alpha') });
    expect((await toolIn(place, 'alpha'))?.status).toBe('rejected');
  });

  it('counts no longer than at the place of the veto', async () => {
    await using place = await openVetoed();
    await change(place, { 'gamma.mjs': oneTool('alpha') });
    expect((await toolIn(place, 'gamma'))?.status).toBe('rejected');
    await grade(place, { ...REGRADE, targets: ['demo/alpha'] });
    const { schemas } = await rebuiltThrice(place);
    expect([schemas.alpha?.tools.getItems?.status, schemas.gamma?.tools.getItems?.status]).toEqual([
      'stable',
      'pending',
    ]);
  });

  it('is recognized by the entries if there is no journal', async () => {
    await using place = await openVetoed();
    await change(place, { 'alpha.mjs': null, 'gamma.mjs': oneTool('alpha') });
    remove(place, `${FOLDER}/audit.jsonl`);
    expect(fromNothing(place).schemas.gamma?.tools.getItems).toMatchObject({
      status: 'rejected',
      reason: SAID,
    });
  });
});

/** A skill of the namespace that uses a tool of these schemas. */
const skillOf = (description: string) => `export const skill = ${JSON.stringify({
  name: 'list-items',
  version: 'flowmcp/4.0.0',
  type: 'namespace',
  description,
  whenToUse: 'When somebody asks for items.',
  requires: { tools: ['getItems'] },
  input: [{ key: 'q', type: 'string', description: 'What to look for', required: true }],
  output: 'A list of items.',
  content: 'Call {{tool:getItems}} with {{input:q}}.\n\nLimitations: read only.',
})}
`;

describe('a vetoed skill', () => {
  it.each([
    ['as it was', 'Lists the items of one query.'],
    ['changed', 'Lists items in another way.'],
  ])('is rejected when it is stored with another schema, %s', async (_, description) => {
    await using place = await openVetoed('alpha.list-items', {
      'alpha.mjs': oneTool('alpha'),
      'skills/list-items.mjs': skillOf('Lists the items of one query.'),
    });
    expect(Object.keys(place.index().skills)).toEqual(['alpha.list-items']);
    await change(place, {
      'alpha.mjs': null,
      'beta.mjs': oneTool('beta'),
      'skills/list-items.mjs': skillOf(description),
    });
    const { skills } = await rebuiltThrice(place);
    expect(skills).toMatchObject({ 'beta.list-items': { status: 'rejected', reason: SAID } });
    remove(place, `${FOLDER}/alpha/skills`);
    expect(fromNothing(place).skills).toMatchObject({
      'beta.list-items': { status: 'rejected', reason: GONE },
    });
    await grade(place, { ...REGRADE, areas: ['namespace-skills'] });
    expect((await rebuiltThrice(place)).skills['beta.list-items']?.status).toBe('stable');
  });
});

describe('a vetoed About', () => {
  const declaring = (name: string) =>
    schemaText({
      name,
      description: `Items of the ${name} part.`,
      tools: { getItems: toolAt('/ok') },
      resources: { about: 'About these items.\n' },
    });

  it('is rejected when another schema declares it, and when none does any more', async () => {
    await using place = await openImported(provider.origin, {
      demo: { 'alpha.mjs': alphaText(), 'beta.mjs': oneTool('beta') },
    });
    await grade(place);
    await grade(place, {}, vetoing('demo'));
    const { about } = await rebuiltThrice(place);
    expect(about).toMatchObject({ status: 'rejected', reason: SAID });
    await change(place, { 'alpha.mjs': oneTool('alpha') });
    expect((await rebuiltThrice(place)).about).toEqual(about);
    expect(fromNothing(place).about).toEqual(about);
    await place.rebuild();
    await change(place, { 'beta.mjs': declaring('beta') });
    expect((await rebuiltThrice(place)).about).toMatchObject({ status: 'rejected', veto: about.veto });
    expect(fromNothing(place).about).toMatchObject({ status: 'rejected', veto: about.veto });
  });
});

describe('an index of an earlier version that forgot a veto', () => {
  it('is outdated but not damaged; with a line in the journal it is damaged', async () => {
    await using place = await openVetoed();
    const entry = entryOf(place);
    remove(place, entry);
    removeIndex(place);
    const derived = deriveNamespace({
      island: place.island(),
      namespace: 'demo',
      now: place.now,
      asBefore: true,
    });
    const forgetful = buildNamespaceIndex(
      {
        ...derived.index,
        schemas: Object.entries(derived.index.schemas).map(([schema, node]) => ({
          ...node,
          schema,
          unreadable: null,
          isReadable: true,
          passing: new Set<string>(),
          cause: 'few-tests' as const,
        })),
        retired: [],
        lockSnapshot: derived.index.lockSnapshot ?? null,
      },
      null,
      { now: place.now, book: DEFAULT_BOOK },
    );
    expect(forgetful.status).not.toBe('rejected');
    await place.write(`island/${FOLDER}/index.json`, formatJson(forgetful));
    const ofIndex = async () => (await verifyOf(place)).filter((found) => /^VFY-08.*index.json$/.test(found));
    expect(await ofIndex()).toEqual([`VFY-082 ${FOLDER}/index.json`]);
    await forgetLines(place, ['index'], FOLDER);
    expect(await ofIndex()).toEqual([`VFY-084 ${FOLDER}/index.json`]);
    expect(pathsOf(place.tree(), '/alpha/tools/getItems/_gradings/')).toEqual([]);
  });
});

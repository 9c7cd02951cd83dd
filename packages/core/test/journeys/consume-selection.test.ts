// Graders' answers about a selection become entries that name their subject and grade no better than its size allows.
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { consumeScores } from '../../src/features/consume/run.js';
import { formatJson } from '../../src/island/documents.js';
import { Island } from '../../src/island/island.js';
import { recordLine } from '../../src/island/journal/record-facts.js';
import { questionsOf } from '../../src/questions/lookup.js';
import { digestRun } from '../../src/runs/logic/run-digest.js';
import type { GradingEntry } from '../../src/spec/entry.js';
import type { SelectionIndex } from '../../src/spec/index-file.js';
import type { StateFile } from '../../src/spec/state.js';
import type { Subject } from '../../src/target/logic/subjects.js';
import { findNonconforming } from './island-conformance.js';
import { pathsOf, readTree } from './island-tree.js';
import {
  NAMESPACES,
  NOW,
  putProvider,
  putSelection,
  putStableGroup,
  rebuild,
  rebuildNamespaceIndex,
  selectionPath,
  selectionTarget,
  subjectsOf,
} from './selection-island.js';

const TARGET = selectionTarget();
const PERSONA = { basePersonaId: 'decision-maker', lensId: 'general' } as const;
const TASK = 'minerals--2026-03-01T12-00-00Z';

/** State after an emit: open questions of the selection were asked, and code has answered its own. */
function stateOf(
  subjects: readonly Subject[],
  { maxGrade, about }: { maxGrade: 'A' | 'B'; about: string },
): StateFile {
  const at = '2026-03-01T12:00:00.000Z';
  return {
    target: TARGET.name,
    flow: 'selection',
    tier: 'group-bound',
    taskId: TASK,
    status: 'prompts-emitted',
    gradingMode: 'full',
    createdAt: at,
    lastUpdatedAt: at,
    phases: { promptsEmitted: at, scoresReceived: null, gradeComputed: null, indexRebuilt: null },
    runKey: 'aaaaaaaa',
    personaIds: ['decision-maker'],
    selectionId: 'minerals',
    domainDocId: about,
    subjects: subjects.map(({ area, subject, node, folder, hash, schemaId, skill }) => ({
      area,
      subject,
      node,
      folder,
      schemaHash: hash,
      schemaId,
      version: 'flowmcp/4.2.0',
      persona: PERSONA,
      ...(skill !== null && { skillId: skill }),
      ...(maxGrade === 'B' && area === 'selection-aggregate' && { maxGrade }),
      questions: gradedIds(area),
      deterministic: questionsOf(area)
        .filter(({ determinism }) => determinism === 'deterministic')
        .map(({ id, weight }) => ({
          questionId: id,
          score: 'pass' as const,
          weight,
          reasoning: 'code says so',
          timestamp: at,
        })),
    })),
    askedByArea: {},
  };
}

function gradedIds(area: Subject['area']): string[] {
  return questionsOf(area)
    .filter(({ determinism }) => determinism === 'non-deterministic')
    .map(({ id }) => id);
}

function scoresOf({ subjects }: StateFile) {
  return {
    scoringProtocol: 'v1',
    taskId: TASK,
    creator: { skill: 'test-grader', skillVersion: '1.0.0', kind: 'script' },
    harness: { name: 'case-grader', version: '1.0.0' },
    timestamp: '2026-03-01T23:00:00Z',
    areas: subjects.map(({ area, subject, schemaHash, persona, questions }) => ({
      area,
      subject,
      schemaHash,
      persona,
      answers: questions.map((questionId) => ({
        questionId,
        score: questionsOf(area).find(({ id }) => id === questionId)?.scoreType === 'boolean' ? 'pass' : 5,
        reasoning: 'very good',
      })),
      improvementHints: [],
    })),
  };
}

async function openEmitted(namespaces: number) {
  const fixture = await createFixture({});
  const island = new Island(fixture.getPath('island'));
  putStableGroup(island, NAMESPACES.slice(0, namespaces));
  const folder = selectionPath('resources/about');
  const about = `${folder}/${island.listFiles(folder)[0]}`;
  const state = stateOf(subjectsOf(island, TARGET), { maxGrade: namespaces < 7 ? 'B' : 'A', about });
  island.replace(selectionPath('state.json'), formatJson(state));
  // Made by hand: the answers of code in it do not follow from facts.
  const known = { kind: 'run', taskId: TASK, ...digestRun({ state, prompts: null }) } as const;
  recordLine(island, TARGET.name, { line: known, now: NOW, flush: 'quick' });
  const consume = (scores: object = scoresOf(state)) =>
    consumeScores({
      island,
      target: 'minerals',
      scores: JSON.stringify(scores),
      scoresFile: 'scores.json',
      now: () => NOW,
    });
  const json = <T>(path: string): T => JSON.parse(island.readText(path) ?? '') as T;
  return { island, state, about, consume, json, [Symbol.asyncDispose]: () => fixture.rm() };
}

const ENTRIES = [
  'resources/about/_gradings/about-selection',
  'skills/start-here/_gradings/selection-skills-L1',
  'skills/hardness/_gradings/selection-skills-L2',
  'skills/pick-stone/_gradings/selection-skills-L3',
  '_gradings/selection-aggregate',
].map((path) => selectionPath(`${path}--decision-maker--general--2026-03-02T00-00-00Z.json`));

describe('a hand-in about a selection', () => {
  it('becomes one entry for each node, and an index of A', async () => {
    await using place = await openEmitted(7);
    const { status, results, errors } = await place.consume();
    expect([status, errors]).toEqual([true, []]);
    expect(results[0]).toMatchObject({
      taskComplete: true,
      written: ENTRIES,
      rollupStatus: 'operational',
      rollupGrade: 'A',
      indexPath: selectionPath('index.json'),
    });
    expect(findNonconforming(place.island.root)).toEqual([]);
  });

  it('names the selection, its skill, its domain knowledge and the persona in each', async () => {
    await using place = await openEmitted(7);
    await place.consume();
    for (const [at, path] of ENTRIES.entries()) {
      const asked = place.state.subjects[at];
      const entry = place.json<GradingEntry>(path);
      expect(entry).toMatchObject({
        gradingId: `${asked?.schemaHash}--2026-03-02T00-00-00Z--${asked?.area}--${asked?.subject}`,
        schemaId: asked?.schemaId,
        area: asked?.area,
        selectionId: 'minerals',
        schemaHash: asked?.schemaHash,
        gradingTier: 'group-bound',
        persona: PERSONA,
        aggregateGrade: 'A',
        maxAttainableGrade: 'A',
      });
      const isSkill = asked?.area.startsWith('selection-skills') ?? false;
      expect(entry.skillId).toBe(isSkill ? asked?.subject : undefined);
      const given = entry.gradings.filter(({ determinism }) => determinism === 'non-deterministic');
      expect(given.map(({ questionId }) => questionId)).toEqual(asked?.questions);
      for (const { selectionContext } of given) {
        expect(selectionContext).toEqual({
          groupId: 'minerals',
          personaIds: ['decision-maker'],
          domainDocId: place.about,
        });
      }
    }
  });

  it.each([5, 6])(
    "for %i namespaces: the aggregate's entry is a B at most, its answers stay as given",
    async (n) => {
      await using place = await openEmitted(n);
      const { results } = await place.consume();
      expect(results[0]).toMatchObject({ rollupStatus: 'operational', rollupGrade: 'B' });
      const [about, , , , whole] = ENTRIES.map((path) => place.json<GradingEntry>(path));
      // The best grade an entry can have depends on its tier alone (spec 06).
      expect(whole).toMatchObject({ aggregateGrade: 'B', maxAttainableGrade: 'A' });
      expect(about).toMatchObject({ aggregateGrade: 'A', maxAttainableGrade: 'A' });
      const node = results[0]?.nodes.find(({ area }) => area === 'selection-aggregate');
      expect(node).toMatchObject({ status: 'stable', grade: 'B', rawGrade: 'A', score: 5 });
      const index = place.json<SelectionIndex>(selectionPath('index.json'));
      expect(index.selectionAggregate).toMatchObject({ grade: 'B', rawGrade: 'A', score: 5 });
    },
  );

  it('leaves the index as a rebuild makes it', async () => {
    await using place = await openEmitted(7);
    await place.consume();
    const written = readTree(place.island.root);
    rebuild(place.island, TARGET);
    expect(readTree(place.island.root)).toEqual(written);
  });

  it('handed in twice writes nothing more', async () => {
    await using place = await openEmitted(7);
    await place.consume();
    const before = readTree(place.island.root);
    const { status, results } = await place.consume();
    expect([status, results[0]?.alreadyConsumed]).toEqual([true, true]);
    expect(readTree(place.island.root)).toEqual(before);
  });

  it('is judged by its frozen members: a member that changed since is no reason to refuse it', async () => {
    await using place = await openEmitted(7);
    putProvider(place.island, { namespace: 'amber', description: 'Changed.', at: '2026-03-01T13-00-00Z' });
    rebuildNamespaceIndex(place.island, 'amber');
    const { status, results } = await place.consume();
    expect([status, results[0]?.rollupStatus, results[0]?.rollupGrade]).toEqual([true, 'partial', 'A']);
  });

  it('is refused if its subject has changed since', async () => {
    await using place = await openEmitted(7);
    putSelection(place.island, { about: '# Other\n', at: '2026-03-01T13-00-00Z' });
    rebuild(place.island, TARGET);
    const { status, errors } = await place.consume();
    expect([status, errors.map(({ code }) => code)]).toEqual([false, ['SCR-014']]);
    expect(pathsOf(readTree(place.island.root), 'selections/minerals/_gradings')).toEqual([]);
  });
});

// A report shows the content of the island as explain, state and gate do, completely, and without folders of this
// machine.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { explainGrades } from '../../../../src/features/explain/run.js';
import { readHistory } from '../../../../src/features/history/run.js';
import type {
  ReportNode,
  ReportSummary,
  ReportTarget,
} from '../../../../src/features/report/logic/grading-report.js';
import { GRADING_FORMATS } from '../../../../src/features/report/logic/render.js';
import { type ReportOptions, reportGrades } from '../../../../src/features/report/run.js';
import { readState } from '../../../../src/features/state/run.js';
import type { Island } from '../../../../src/island/island.js';
import { snapshotFolder } from '../../../../src/island/logic/paths.js';
import { change, grade, oneTool, openImported } from '../../../journeys/graded-place.js';
import { startMockProvider } from '../../../journeys/mock-provider.js';
import {
  memoryIsland,
  NAMESPACES,
  providerTarget,
  putEntry,
  putProvider,
  putStableGroup,
  rebuild,
  subjectOf,
} from '../../../journeys/selection-island.js';
import { codesOf } from '../../../journeys/workplace.js';
import { putSampleIsland, SAMPLE_NOW } from '../logic/sample-island.js';

const now = () => SAMPLE_NOW;
const folders = { root: '/home/ada/work', home: '/home/ada' };

interface JsonReport {
  readonly targets: readonly ReportTarget[];
  readonly summary: ReportSummary;
  readonly status: boolean;
}

async function report(island: Island, more: Partial<ReportOptions> = {}) {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const options = { island, targets: [], all: true, format: 'json', folders, now, write, ...more } as const;
  const result = await reportGrades(options);
  return { result, text, json: () => JSON.parse(text) as JsonReport };
}

function nodeIn(targets: readonly ReportTarget[], id: string): ReportNode {
  const found = targets.flatMap(({ nodes }) => nodes).find(({ node }) => node === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}

function sampleIsland(): Island {
  const island = memoryIsland();
  putSampleIsland(island, { namespaces: 5, schemas: 2 });
  return island;
}

describe('reportGrades', () => {
  it('agrees about each node with state, explain and history', async () => {
    const island = sampleIsland();
    const { targets, summary } = (await report(island)).json();
    const named = { island, targets: [], all: true, now };
    const [states, explained, histories] = [
      await readState(named),
      await explainGrades(named),
      await readHistory(named),
    ];
    for (const [at, { target, nodes, status, grade }] of targets.entries()) {
      const [state, explanation, history] = [
        states.results[at],
        explained.results[at],
        histories.results[at],
      ];
      expect([target, status, grade]).toEqual([state?.target, state?.rollupStatus, state?.rollupGrade]);
      expect(nodes.map((one) => [one.node, one.status, one.grade, one.score])).toEqual(
        state?.nodes.map((one) => [one.node, one.status, one.grade ?? null, one.score ?? null]),
      );
      expect(nodes.map(({ ref, rule }) => [ref, rule])).toEqual(
        explanation?.nodes.map(({ entry, rule }) => [entry?.ref ?? null, rule]),
      );
      const told = nodes.filter((one) => one.history.length > 0);
      expect(told.map((one) => one.history.map(({ ref, score }) => [ref, score])).sort()).toEqual(
        history?.nodes.map(({ entries }) => entries.map(({ ref, score }) => [ref, score])).sort(),
      );
    }
    expect(summary.targets).toBe(5);
    expect(summary.nodes).toBe(5 * 15);
    expect(Object.values(summary.statuses).reduce((sum, count) => sum + count, 0)).toBe(summary.nodes);
  });

  it('shows each finding with its tool, and a graded tool that does not work', async () => {
    const { targets, summary } = (await report(sampleIsland())).json();
    const found = targets.flatMap(({ nodes }) => nodes.filter(({ findings }) => findings.length > 0));
    expect(found.length).toBeGreaterThan(3);
    expect(summary.findings.warning).toBe(found.length);
    for (const { kind, name, findings } of found) {
      expect(kind).toBe('tool');
      expect(findings[0]).toMatchObject({ code: 'FND-001', path: `main.tools.${name}.description` });
      expect(findings[0]?.message).toContain('the most powerful tides');
    }
  });

  it('loses points where the answers did: their costs add up to the missing points', async () => {
    const { targets } = (await report(sampleIsland())).json();
    const graded = targets.flatMap(({ nodes }) => nodes).filter(({ score }) => score !== null);
    expect(graded.length).toBeGreaterThan(40);
    for (const { score, losses } of graded) {
      const lost = losses.reduce((sum, loss) => sum + loss.lost, 0);
      expect(lost).toBeLessThanOrEqual(5 - (score ?? 0) + 1e-9);
      expect(losses.map(({ lost: one }) => one)).toEqual(
        losses.map(({ lost: one }) => one).sort((a, b) => b - a),
      );
    }
  });

  it('reports a selection with its members and itself', async () => {
    const island = memoryIsland();
    putStableGroup(island, NAMESPACES);
    const [selection, ...others] = (
      await report(island, { all: false, targets: ['selections/minerals'] })
    ).json().targets;
    expect(others).toEqual([]);
    expect(selection).toMatchObject({ flow: 'selection', tier: 'group-bound' });
    expect(selection?.nodes.map(({ node, kind, status }) => `${node} ${kind} ${status}`).slice(0, 2)).toEqual(
      ['members.amber.data member stable', 'members.basalt.data member stable'],
    );
    expect(nodeIn([selection as ReportTarget], 'about').place).toMatchObject({ base: 'island' });
    expect(selection?.nodes.some(({ kind }) => kind === 'selection-aggregate')).toBe(true);
  });

  it('reports a part of a namespace alone', async () => {
    const island = sampleIsland();
    const { targets } = (await report(island, { all: false, targets: ['tide-0/search'] })).json();
    const nodes = targets[0]?.nodes.map(({ node }) => node) ?? [];
    expect(nodes[0]).toBe('schemas.search');
    expect(nodes.every((node) => node.startsWith('schemas.search'))).toBe(true);
    expect(nodes).toHaveLength(7);
  });

  it('contains no folder of this machine, wherever a grader wrote one', async () => {
    const island = memoryIsland();
    putProvider(island, { namespace: 'amber' });
    const target = providerTarget('amber');
    const evidence = `seen in ${homedir()}/secret.txt, /home/ada/work/amber.mjs and ${island.root}/providers/amber`;
    const subject = subjectOf(island, target, 'schemas.data.tools.getItems');
    putEntry(island, target, subject, { grade: 'REJECTED', evidence });
    rebuild(island, target, SAMPLE_NOW);
    const home = { root: '/home/ada/work', home: homedir() };
    for (const format of GRADING_FORMATS) {
      const { text } = await report(island, { format, folders: home });
      expect(text).not.toContain(homedir());
      expect(text).not.toContain('/home/ada');
      if (format !== 'badge') expect(text).toContain('~/secret.txt, amber.mjs and providers/amber');
    }
  });

  it('reports unreadable entries and targets, and shows the others', async () => {
    const island = sampleIsland();
    const folder = 'providers/tide-0/data/tools/listItem1/_gradings';
    const [entry = 'none'] = island.listFiles(folder);
    island.replace(`${folder}/${entry}`, '{');
    island.replace('providers/wave-0/index.json', 'torn');
    island.replace('providers/lock-0/index.json', '[]');
    const { result, json } = await report(island);
    expect(codesOf(result.errors)).toEqual(['IDX-011', 'IDX-011']);
    expect(json().targets.map(({ target }) => target)).toEqual(
      expect.arrayContaining(['providers/tide-0', 'providers/harbour-0']),
    );
    expect(result.status).toBe(false);
    expect(result.warnings.map(({ where }) => where?.file)).toContain(`${folder}/${entry}`);
  });

  it('shows progress, and writes a part before all are read', async () => {
    const island = sampleIsland();
    const events: string[] = [];
    await report(island, {
      onProgress: (done, total) => events.push(`${done}/${total}`),
      write: (part) => {
        if (part.includes('"target":')) events.push('wrote');
      },
    });
    expect(events).toEqual([
      '0/5',
      'wrote',
      '1/5',
      'wrote',
      '2/5',
      'wrote',
      '3/5',
      'wrote',
      '4/5',
      'wrote',
      '5/5',
    ]);
  });

  it('reports nothing if no target can be reported', async () => {
    const { result, text } = await report(sampleIsland(), { all: false, targets: ['nobody'] });
    expect([text, codesOf(result.errors)]).toEqual(['', ['TGT-001']]);
  });
});

describe('places', () => {
  it('are in the sources if those have the graded bytes, otherwise in the snapshot', async () => {
    const island = memoryIsland();
    putProvider(island, { namespace: 'amber', schemas: ['data', 'more'] });
    rebuild(island, providerTarget('amber'), SAMPLE_NOW);
    const snapshot = (schema: string) => {
      const folder = snapshotFolder('amber', schema);
      return `${folder}/${island.listFiles(folder)[0]}`;
    };
    await using fixture = await createFixture({
      'work/providers/amber': {
        'data.mjs': island.readText(snapshot('data')) ?? '',
        'more.mjs': `${island.readText(snapshot('more'))}// changed since\n`,
      },
    });
    const root = fixture.getPath('work');
    const sources = fixture.getPath('work/providers');
    const { result, json } = await report(island, { sources, folders: { root, home: '/home/ada' } });
    const { targets } = json();
    const places = ['schemas.data.tools.getItems', 'schemas.more.tools.getItems', 'description'].map(
      (id) => nodeIn(targets, id).place,
    );
    expect(places).toEqual([
      { base: 'sources', file: 'providers/amber/data.mjs', line: 1, column: expect.any(Number) },
      { base: 'island', file: snapshot('more'), line: 1, column: expect.any(Number) },
      { base: 'sources', file: 'providers/amber/data.mjs', line: 1, column: expect.any(Number) },
    ]);
    expect(result.warnings).toMatchObject([{ code: 'RPT-003', args: { schemas: 2, missing: 1 } }]);
    // The place of a tool is its declaration.
    const text = island.readText(snapshot('data')) ?? '';
    const column = places[0]?.column ?? 0;
    expect(text.slice(column - 1)).toMatch(/^\{"method":"GET"/);
  });

  it('are not searched for if there is no folder', async () => {
    const refused = report(memoryIsland(), { sources: join('/nowhere', createHash('md5').digest('hex')) });
    await expect(refused).rejects.toMatchObject({ problem: { code: 'RPT-002', args: { reason: 'ENOENT' } } });
  });
});

describe('--out', () => {
  it('replaces a report as a whole, and leaves nothing beside it', async () => {
    await using fixture = await createFixture({ 'report.json': 'old' });
    const out = fixture.getPath('report.json');
    const { result, text } = await report(sampleIsland(), { out });
    expect([text, result.out]).toEqual(['', out]);
    expect(JSON.parse(await fixture.readFile('report.json', 'utf8')).targets).toHaveLength(5);
    expect(await fixture.readdir('')).toEqual(['report.json']);
  });

  it('refuses a path that is not a plain file before anything is read', async () => {
    await using fixture = await createFixture({ folder: {} });
    const refused = report(memoryIsland(), { out: fixture.getPath('folder') });
    await expect(refused).rejects.toMatchObject({ problem: { code: 'RPT-001' } });
  });
});

describe('the trend', () => {
  it('keeps its past days when a schema retires, and when it returns', async () => {
    const provider = await startMockProvider();
    const beta = oneTool('beta');
    await using place = await openImported(provider.origin, {
      demo: { 'alpha.mjs': oneTool('alpha'), 'beta.mjs': beta },
    });
    const DAY = 24 * 3600;
    const trendOf = async () => {
      const { json } = await report(place.island(), { now: () => place.now });
      return json().summary.trend;
    };
    await grade(place, {}, { score: 2 });
    const [first] = await trendOf();
    place.wait(DAY);
    await change(place, { 'beta.mjs': null });
    const retired = await trendOf();
    expect(retired[0]).toEqual(first);
    expect(retired[1]?.nodes).toBeLessThan(first?.nodes ?? 0);
    place.wait(DAY);
    await change(place, { 'beta.mjs': beta });
    const returned = await trendOf();
    expect(returned.slice(0, 2)).toEqual(retired);
    expect(returned[2]?.nodes).toBe(first?.nodes);
    await provider.close();
  });
});

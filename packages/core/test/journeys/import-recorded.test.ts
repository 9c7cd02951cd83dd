// Under gradingSpec 3.0.3 a file that fails the gate is recorded as a blocked schema, and the import goes on.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainGrades } from '../../src/features/explain/run.js';
import { exportTargets } from '../../src/features/export/run.js';
import { exportProofs } from '../../src/features/export/write-proofs.js';
import { gateGrades } from '../../src/features/gate/run.js';
import { readHistory } from '../../src/features/history/run.js';
import type { ImportResult } from '../../src/features/import/run.js';
import { planGrading } from '../../src/features/plan/run.js';
import { GRADING_FORMATS } from '../../src/features/report/logic/render.js';
import { reportGrades } from '../../src/features/report/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { parseJournal } from '../../src/island/logic/parse-journal.js';
import { exitCodeOf } from '../../src/problems/error-codes.js';
import { READING_LIMITS } from '../../src/sources/logic/module-reading.js';
import { sha256 } from '../../src/spec/hash.js';
import type { MemberList } from '../../src/spec/members.js';
import { providerProof } from '../../src/spec/proof.js';
import { isMissing } from '../../src/target/logic/missing-members.js';
import { createIndexLookup, resolveMembers } from '../../src/target/resolve-members.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { againstUpstream } from '../spec/upstream-index.js';
import { grade, oneTool, openImported } from './graded-place.js';
import { pathsOf } from './island-tree.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { providerFiles, schemaText, toolAt } from './provider-sources.js';
import { codesOf, openWorkplace, type Workplace } from './workplace.js';

const TORN = 'export const main = {';
/** Its namespace can be read. */
const INVALID = schemaText({ name: 'beta', version: 'four' });

const VETO = { triggeredBy: 'illegal-content', evidence: 'it sells what must not be sold' } as const;

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

async function open(sources: Record<string, Record<string, string>>) {
  const place = await openWorkplace(sources);
  place.book = LATER_BOOK;
  return place;
}

function membersOf(place: Workplace, namespace = 'demo'): MemberList {
  const [newest] = pathsOf(place.tree(), `providers/${namespace}/members--`).sort().reverse();
  return place.json(newest ?? '');
}

function provided({ results: [first] }: ImportResult) {
  return first?.flow === 'provider' ? first : undefined;
}

const named = (place: Workplace, target = 'demo') => ({
  island: place.island(),
  targets: [target],
  now: () => place.now,
});

interface SarifResult {
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation?: {
      readonly artifactLocation: { readonly uri: string };
      readonly region?: { readonly startLine: number };
    };
  }[];
}

/** Why a node is blocked, in words. */
function said(node: { readonly reason?: string; readonly detail?: string } | undefined) {
  return node?.detail ?? node?.reason;
}

async function verified(place: Workplace, target = 'demo') {
  const { status, results, errors } = await verifyTargets(named(place, target));
  return { status, found: codesOf([...errors, ...results.flatMap(({ warnings }) => warnings)]) };
}

describe('one bad file of three', () => {
  it.each([{ ...providerFiles(), 'beta.mjs': TORN }, { 'beta.mjs': TORN }])(
    'is no damage, even in what a run has frozen: %#',
    async (files) => {
      await using place = await open({ demo: files });
      await place.import();
      await place.emit('demo', { offline: true });
      const { index } = { index: place.index() };
      expect(index.lockSnapshot?.members).toContainEqual(
        expect.objectContaining({ schemaId: 'demo.beta', schemaHash: null, gradingStatus: 'blocked' }),
      );
      expect(await verified(place)).toEqual({ status: true, found: [] });
      const { results } = await readState(named(place, 'demo'));
      if (Object.keys(files).length === 1)
        expect(results[0]?.nextAction.command).toBe("flowmcp grading import '<folder of demo>'");
    },
  );

  it('is recorded; the other two are imported, and the command fails', async () => {
    await using place = await open({ demo: { ...providerFiles(), 'beta.mjs': TORN } });
    const result = await place.import();
    expect([result.status, exitCodeOf(result.errors), codesOf(result.errors)]).toEqual([
      false,
      1,
      ['SRC-001'],
    ]);
    expect(provided(result)).toMatchObject({
      imported: [{ schema: 'alpha' }, { schema: 'gamma' }],
      rejected: [{ file: place.path('demo/beta.mjs'), recorded: true, errors: [{ code: 'SRC-001' }] }],
    });
    expect(membersOf(place)).toMatchObject({
      schemas: ['alpha', 'gamma'],
      failed: [
        {
          ...{ schema: 'beta', file: 'beta.mjs', fileSha256: sha256(Buffer.from(TORN)) },
          problems: [{ code: 'SRC-001', line: 1 }],
        },
      ],
    });
  });

  it('has a blocked node, but neither a folder, a snapshot, an entry nor a grade', async () => {
    // One cannot be read at all; the other one is a valid schema that has no place in an island.
    const tools = { getItems: toolAt('/ok'), getitems: toolAt('/ok') };
    const delta = schemaText({ name: 'delta', tools });
    await using place = await open({ demo: { ...providerFiles(), 'beta.mjs': TORN, 'delta.mjs': delta } });
    await place.import();
    const { beta, delta: alike } = place.index().schemas;
    expect(beta).toMatchObject({ status: 'blocked', failed: { file: 'beta.mjs' }, tools: {} });
    expect(said(beta)).toMatch(/^beta\.mjs does not pass the gate: SRC-001 \(line 1\) /);
    expect(said(alike)).toMatch(/^delta\.mjs does not pass the gate: IMP-015 /);
    for (const [name, node] of Object.entries({ beta, delta: alike })) {
      expect(node).toMatchObject({ status: 'blocked' });
      expect(node).not.toHaveProperty('grade');
      expect(node).not.toHaveProperty('snapshot');
      expect(pathsOf(place.tree(), `/demo/${name}/`)).toEqual([]);
      expect(place.index().blockers.map((blocker) => blocker.node)).toContain(`schemas.${name}`);
    }
    expect(await verified(place)).toEqual({ status: true, found: [] });
  });

  it('is a blocked member of a selection, without a snapshot or a grade', async () => {
    await using place = await open({ demo: { ...providerFiles(), 'beta.mjs': TORN } });
    await place.import();
    const indexOf = createIndexLookup(place.island(), { now: place.now, problems: [] });
    const members = resolveMembers(
      { members: [{ schemaId: 'demo.beta' }] },
      indexOf,
      place.island().book.spec,
    );
    expect(members['demo.beta']).toMatchObject({ status: 'blocked', resolvedArtifact: null });
    expect(said(members['demo.beta'])).toMatch(/^beta\.mjs does not pass the gate: SRC-001/);
    expect(members['demo.beta']).not.toHaveProperty('grade');
    expect(isMissing(members['demo.beta'] ?? {})).toBe(true);
  });

  it('is not imported under gradingSpec 2.0.0, and neither are the others', async () => {
    await using place = await openWorkplace({ demo: { ...providerFiles(), 'beta.mjs': TORN } });
    const result = await place.import();
    expect([result.status, result.results, place.tree().size]).toEqual([false, [], 0]);
    const some = await place.import('demo', { keepGoing: true });
    expect(provided(some)?.rejected).toEqual([expect.not.objectContaining({ recorded: true })]);
    expect(membersOf(place)).toEqual({ namespace: 'demo', schemas: ['alpha', 'gamma'] });
  });

  it('becomes a schema once it passes, and is gone once it is deleted', async () => {
    await using place = await open({ demo: { ...providerFiles(), 'beta.mjs': TORN } });
    await place.import();
    place.wait();
    await place.write('demo/beta.mjs', providerFiles()['beta.mjs'] ?? '');
    expect((await place.import()).status).toBe(true);
    expect(membersOf(place)).toEqual({ namespace: 'demo', schemas: ['alpha', 'beta', 'gamma'] });
    expect(place.index().schemas.beta).not.toHaveProperty('failed');
    place.wait();
    await place.write('demo/delta.mjs', TORN);
    await place.import();
    expect(membersOf(place).failed).toHaveLength(1);
    place.wait();
    await place.fixture.rm('demo/delta.mjs');
    const { results } = await place.import();
    expect(results[0]?.retired).toEqual([]);
    expect(Object.keys(place.index().schemas)).toEqual(['alpha', 'beta', 'gamma']);
    expect(await verified(place)).toEqual({ status: true, found: [] });
  });

  it('stays recorded while other files are imported alone', async () => {
    await using place = await open({ demo: { ...providerFiles(), 'beta.mjs': TORN } });
    await place.import();
    place.wait();
    await place.write('demo/alpha.mjs', schemaText({ name: 'alpha', version: 'four' }));
    await place.import('demo/alpha.mjs');
    expect(membersOf(place).failed?.map(({ schema }) => schema)).toEqual(['alpha', 'beta']);
    place.wait();
    await place.write('demo/beta.mjs', providerFiles()['beta.mjs'] ?? '');
    await place.import('demo/beta.mjs');
    expect(membersOf(place)).toMatchObject({
      schemas: ['alpha', 'beta', 'gamma'],
      failed: [{ schema: 'alpha' }],
    });
  });

  it('writes nothing again if nothing changed, and nothing at all in a dry run', async () => {
    await using place = await open({ demo: { ...providerFiles(), 'beta.mjs': TORN } });
    await place.import('demo', { dryRun: true });
    expect(place.tree().size).toBe(0);
    await place.import();
    const before = place.tree();
    place.wait();
    expect((await place.import()).status).toBe(false);
    expect(place.tree()).toEqual(before);
    await place.rebuild();
    expect(place.tree()).toEqual(before);
  });

  it('keeps at most 20 problems of 300 characters, and no key', async () => {
    const key = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const tools = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`tool${at}`, { method: key, path: 'x'.repeat(400) }]),
    );
    await using place = await open({
      demo: { 'alpha.mjs': schemaText({ name: 'alpha', tools: tools as never }) },
    });
    await place.import();
    const [failed] = membersOf(place).failed ?? [];
    expect(failed?.problems).toHaveLength(20);
    expect(failed?.problems.every(({ message }) => message.length <= 300)).toBe(true);
    expect(JSON.stringify(failed)).not.toContain(key);
  });
});

describe('a graded schema whose file fails', () => {
  const failing = async () => {
    const place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    place.book = LATER_BOOK;
    await grade(place);
    return place;
  };

  it('is blocked, keeps its files, and counts again once the file passes', async () => {
    await using place = await failing();
    const before = place.index().schemas.alpha;
    expect(before?.status).toBe('stable');
    const entries = pathsOf(place.tree(), '/_gradings/');
    place.wait();
    await place.write('demo/alpha.mjs', TORN);
    const result = await place.import();
    expect(provided(result)?.retired).toEqual([]);
    const { alpha } = place.index().schemas;
    expect([alpha?.status, alpha?.grade, alpha?.toolsAggregate.status]).toEqual([
      'blocked',
      undefined,
      'blocked',
    ]);
    expect(Object.values(alpha?.tools ?? {}).map(({ status, grade: letter }) => [status, letter])).toEqual([
      ['blocked', undefined],
    ]);
    expect(pathsOf(place.tree(), '/_gradings/')).toEqual(entries);
    expect(await verified(place)).toEqual({ status: true, found: [] });
    place.wait();
    await place.write('demo/alpha.mjs', oneTool('alpha'));
    await place.import();
    expect(place.index().schemas.alpha).toEqual(before);
  });

  it.each(['alpha', 'beta'])('asks and tests nothing about %s, and blocks the gate', async (schema) => {
    await using place = await failing();
    place.wait();
    await place.write(`demo/${schema}.mjs`, TORN);
    await place.import();
    const { length } = provider.seen;
    const areas = ['single-test', 'tools-aggregate-schema'] as const;
    const emitted = await place.emit(`demo/${schema}`, { scope: 'all', areas });
    expect([codesOf(emitted.errors), emitted.results[0]?.promptCount ?? 0]).toEqual([
      schema === 'alpha' ? ['RUN-002'] : [],
      0,
    ]);
    expect(provider.seen.length).toBe(length);
    const gate = await gateGrades({ ...named(place), minGrade: 'F' });
    expect(gate.status).toBe(false);
  });

  it.each(['alpha', 'beta'])('%s is shown by every command that reads', async (schema) => {
    await using place = await failing();
    place.wait();
    await place.write(`demo/${schema}.mjs`, TORN);
    await place.import();
    const { results } = await readState(named(place));
    const node = results[0]?.nodes.find(({ node }) => node === `schemas.${schema}`);
    expect(node?.failed?.problems).toMatchObject([{ code: 'SRC-001', line: 1 }]);
    const exported = await exportTargets({ ...named(place), exportRoot: place.path('out') });
    expect(exported.results[0]?.schemaExports.map((one) => one.schema)).toEqual(
      schema === 'alpha' ? [] : ['alpha'],
    );
    for (const format of GRADING_FORMATS) {
      const folders = { root: place.path('.'), home: '/home/nobody' };
      const parts: string[] = [];
      const write = async (part: string) => {
        parts.push(part);
      };
      const { errors } = await reportGrades({ ...named(place), format, folders, write });
      expect([format, errors]).toEqual([format, []]);
      if (format !== 'badge') expect(parts.join('')).toContain(`${schema}.mjs does not pass the gate`);
    }
    const explained = await explainGrades(named(place));
    expect(explained.errors).toEqual([]);
    expect((await readHistory(named(place))).errors).toEqual([]);
    expect((await planGrading(named(place))).errors).toEqual([]);
    expect(await verified(place)).toEqual({ status: true, found: [] });
  });

  it.each(['alpha', 'beta'])('%s is explained by its file, and no old sum counts', async (schema) => {
    await using place = await failing();
    place.wait();
    await place.write(`demo/${schema}.mjs`, TORN);
    await place.import();
    const { results } = await explainGrades(named(place, `demo/${schema}`));
    const [own, ...others] = results[0]?.nodes ?? [];
    expect(own?.rule).toMatch(
      new RegExp(`^${schema}\\.mjs does not pass the gate: SRC-001 \\(line 1\\) .+\\.$`),
    );
    expect(own).toMatchObject({ status: 'blocked', grade: null });
    for (const node of others) {
      expect([node.node, node.status, node.grade, node.entry]).toEqual([
        node.node,
        'blocked',
        null,
        undefined,
      ]);
      expect(node.rule).toContain(`${schema}.mjs does not pass the gate`);
    }
    expect(others.length).toBe(schema === 'alpha' ? 2 : 0);
  });

  it.each(['alpha', 'beta'])(
    '%s: the gate and each report name file, line, code and message',
    async (schema) => {
      await using place = await failing();
      place.wait();
      await place.write(`demo/${schema}.mjs`, TORN);
      await place.import();
      const [problem] = place.index().schemas[schema]?.failed?.problems ?? [];
      const gate = await gateGrades({ ...named(place), minGrade: 'F' });
      const reasons = gate.errors.map(({ args }) => String(args?.reason));
      expect(reasons).toContainEqual(
        expect.stringContaining(`${schema}.mjs does not pass the gate: SRC-001 (line 1) ${problem?.message}`),
      );
      const report = async (format: 'md' | 'sarif' | 'junit', sources?: string) => {
        const parts: string[] = [];
        const folders = { root: place.path('.'), home: '/home/nobody' };
        const write = (part: string) => void parts.push(part);
        await reportGrades({ ...named(place), format, folders, write, ...(sources && { sources }) });
        return parts.join('');
      };
      for (const format of ['md', 'sarif', 'junit'] as const) {
        const text = await report(format);
        expect([format, text.includes(`${schema}.mjs:1: `), text.includes('SRC-001')]).toEqual([
          format,
          true,
          true,
        ]);
      }
      const sarif = JSON.parse(await report('sarif', place.path('.')));
      const results: SarifResult[] = sarif.runs[0].results;
      const about = results.filter(({ message: { text } }) => text.includes(`${schema}.mjs`));
      const places = new Set(
        about.map(({ locations: [first] }) => {
          const { artifactLocation, region } = first?.physicalLocation ?? {};
          return `${artifactLocation?.uri}:${region?.startLine}`;
        }),
      );
      expect(places).toEqual(new Set([`demo/${schema}.mjs:1`]));
    },
  );

  it.each(['alpha', 'beta', 'offline'])(
    'what comes next is to fix %s, not a run that asks nothing',
    async (schema) => {
      await using place = await failing();
      place.wait();
      await place.write(`demo/${schema}.mjs`, TORN);
      await place.import();
      const { results } = await readState(named(place));
      expect(results[0]?.nextAction).toMatchObject({
        command: "flowmcp grading import '<folder of demo>'",
        why: `first fix ${schema}.mjs; a schema counts again once its file passes the gate`,
      });
    },
  );

  it('keeps its last snapshot, even if it was retired before', async () => {
    await using place = await failing();
    const snapshot = place.index().schemas.alpha?.snapshot;
    place.wait();
    await place.fixture.rm('demo/alpha.mjs');
    await place.write('demo/beta.mjs', oneTool('beta'));
    await place.import('demo', { retire: true });
    expect(place.index().summary.retired).toEqual(['alpha']);
    place.wait();
    await place.write('demo/alpha.mjs', TORN);
    await place.import();
    expect(place.index().schemas.alpha).toMatchObject({ status: 'blocked', snapshot });
    expect(place.index().summary.retired).toEqual([]);
  });

  it('a veto on one of its tools stays', async () => {
    await using place = await openImported(provider.origin, { demo: { 'alpha.mjs': oneTool('alpha') } });
    place.book = LATER_BOOK;
    await grade(
      place,
      {},
      {
        areas: (areas) =>
          areas.map((one) => (one.subject === 'alpha.getItems' ? { ...one, veto: VETO } : one)),
      },
    );
    place.wait();
    await place.write('demo/alpha.mjs', TORN);
    await place.import();
    expect(place.index().schemas.alpha).toMatchObject({ status: 'rejected', grade: 'REJECTED' });
  });
});

describe('a folder without a namespace that can be read', () => {
  it('is recorded under its own name', async () => {
    await using place = await open({ acme: { 'alpha.mjs': TORN, 'beta.mjs': TORN } });
    const result = await place.import('acme');
    expect(provided(result)).toMatchObject({ namespace: 'acme', imported: [] });
    expect(exitCodeOf(result.errors)).toBe(1);
    const index = place.index('acme');
    expect([index.status, index.grade]).toEqual(['blocked', undefined]);
    expect(Object.keys(index.schemas)).toEqual(['alpha', 'beta']);
    expect(await verified(place, 'acme')).toEqual({ status: true, found: [] });
  });

  it.each(['Acme', '1acme', 'acme_api', 'con'])(
    'is refused if %s cannot be a namespace, and nothing is written',
    async (folder) => {
      await using place = await open({ [folder]: { 'alpha.mjs': TORN } });
      const result = await place.import(folder);
      expect(codesOf(result.errors)).toEqual(['SRC-001', 'IMP-020']);
      expect([exitCodeOf(result.errors), result.results, place.tree().size]).toEqual([1, [], 0]);
    },
  );

  it('has the namespace that one of its files declares, even if all fail', async () => {
    await using place = await open({ demo: { 'alpha.mjs': TORN, 'beta.mjs': INVALID } });
    expect(provided(await place.import())?.namespace).toBe('demo');
    expect(membersOf(place)).toMatchObject({
      schemas: [],
      failed: [{ schema: 'alpha' }, { schema: 'beta' }],
    });
  });

  it('gives its name to a file of it that is named alone', async () => {
    await using place = await open({ acme: { 'alpha.mjs': TORN, 'beta.mjs': TORN } });
    await place.import('acme/beta.mjs');
    expect(membersOf(place, 'acme').failed?.map(({ schema }) => schema)).toEqual(['beta']);
  });
});

describe('two declared namespaces', () => {
  it('are a hard error, even if one of the files fails', async () => {
    await using place = await open({
      demo: { 'alpha.mjs': schemaText(), 'beta.mjs': schemaText({ namespace: 'other', version: 'four' }) },
    });
    const result = await place.import();
    expect(codesOf(result.errors)).toContain('IMP-005');
    expect([exitCodeOf(result.errors), result.results, place.tree().size]).toEqual([1, [], 0]);
  });
});

describe('a folder recorded under its own name whose namespace can be read now', () => {
  const recorded = async (more: Record<string, Record<string, string>> = {}) => {
    const place = await open({ acme: { 'alpha.mjs': TORN, 'beta.mjs': TORN }, ...more });
    await place.import('acme');
    place.wait();
    await place.write('acme/alpha.mjs', schemaText({ namespace: 'acme-api', name: 'Alpha' }));
    return place;
  };

  it('is moved as a whole, once, with a line in the journal', async () => {
    await using place = await recorded();
    const lists = pathsOf(place.tree(), '/members--');
    const result = await place.import('acme');
    expect(provided(result)).toMatchObject({ namespace: 'acme-api', renamedFrom: 'acme' });
    expect(pathsOf(place.tree(), 'providers/acme/')).toEqual([]);
    for (const list of lists) {
      expect(place.tree().has(list.replace('providers/acme/', 'providers/acme-api/'))).toBe(true);
    }
    const journal = place.island().readBytes('providers/acme-api/audit.jsonl') ?? new Uint8Array();
    const renamed = parseJournal(journal).lines.filter(({ kind }) => kind === 'renamed');
    expect(renamed).toMatchObject([{ from: 'acme', to: 'acme-api' }]);
    expect(place.index('acme-api')).toMatchObject({
      namespace: 'acme-api',
      schemas: { alpha: { status: 'pending' }, beta: { status: 'blocked' } },
    });
    expect(await verified(place, 'acme-api')).toEqual({ status: true, found: [] });
    place.wait();
    expect(provided(await place.import('acme'))).not.toHaveProperty('renamedFrom');
  });

  it('is not moved over another namespace', async () => {
    await using place = await recorded({ other: { 'gamma.mjs': schemaText({ namespace: 'acme-api' }) } });
    await place.import('other');
    const before = pathsOf(place.tree(), 'providers/acme/').map((path) => place.tree().get(path));
    place.wait();
    const result = await place.import('acme', { retire: true });
    expect(result.errors.find(({ code }) => code === 'IMP-021')).toMatchObject({
      where: { file: place.path('acme') },
      args: { from: 'acme', to: 'acme-api', reason: 'acme-api already exists' },
    });
    expect(provided(result)).not.toHaveProperty('renamedFrom');
    expect(exitCodeOf(result.errors)).toBe(1);
    expect(pathsOf(place.tree(), 'providers/acme/').map((path) => place.tree().get(path))).toEqual(before);
  });

  it('is not moved if more than records lie there', async () => {
    await using place = await recorded();
    await place.write('island/providers/acme/notes.txt', 'mine');
    const result = await place.import('acme');
    expect(result.errors.find(({ code }) => code === 'IMP-021')?.args).toMatchObject({
      reason: 'acme holds more than records',
    });
    expect(place.tree().has('providers/acme/notes.txt')).toBe(true);
  });

  it('moves nothing in a dry run, and no namespace with schemas of its own', async () => {
    await using place = await recorded({
      demo: { 'alpha.mjs': schemaText(), 'beta.mjs': INVALID },
    });
    const before = place.tree();
    const dry = await place.import('acme', { dryRun: true });
    expect(provided(dry)).toMatchObject({ namespace: 'acme-api', renamedFrom: 'acme' });
    expect(place.tree()).toEqual(before);
    await place.import('demo');
    await place.write('demo/alpha.mjs', schemaText({ namespace: 'demo-api' }));
    await place.write('demo/beta.mjs', TORN);
    place.wait();
    const result = await place.import('demo');
    expect(codesOf(result.errors)).toEqual(['SRC-001', 'VAL019']);
    expect(pathsOf(place.tree(), 'providers/demo/')).not.toEqual([]);
  });

  it('is moved with what a run leaves there that could ask nothing', async () => {
    await using place = await recorded();
    await place.write('acme/alpha.mjs', TORN);
    await place.emit('acme', { offline: true });
    expect(place.tree().has('providers/acme/lock-snapshot.json')).toBe(true);
    place.wait();
    await place.write('acme/alpha.mjs', schemaText({ namespace: 'acme-api', name: 'Alpha' }));
    const result = await place.import('acme');
    expect(provided(result)).toMatchObject({ namespace: 'acme-api', renamedFrom: 'acme' });
    expect(codesOf(result.errors)).toEqual(['SRC-001', 'VAL019']);
    expect(pathsOf(place.tree(), 'providers/acme/')).toEqual([]);
    expect(await verified(place, 'acme-api')).toEqual({ status: true, found: [] });
    await place.rebuild('acme-api');
    expect((await place.emit('acme-api', { offline: true })).errors.map(({ code }) => code)).toEqual([
      'RUN-002',
    ]);
    expect(place.index('acme-api').lockSnapshot?.selectionId).toBe('acme-api');
    expect(await verified(place, 'acme-api')).toEqual({ status: true, found: [] });
  });

  it('is moved once by two imports at once', async () => {
    await using place = await recorded();
    const both = await Promise.all([place.import('acme'), place.import('acme')]);
    expect(both.map(({ errors }) => codesOf(errors))).toEqual([
      ['SRC-001', 'VAL019'],
      ['SRC-001', 'VAL019'],
    ]);
    expect(both.filter((one) => provided(one)?.renamedFrom !== undefined)).toHaveLength(1);
    expect(await verified(place, 'acme-api')).toEqual({ status: true, found: [] });
  });

  it('an interrupted move is behind, not damaged', async () => {
    await using place = await recorded();
    const island = place.island();
    const stop = new Error('stopped');
    const { moveFolder } = island;
    island.moveFolder = (from, to) => {
      moveFolder.call(island, from, to);
      throw stop;
    };
    await expect(place.import('acme', { island })).rejects.toBe(stop);
    expect(await verified(place, 'acme-api')).toEqual({ status: true, found: ['VFY-084'] });
    await place.import('acme');
    expect(await verified(place, 'acme-api')).toEqual({ status: true, found: [] });
  });
});

describe('a folder that is not called like its namespace', () => {
  it('is VAL019: the command fails, and the import goes on', async () => {
    await using place = await open({ elsewhere: providerFiles() });
    const result = await place.import('elsewhere');
    expect(codesOf(result.errors)).toEqual(['VAL019']);
    expect(result.errors[0]).toMatchObject({
      where: { file: place.path('elsewhere') },
      args: { folder: 'elsewhere', namespace: 'demo' },
    });
    expect(exitCodeOf(result.errors)).toBe(1);
    expect(provided(result)?.imported).toHaveLength(3);
  });

  it('is no finding under gradingSpec 2.0.0, nor for a file that is named alone', async () => {
    await using place = await openWorkplace({ elsewhere: providerFiles() });
    expect((await place.import('elsewhere')).errors).toEqual([]);
    place.book = LATER_BOOK;
    expect((await place.import('elsewhere/alpha.mjs')).errors).toEqual([]);
  });
});

/** More than the reader of modules takes in. */
const TOO_LARGE = `${' '.repeat(READING_LIMITS.maxBytes)}export const main = {};`;

describe('a file whose bytes are not known', () => {
  const proved = (place: Workplace) =>
    exportProofs({ ...named(place), proofDir: place.path('.') }).then(({ errors }) => errors);

  const openTooLarge = async () => {
    const place = await open({ demo: { ...providerFiles(), 'beta.mjs': TOO_LARGE } });
    await place.import();
    return place;
  };

  it('is recorded without a hash', async () => {
    await using place = await openTooLarge();
    expect(membersOf(place).failed).toMatchObject([
      { schema: 'beta', fileSha256: null, problems: [{ code: 'SRC-003' }] },
    ]);
    expect(place.index().schemas.beta?.failed?.fileSha256).toBeNull();
    expect(await verified(place)).toEqual({ status: true, found: [] });
    await place.rebuild();
    expect(await verified(place)).toEqual({ status: true, found: [] });
  });

  it('is not an empty file, which has a hash', async () => {
    await using place = await open({ demo: { ...providerFiles(), 'beta.mjs': '' } });
    await place.import();
    expect(membersOf(place).failed).toMatchObject([{ fileSha256: sha256(Buffer.alloc(0)) }]);
  });

  it.each([
    ['still', TOO_LARGE],
    ['no longer', ''],
  ])('has no proof beside it, whether it is %s too large', async (_, text) => {
    await using place = await openTooLarge();
    await place.write('demo/beta.mjs', text);
    const [refused, ...others] = await proved(place);
    expect(others).toEqual([]);
    expect(refused).toMatchObject({
      code: 'EXP-011',
      where: { file: place.path('demo/beta.mjs') },
      args: { reason: 'the content of the file could not be read when it was imported' },
    });
    expect(await place.fixture.exists('demo/grade.json')).toBe(false);
  });

  it('has a valid proof in a fresh export, without a hash of it', async () => {
    await using place = await openTooLarge();
    const { results } = await exportTargets({ ...named(place), exportRoot: place.path('out') });
    const file = `${results[0]?.exportDir}/providers/demo/grade.json`;
    const proof = providerProof.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(proof.schemas.beta).toEqual({ status: 'blocked', reason: 'validation-failed' });
    expect(againstUpstream(proof)).toEqual([]);
  });

  it('has a proof once it can be read and was imported again', async () => {
    await using place = await openTooLarge();
    place.wait();
    await place.write('demo/beta.mjs', TORN);
    await place.import();
    expect(await proved(place)).toEqual([]);
  });
});

describe('a key in what fails', () => {
  it.each([60, 75])('is masked before its value is cut: at %i', async (at) => {
    const key = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const value = `${'x '.repeat(at).slice(0, at - 1)} ${key}`;
    await using place = await open({
      demo: { 'alpha.mjs': schemaText({ name: 'alpha', version: value }) },
    });
    const { errors } = await place.import();
    const texts = [errors, membersOf(place), place.index()].map((found) => JSON.stringify(found));
    expect(texts.filter((text) => text.includes(key.slice(0, 4)))).toEqual([]);
    expect(membersOf(place).failed?.[0]?.problems).not.toEqual([]);
  });
});

describe('a folder of names that no schema can have', () => {
  it.each([
    ['one that is valid', { 'Bad Name.mjs': schemaText() }],
    ['two', { 'Bad Name.mjs': TORN, 'con.mjs': schemaText() }],
  ])('writes nothing: %s', async (_, files) => {
    await using place = await open({ demo: files });
    const { status, results, errors } = await place.import();
    expect([status, results, exitCodeOf(errors), place.tree().size]).toEqual([false, [], 1, 0]);
    expect(codesOf(errors)).toContain('IMP-003');
  });

  it('retires nothing of a namespace that has schemas', async () => {
    await using place = await open({ demo: { 'alpha.mjs': schemaText() } });
    await place.import();
    const before = place.tree();
    place.wait();
    await place.fixture.rm('demo/alpha.mjs');
    await place.write('demo/Bad Name.mjs', TORN);
    expect((await place.import()).status).toBe(false);
    expect(place.tree()).toEqual(before);
  });
});

const SKILL = `export const skill = ${JSON.stringify({
  name: 'read-items',
  version: 'flowmcp/4.0.0',
  type: 'namespace',
  description: 'Reads the items.',
  whenToUse: 'When items are asked for.',
  requires: { tools: ['getItems'] },
  output: 'A list.',
  content: 'Call {{tool:getItems}}.',
})}\n`;

describe('a file with the bytes of the newest snapshot that fails', () => {
  it('stays the schema that it is, and its problem is reported', async () => {
    const computed = providerFiles()['alpha.mjs']?.replace('export const main = ', 'const made = () => (');
    const text = `${computed?.trimEnd().replace(/;$/, '')})\nexport const main = made()\n`;
    // Every schema has the tool, so that the skill lies with the first one, and stays there.
    const files = { ...providerFiles(), 'alpha.mjs': text, 'skills/read-items.mjs': SKILL };
    await using place = await open({ demo: files });
    expect((await place.import('demo', { evaluate: 'sandbox' })).errors).toEqual([]);
    expect(membersOf(place).skills).toEqual(['alpha.read-items']);
    const before = place.tree();
    place.wait();
    const result = await place.import();
    expect([exitCodeOf(result.errors), codesOf(result.errors)]).toEqual([1, ['SRC-002']]);
    expect(provided(result)?.rejected).toEqual([expect.not.objectContaining({ recorded: true })]);
    expect(place.tree()).toEqual(before);
    place.wait();
    await place.write('demo/alpha.mjs', TORN);
    await place.import();
    expect(membersOf(place).failed).toMatchObject([{ schema: 'alpha' }]);
    place.wait();
    await place.write('demo/alpha.mjs', text);
    await place.import();
    expect(membersOf(place)).not.toHaveProperty('failed');
    expect(place.index().schemas.alpha?.status).toBe('pending');
  });
});

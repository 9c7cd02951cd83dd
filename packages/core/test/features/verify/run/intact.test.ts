// Commands leave an intact island, however they end; leftovers of an interrupted one are reported as such, not as
// damage.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LYRE_ORIGINS, startLyrePortsApi } from '../../../../../../fixtures/mock-apis/lyre-port-calls.mjs';
import { exportTargets } from '../../../../src/features/export/run.js';
import { rebuildTargets } from '../../../../src/features/rebuild/run.js';
import { verifyTargets } from '../../../../src/features/verify/run.js';
import { Island } from '../../../../src/island/island.js';
import { withLock } from '../../../../src/island/lock.js';
import { clearingCommand } from '../../../faults/look-after.js';
import { FailingFiles } from '../../../journeys/failing-files.js';
import { fillScores } from '../../../journeys/filled-scores.js';
import {
  aboutSources,
  alphaText,
  change,
  grade,
  oneTool,
  openImported,
} from '../../../journeys/graded-place.js';
import { type MockProvider, startMockProvider } from '../../../journeys/mock-provider.js';
import { schemaMain, schemaText } from '../../../journeys/provider-sources.js';
import { openWorkplace, type Workplace } from '../../../journeys/workplace.js';
import { copyOf, DamagedIsland, nameProblem, openGraded, repeatEntry } from './graded-island.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

async function look(place: Workplace, more: Partial<Parameters<typeof verifyTargets>[0]> = {}) {
  const { errors, results } = await verifyTargets({
    island: place.island(),
    targets: [],
    all: true,
    now: () => place.now,
    ...more,
  });
  const warnings = results.flatMap((found) => found.warnings);
  return { errors: errors.map(nameProblem), warnings: warnings.map(nameProblem) };
}

/** Adopted facts are not a warning. */
const ADOPTED = 'VFY-098';
const WHOLE = { errors: [], warnings: [] };

describe('the results of commands are intact', () => {
  it('after a schema was retired, and one came back', async () => {
    await using place = await openImported(provider.origin, aboutSources());
    await grade(place);
    await change(place, { 'beta.mjs': null });
    expect(await look(place)).toEqual(WHOLE);
    await change(place, { 'beta.mjs': oneTool('beta') });
    await change(place, { 'alpha.mjs': alphaText('Other items of the alpha part.') });
    await grade(place);
    expect(await look(place)).toEqual(WHOLE);
  });

  it('with a computed main, and an export', async () => {
    const main = JSON.stringify(JSON.stringify(schemaMain()));
    await using place = await openWorkplace({
      demo: { 'alpha.mjs': `const main = JSON.parse( ${main} )\nexport { main }\n` },
    });
    await place.import('demo', { evaluate: 'sandbox' });
    await using island = await copyOf(place);
    const exportRoot = island.at('_exports');
    await exportTargets({ island: new Island(island.root), targets: ['demo'], exportRoot });
    expect(island.files().filter((path) => path.startsWith('_exports/'))).toHaveLength(2);
    expect(await island.findings()).toEqual([]);
  });

  it('after an evaluator was interrupted: an unreadable line is reported, and does not count', async () => {
    await using place = await openGraded(provider.origin);
    await using island = await copyOf(place);
    const { taskId } = place.state();
    island.write(`providers/demo/evaluations/${taskId}.jsonl`, '{"at":"2026"}\n{"at":"20');
    const { status, results } = await island.verify({ strict: false });
    expect(status).toBe(true);
    expect(results[0]?.warnings.map(({ code, severity }) => [code, severity])).toEqual([['VFY-065', 'info']]);
  });

  it('with an unfinished last line of the journal', async () => {
    await using place = await openGraded(provider.origin);
    await using island = await copyOf(place);
    island.append('providers/demo/audit.jsonl', '{"at":"2026-03');
    expect(await island.findings()).toEqual(['VFY-092 providers/demo/audit.jsonl']);
    expect((await island.verify({ strict: true })).status).toBe(false);
    const { results } = await island.verify({ targets: ['demo'], all: false, repair: true });
    expect(results[0]?.repaired).toEqual([{ kind: 'mended', file: 'providers/demo/audit.jsonl' }]);
    expect(await island.findings()).toEqual([]);
  });
});

describe('the summary of tests', () => {
  it('is missed if there are records: an emit may have been interrupted before it', async () => {
    await using place = await openGraded(provider.origin);
    await using island = await copyOf(place);
    island.remove('providers/demo/alpha/summary.json');
    expect(await island.findings()).toEqual(['VFY-044 providers/demo/alpha/summary.json']);
    expect((await island.verify({ strict: true })).status).toBe(false);
    rmSync(place.path('island/providers/demo/alpha/summary.json'));
    await clear(place);
    expect((await look(place)).warnings).toEqual([]);
  });
});

describe('a foreign file in the island', () => {
  it('is reported permanently once a command has found it, even with its hand-in', async () => {
    await using place = await openGraded(provider.origin);
    const island = new DamagedIsland(place.root, place.now);
    const again = repeatEntry(island, island.find(/alpha\/tools\/getItems\/_gradings\//, 1));
    const scores = island.find(/\/scores\/.*T10-/, 1);
    island.write(scores.replace(/T10-(?=[^T]*$)/, 'T13-'), island.text(scores));
    expect((await look(place)).errors).toContain(`VFY-095 ${again}`);
    await place.emit('demo', { offline: true, scope: 'all', regrade: { triggeredBy: 'scheduled' } });
    const { status, results } = await island.verify();
    const [found, ...more] = results.flatMap(({ warnings }) => warnings);
    expect([status, more, found]).toMatchObject([
      true,
      [],
      { code: 'VFY-098', severity: 'info', args: { facts: '2 entries and hand-ins', file: again } },
    ]);
  });
});

describe('keys of the user', () => {
  it('are found in any form if they are known, and only declared ones are read', async () => {
    const [key, other, short] = ['tidal9Basin4Quay7', 'undeclared5Value3', 'de'];
    await using place = await openWorkplace({
      demo: {
        'alpha.mjs': schemaText({ name: 'alpha', requiredServerParams: ['DEMO_API_KEY', 'SHORT_API_KEY'] }),
      },
      home: { env: `DEMO_API_KEY=${key}\nANOTHER=${other}\nSHORT_API_KEY=${short}\n` },
    });
    await place.import();
    await place.emit('demo', { offline: true });
    await using island = await copyOf(place);
    const keys = { path: place.path('home/env'), shownAs: '~/.flowmcp/.env' };
    const facts = 'providers/demo/alpha/summary.json';
    expect(await island.findings({ keys })).toEqual([]);
    const echo = Buffer.from(`key=${key}`).toString('base64');
    for (const [said, expected] of [
      [other, []],
      [echo, [`VFY-121 ${facts}`]],
    ] as const) {
      island.json(facts, ({ tools }) => {
        tools.getItems.reason = `it said ${said}`;
      });
      const found = await island.findings({ keys });
      expect(found.filter((one) => one.startsWith('VFY-12'))).toEqual(expected);
    }
    expect((await island.findings()).filter((one) => one.startsWith('VFY-12'))).toEqual([]);
    await expect(island.verify({ keys: { ...keys, path: place.path('home/none') } })).rejects.toThrow(
      'ENV-001',
    );
  });
});

describe('a selection', () => {
  it('with its members, run by run to its end', async () => {
    const api = await startLyrePortsApi();
    await using place = await openWorkplace({});
    const paths = ['providers-group', 'selections'].map((name) =>
      fileURLToPath(new URL(`../../../../../../fixtures/${name}`, import.meta.url)),
    );
    await place.import('', { paths });
    expect(await look(place)).toEqual(WHOLE);
    const originMap = Object.fromEntries(LYRE_ORIGINS.map((origin) => [origin, api.origin]));
    const seen = new Set<string>();
    for (let turn = 0; turn < 9; turn += 1) {
      place.wait();
      const { results } = await place.emit('selections/lyre-port-calls', { originMap, chain: true });
      const emitted = results.filter(({ taskId }) => taskId);
      if (emitted.length === 0) break;
      for (const { target, promptsPath } of emitted) {
        place.wait();
        const scores = fillScores(place.json(promptsPath ?? ''), { score: 4, at: place.now.toISOString() });
        const consumed = await place.consume(scores, { target });
        expect(consumed.errors).toEqual([]);
        const found = await look(place);
        expect(found.errors).toEqual([]);
        for (const warning of found.warnings) seen.add(warning);
      }
    }
    // While its members are graded, a selection shows their earlier state; its last run writes it.
    expect([...seen]).toEqual(['VFY-085 selections/lyre-port-calls/index.json']);
    expect(await look(place)).toEqual(WHOLE);
    const { status } = place.json<{ status: string }>('selections/lyre-port-calls/index.json');
    expect(status).toBe('operational');
    // A change of the frozen part in both files still has to agree with the stored definition.
    const files = ['index.json', 'lock-snapshot.json'].map((name) => `selections/lyre-port-calls/${name}`);
    for (const [field, value] of [
      ['selectionHash', '00000000'],
      ['selectionVersion', '2026-01-01T00-00-00Z'],
    ] as const) {
      await using copy = await copyOf(place);
      for (const file of files) {
        copy.edit(file, (text) => text.replace(new RegExp(`"${field}": "[^"]+"`), `"${field}": "${value}"`));
      }
      expect(await copy.findings()).toEqual(expect.arrayContaining(files.map((file) => `VFY-070 ${file}`)));
    }
    await api.close();
  });
});

/** Runs the command in the hint of each warning. */
async function clear(place: Workplace): Promise<void> {
  const island = place.island();
  const now = () => place.now;
  const { results } = await verifyTargets({ island, targets: [], all: true, now });
  const warnings = results.flatMap((one) => one.warnings).filter(({ severity }) => severity === 'warning');
  const commands = new Set(warnings.map((found) => clearingCommand(found)?.join(' ') ?? found.code));
  for (const command of commands) {
    const [name, target = '', file = ''] = command.split(' ');
    const targets = target === '--all' ? [] : [target];
    const all = targets.length === 0;
    if (name === 'rebuild') await rebuildTargets({ island, targets, now });
    else if (name === 'verify')
      expect(await verifyTargets({ island, targets, all, repair: true, now })).toMatchObject({ errors: [] });
    else if (name === 'emit') await place.emit('demo');
    else if (name === 'hand-in') await place.consume(readFileSync(file));
    else throw new Error(`no command: ${command}`);
  }
}

describe('a command that is interrupted at any operation', () => {
  it.each(['import', 'emit', 'consume'] as const)(
    '%s: causes no damage, and none when it is repeated',
    async (name) => {
      await using place = await openImported(provider.origin, aboutSources());
      await grade(place);
      await change(place, { 'alpha.mjs': alphaText('Other items of the alpha part.') });
      if (name === 'import')
        await place.write('demo/beta.mjs', oneTool('beta', 'Other items of the beta part.'));
      if (name === 'consume') await place.emit();
      place.wait();
      const scores = fillScores(place.prompts(), { at: place.now.toISOString() });
      const command = (files?: FailingFiles) => {
        const island = place.island(files);
        if (name === 'import') return place.import('demo', { island });
        return name === 'emit' ? place.emit('demo', { island }) : place.consume(scores, { island });
      };
      const kept = place.path('kept');
      const asStopped = place.path('stopped');
      const copy = (from: string, to: string) => {
        rmSync(to, { recursive: true, force: true });
        cpSync(from, to, { recursive: true, preserveTimestamps: true });
      };
      copy(place.root, kept);
      const told = new Set<string>();
      for (let k = 1; ; k += 1) {
        const files = new FailingFiles(k);
        await command(files).catch(() => null);
        if (!files.failed) break;
        const stopped = await look(place);
        expect([k, files.tried.at(-1), stopped.errors]).toEqual([k, files.tried.at(-1), []]);
        const codes = stopped.warnings.map((warning) => warning.slice(0, 'VFY-000'.length));
        place.wait();
        if (codes.some((code) => !told.has(code))) {
          copy(place.root, asStopped);
          await clear(place);
          const { errors, warnings } = await look(place);
          expect([
            k,
            stopped.warnings,
            errors,
            warnings.filter((found) => !found.startsWith(ADOPTED)),
          ]).toEqual([k, stopped.warnings, [], []]);
          copy(asStopped, place.root);
        }
        for (const code of codes) told.add(code);
        await command();
        expect([k, await look(place)]).toEqual([k, WHOLE]);
        copy(kept, place.root);
      }
      const expected = {
        import: ['VFY-029', 'VFY-084', 'VFY-096'],
        emit: ['VFY-029', 'VFY-062', 'VFY-072', 'VFY-084', 'VFY-096'],
        consume: ['VFY-029', 'VFY-063', 'VFY-084', 'VFY-096'],
      };
      expect([...told].sort()).toEqual(expected[name]);
    },
    240_000,
  );

  it('the first import: its leftovers have neither index nor journal, and are not damage', async () => {
    await using place = await openWorkplace(aboutSources());
    for (let k = 1; ; k += 1) {
      const files = new FailingFiles(k);
      await place.import('demo', { island: place.island(files) }).catch(() => null);
      if (!files.failed) break;
      const { errors } = await look(place);
      expect([k, errors.filter((found) => found !== 'TGT-004')]).toEqual([k, []]);
      await clear(place);
      expect([k, (await look(place)).warnings]).toEqual([k, []]);
      await place.import();
      expect([k, await look(place)]).toEqual([k, WHOLE]);
      rmSync(place.root, { recursive: true });
    }
  }, 240_000);
});

describe('a running command', () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
  const ISLAND = { target: 'providers/demo', command: 'grading run' };

  it('does not hide an intact island', async () => {
    await using place = await openGraded(provider.origin);
    const found = await withLock({ island: place.island(), ...ISLAND }, () => look(place));
    expect(found).toEqual(WHOLE);
  });

  it('is waited for, and its unfinished files are not damage', async () => {
    await using place = await openGraded(provider.origin);
    await using island = await copyOf(place);
    const text = island.text('providers/demo/index.json');
    island.write('providers/demo/index.json', '{}');
    const lockTimeoutMs = 20_000;
    const own = new Island(island.root, undefined, { lockTimeoutMs });
    let looks = 0;
    const now = () => {
      looks += 1;
      return new Date();
    };
    const [, found] = await Promise.all([
      withLock({ island: own, ...ISLAND }, async () => {
        while (looks < 4) await pause();
        island.write('providers/demo/index.json', text);
      }),
      (async () => {
        while (!existsSync(island.at('.lock/providers--demo.lock'))) await pause();
        return verifyTargets({ island: own, targets: ['demo'], now });
      })(),
    ]);
    expect([found.status, found.errors]).toEqual([true, []]);
  });

  it('is named if it does not end in time, exit 2', async () => {
    await using place = await openGraded(provider.origin);
    await using island = await copyOf(place);
    island.remove('providers/demo/index.json');
    const own = new Island(island.root, undefined, { lockTimeoutMs: 0 });
    const { errors } = await withLock({ island: own, ...ISLAND }, () =>
      verifyTargets({ island: own, targets: ['demo'] }),
    );
    expect(errors.map(nameProblem)).toEqual(['ISL-002 .lock/providers--demo.lock']);
    expect(errors[0]?.args?.who).toContain(`process ${process.pid}`);
  });

  it('keeps a repair out', async () => {
    await using place = await openGraded(provider.origin);
    await using island = await copyOf(place);
    const own = new Island(island.root, undefined, { lockTimeoutMs: 0 });
    const { errors } = await withLock({ island: own, ...ISLAND }, () =>
      verifyTargets({ island: own, targets: ['demo'], repair: true }),
    );
    expect(errors.map(({ code }) => code)).toEqual(['ISL-002']);
  });
});

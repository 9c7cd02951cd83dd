// Whatever an attacker writes into an island: verify reports the file, and continues with the others.
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTargets } from '../../../../src/features/export/run.js';
import { temporaryOf } from '../../../../src/features/verify/logic/place.js';
import { FailingFiles } from '../../../journeys/failing-files.js';
import { type MockProvider, startMockProvider } from '../../../journeys/mock-provider.js';
import { schemaMain } from '../../../journeys/provider-sources.js';
import { openWorkplace, type Workplace } from '../../../journeys/workplace.js';
import { copyOf, type DamagedIsland, openGraded } from './graded-island.js';

let provider: MockProvider;
let place: Workplace & AsyncDisposable;
beforeAll(async () => {
  provider = await startMockProvider();
  place = await openGraded(provider.origin);
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await provider.close();
});

const DEMO = 'providers/demo';
const INDEX = `${DEMO}/index.json`;
const ENTRY = /alpha\/tools\/getItems\/_gradings\/.*\.json$/;
/** Found only if the check has run to its end. */
const REST = `${DEMO}/zzz.txt`;

/** Does the damage; returns the expected finding: `CODE file`. */
type Damage = (island: DamagedIsland) => string[];

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Texts that lead out of the island, through a file, or to a name that no disk accepts. */
const REFS = ['../../../../etc/hostname', 'a\0b', `${INDEX}/below`, `${'n'.repeat(300)}/test-1.json`];

const DAMAGE: Record<string, Damage> = {
  ...Object.fromEntries(
    REFS.map((ref): [string, Damage] => [
      `an artifact named ${JSON.stringify(ref.slice(0, 30))} in an entry`,
      (island) => {
        const file = island.find(ENTRY, 1);
        island.json(file, ({ gradings }) => {
          gradings[0].selectionContext = { groupId: 'g', personaIds: ['p'], domainDocId: ref };
        });
        return [`VFY-094 ${file}`, `VFY-030 ${file}`];
      },
    ]),
  ),
  'evidence that leads out of the island': (island) => {
    const file = island.find(ENTRY, 1);
    island.json(file, ({ gradings }) => {
      for (const answer of gradings)
        if (answer.determinism === 'deterministic') answer.evidence = 'providers/../../../x/test-1.json';
    });
    return [`VFY-094 ${file}`, `VFY-030 ${file}`];
  },
  'a reference of the index that leads out of the island': (island) => {
    island.json(INDEX, (index) => {
      index.about.ref = 'a/../../../../../x.json';
    });
    return [`VFY-030 ${INDEX}`];
  },
  'a frozen member whose name is a path': (island) => {
    island.json(INDEX, ({ lockSnapshot }) => {
      lockSnapshot.members[0].schemaId = 'demo.../../../alpha';
    });
    return [`VFY-070 ${INDEX}`];
  },
  'a hand-in that the state names by a path that leads out': (island) => {
    island.json(`${DEMO}/state.json`, (state) => {
      state.status = 'consuming';
      state.consume.scoresPath = '../../../../x.json';
    });
    return [`VFY-060 ${DEMO}/state.json`];
  },
  'a shared list that holds no finite number': (island) => {
    const file = 'shared-lists/chains/chains--2026-03-01T12-00-00Z--0123abcd.json';
    island.write(file, '{ "a": 1e999 }');
    return [`VFY-011 ${file}`];
  },
  'a shared list that is nested too deep': (island) => {
    const file = 'shared-lists/chains/chains--2026-03-01T12-00-00Z--0123abcd.json';
    island.write(file, deep(100_000));
    return [`VFY-011 ${file}`];
  },
  'an index that is nested too deep': (island) => {
    island.edit(INDEX, (text) => text.replace('"summary": {', `"summary": { "x": ${deep(100_000)},`));
    return [`VFY-081 ${INDEX}`];
  },
  ...Object.fromEntries(
    [
      ['VFY-060', 'state.json'],
      ['VFY-060', 'prompts.json'],
      ['VFY-070', 'lock-snapshot.json'],
      ['VFY-040', 'alpha/summary.json'],
    ].map(([code, name]): [string, Damage] => [
      `${name}, nested too deep`,
      (island) => {
        const file = `${DEMO}/${name}`;
        island.edit(file, (text) => text.replace('{', `{ "x": ${deep(100_000)},`));
        return [`${code} ${file}`];
      },
    ]),
  ),
  ...Object.fromEntries(
    [ENTRY, /\/scores\/.*\.json$/, /tests\/test-1\.json$/, /\/members--.*\.json$/].map(
      (pattern): [string, Damage] => [
        `${pattern.source}, nested too deep`,
        (island) => {
          const file = island.find(pattern);
          island.edit(file, (text) => text.replace('{', `{ "x": ${deep(100_000)},`));
          return [`VFY-094 ${file}`];
        },
      ],
    ),
  ),
};

describe('content designed to break a check', () => {
  it.each(Object.entries(DAMAGE))('%s', async (_, damage) => {
    await using island = await copyOf(place);
    const expected = damage(island);
    island.write(REST, 'of no use');
    const { status, errors, results } = await island.verify();
    const found = errors.map(({ code, where }) => `${code} ${where?.file}`);
    expect([status, results.length]).toEqual([false, 2]);
    expect(found).toEqual(expect.arrayContaining([...expected, `VFY-003 ${REST}`]));
  });

  it('a computed main whose snapshot has become a link', async () => {
    const main = JSON.stringify(JSON.stringify(schemaMain()));
    await using computed = await openWorkplace({
      demo: { 'alpha.mjs': `const main = JSON.parse( ${main} )\nexport { main }\n` },
      home: { env: 'A=1\n' },
    });
    await computed.import('demo', { evaluate: 'sandbox' });
    await using island = await copyOf(computed);
    const file = island.find(/\.mjs$/);
    island.move(file, 'kept.mjs');
    island.symlink(file, island.at('kept.mjs'));
    island.write(REST, 'of no use');
    const keys = { path: computed.path('home/env'), shownAs: 'env' };
    for (const more of [{}, { keys }]) {
      const found = await island.findings(more);
      expect(found).toEqual(expect.arrayContaining([`VFY-005 ${file}`, `VFY-003 ${REST}`]));
    }
  });
});

describe('an export', () => {
  it('in progress is not a stray file, and is not removed', async () => {
    await using island = await copyOf(place);
    island.write(`_exports/.unfinished-${process.pid}-0a1b-providers_demo/index.json`, '{}');
    expect((await island.verify({ repair: true, now: () => new Date() })).errors).toEqual([]);
    expect(island.find(/\.unfinished-/)).toContain('_exports/');
  });

  it('that was interrupted leaves its number in the name of its leftover', async () => {
    await using island = await copyOf(place);
    const exportRoot = island.at('_exports');
    const named = { island: place.island(), targets: ['demo'], exportRoot, allowRejected: true };
    // Each time a later operation fails: finally the move, and the removal of the unfinished folder.
    let left: string[] = [];
    for (let k = 1; k <= 40 && left.length === 0; k += 1) {
      await exportTargets({ ...named, files: new FailingFiles(k) });
      left = existsSync(exportRoot) ? readdirSync(exportRoot) : [];
    }
    expect(left.length).toBeGreaterThan(0);
    expect(left.map(temporaryOf)).toEqual(left.map(() => ({ pid: process.pid })));
  });
});

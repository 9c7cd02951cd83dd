// Under a closed list of reasons, a member that is not imported is blocked, and is told apart from one whose index is damaged.
import { describe, expect, it } from 'vitest';
import { readState } from '../../src/features/state/run.js';
import { describeProblem } from '../../src/problems/error-codes.js';
import type { LockSnapshot } from '../../src/spec/index-file.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';
import { emitGroup, indexOf, LOCK, openGroup, TARGET } from './group-place.js';
import { checkIndexText } from './island-conformance.js';
import { providerTarget, putProvider, rebuild } from './selection-island.js';
import { codesOf, type Workplace } from './workplace.js';

/** `amber` is not in the island, and the index of `basalt` is damaged. */
async function openBroken(): Promise<Workplace & AsyncDisposable> {
  const place = await openGroup();
  place.book = LATER_BOOK;
  await place.fixture.rm('island/providers/amber');
  await place.write('island/providers/basalt/index.json', '{');
  return place;
}

const stateOf = async (place: Workplace) => {
  const { results } = await readState({ island: place.island(), targets: [TARGET], now: () => place.now });
  const [state] = results;
  if (state?.flow !== 'selection') throw new Error('no selection');
  return state;
};

describe('a member that is not imported', () => {
  it('is blocked for its own reason, in the freeze too, and another one is not', async () => {
    await using place = await openBroken();
    await emitGroup(place);
    const { members, summary, blockers, status, reason } = indexOf(place);
    expect(members['amber.data']).toEqual({
      ...{ status: 'blocked', resolvedArtifact: null, reason: 'not-imported' },
      detail: 'selection member, not imported',
    });
    expect(members['basalt.data']).toMatchObject({
      ...{ status: 'blocked', reason: 'validation-failed', detail: 'the index of basalt is damaged' },
    });
    expect(summary.notImported).toEqual(['amber.data']);
    expect(blockers.map(({ node }) => node)).toEqual(['members.amber.data', 'members.basalt.data']);
    expect([status, reason]).toEqual(['partial', undefined]);
    const frozen = place.json<LockSnapshot>(LOCK).members;
    expect(frozen.slice(0, 3).map(({ schemaHash, gradingStatus }) => [schemaHash, gradingStatus])).toEqual([
      ...[
        [null, 'blocked'],
        [null, 'blocked'],
        [expect.stringMatching(/^[0-9a-f]{8}$/), 'stable'],
      ],
    ]);
    expect(checkIndexText(JSON.stringify(indexOf(place)))).toBeNull();
  });

  it('closes the gate with another next step than a damaged index', async () => {
    await using place = await openBroken();
    const { errors, results } = await emitGroup(place);
    expect(codesOf(errors)).toEqual(['PRE-004']);
    const lines = (errors[0] ? describeProblem(errors[0]).message : '')
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        '- amber.data (schemaHash none, not imported, status blocked)',
        '- basalt.data (schemaHash none, index damaged, status blocked)',
        'flowmcp grading import <folder of amber>',
        'flowmcp grading rebuild providers/basalt (move its index.json aside first)',
      ]),
    );
    expect(results[0]?.gatedAreas[0]?.reason).toContain('amber.data (not imported, blocked)');
    expect(results[0]?.gatedAreas[0]?.reason).toContain('basalt.data (index damaged, blocked)');
  });

  it('gets a warning of its own in a chain', async () => {
    await using place = await openBroken();
    const { results } = await emitGroup(place, { chain: true });
    const warnings = results.flatMap((one) => one.warnings);
    const about = warnings.filter(({ code }) => code.startsWith('RUN-'));
    expect(about.map(({ code, args }) => [code, args?.member])).toEqual([
      ...[
        ['RUN-010', 'amber.data'],
        ['RUN-011', 'basalt.data'],
      ],
    ]);
  });

  it('is to be imported once no index is damaged', async () => {
    await using place = await openBroken();
    expect((await stateOf(place)).nextAction.command).toBe('flowmcp grading rebuild providers/basalt');
    await place.fixture.rm('island/providers/basalt/index.json');
    await place.rebuild('providers/basalt');
    expect((await stateOf(place)).nextAction).toMatchObject({
      command: "flowmcp grading import '<folder of amber>'",
      why: 'not imported: amber.data',
    });
  });

  it('is called retired if its namespace left it out, and a chain is not advised to one who asked for it', async () => {
    await using place = await openGroup();
    const island = place.island();
    putProvider(island, { namespace: 'amber', schemas: ['other'], at: '2026-03-01T11-00-00Z' });
    rebuild(island, providerTarget('amber'));
    const { results, errors } = await emitGroup(place, { chain: true });
    const gate = results.flatMap((one) => one.gate ?? [])[0] ?? errors[0];
    const said = gate ? describeProblem(gate).message : '';
    expect(said).toContain('flowmcp grading import <folder of minerals> (amber.data is retired since');
    expect(said).not.toContain('--chain');
    expect(codesOf(results.flatMap(({ warnings }) => warnings))).toContain('RUN-022');
  });
});

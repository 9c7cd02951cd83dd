// Names move between imports: state, gate, verify and runs show broken references, and an import of the same content
// gives the reason.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateGrades } from '../../src/features/gate/run.js';
import { readState } from '../../src/features/state/run.js';
import { verifyTargets } from '../../src/features/verify/run.js';
import { formatJson } from '../../src/island/documents.js';
import type { SelectionIndex } from '../../src/spec/index-file.js';
import { deriveNamespace } from '../../src/target/rebuild/derive-namespace.js';
import { askedIds, forgetLines, grade, openImported } from './graded-place.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';
import { schemaText, toolAt } from './provider-sources.js';
import { importAll, openQuarry, toolsText } from './selection-sources.js';
import { codesOf, type Workplace } from './workplace.js';

let provider: MockProvider;
beforeAll(async () => {
  provider = await startMockProvider();
});
afterAll(() => provider.close());

const skillText = (tool: string) =>
  `export const skill = ${JSON.stringify({
    name: 'read-items',
    version: 'flowmcp/4.0.0',
    type: 'namespace',
    description: 'Reads the items.',
    whenToUse: 'When items are asked for.',
    requires: { tools: [`demo/tool/${tool}`] },
    output: 'A list.',
    content: `Call {{tool:demo/tool/${tool}}}.`,
  })}\n`;
const one = (tool: string) => schemaText({ name: 'one', tools: { [tool]: toolAt('/ok') } });

async function look(place: Workplace, target: string) {
  const options = { island: place.island(), targets: [target], now: () => place.now };
  const verified = await verifyTargets(options);
  const gated = await gateGrades({ ...options, minGrade: 'C' });
  const [state] = (await readState(options)).results;
  return {
    damage: codesOf(verified.errors),
    behind: codesOf(verified.results.flatMap(({ warnings }) => warnings)),
    failed: gated.errors.map(({ where }) => where?.path),
    next: state?.nextAction,
  };
}

describe('an import of one file that renames a tool', () => {
  it('blocks the skill that calls it, until the skill calls the new name', async () => {
    await using place = await openImported(provider.origin, {
      demo: { 'one.mjs': one('getItems'), 'skills/read-items.mjs': skillText('getItems') },
    });
    await grade(place);
    const node = 'skills.one.read-items';
    expect(place.index().skills['one.read-items']).toMatchObject({ status: 'stable', grade: 'B' });

    await place.write('demo/one.mjs', one('listItems'));
    await place.import('demo/one.mjs');
    expect(place.index().skills['one.read-items']).toMatchObject({
      status: 'blocked',
      reason: 'SKL005: requires.tools lists "demo/tool/getItems", which is no tool of demo (and 1 more)',
    });
    place.wait();
    expect(await askedIds(place)).not.toContain('namespace-skills/one.read-items');
    const after = await look(place, 'demo');
    expect(after).toMatchObject({ damage: [], behind: [] });
    expect(after.failed).toContain(node);
    // As an earlier version without this check wrote it: outdated, but not damaged.
    const options = { island: place.island(), namespace: 'demo', now: place.now };
    const { index } = deriveNamespace({ ...options, asBefore: true });
    expect(index.skills['one.read-items']?.status).toBe('stable');
    await place.write('island/providers/demo/index.json', formatJson(index));
    await forgetLines(place, ['index']);
    expect(await look(place, 'demo')).toMatchObject({ damage: [], behind: ['VFY-084'] });
    await place.rebuild();
    expect(codesOf((await place.import('demo')).errors)).toEqual(['SKL005', 'PH002']);

    await place.write('demo/skills/read-items.mjs', skillText('listItems'));
    await place.import('demo');
    place.wait();
    expect(await askedIds(place)).toContain('namespace-skills/one.read-items');
  });
});

describe('a selection of single tools', () => {
  const indexOf = (place: Workplace) => place.json<SelectionIndex>('selections/stone-tools/index.json');
  const open = () => openQuarry({ 'selection.mjs': toolsText({ personaIds: ['decision-maker'] }) });

  it('keeps the references it was derived from, and its hash without them', async () => {
    await using place = await open();
    const { results } = await importAll(place);
    const snapshot = results.at(-1)?.imported[0]?.snapshot ?? '';
    expect(place.json<{ references: unknown }>(snapshot).references).toEqual({
      'amber/tool/getItems': ['amber.alpha'],
      'basalt/tool/getItems': ['basalt.alpha'],
    });
    const before = place.tree();
    await importAll(place);
    expect(place.tree()).toEqual(before);
  });

  it('is blocked if a tool is gone, with the reason, and an import is refused for the same reason', async () => {
    await using place = await open();
    await importAll(place);
    place.wait();
    await place.write(
      'amber/alpha.mjs',
      schemaText({ namespace: 'amber', tools: { listItems: toolAt('/ok') } }),
    );
    await importAll(place, ['amber']);
    place.wait();
    const reason = 'SEL003: amber/tool/getItems does not resolve: no schema of amber has a tool "getItems"';
    // The selection is not written when a provider is; every reader sees the change all the same.
    expect(indexOf(place).members['amber.alpha']?.status).toBe('pending');
    const found = await look(place, 'selections/stone-tools');
    expect(found).toMatchObject({ damage: [], behind: ['VFY-085'] });
    expect(found.failed).toContain('selectionAggregate');
    await place.rebuild('selections/stone-tools');
    expect(indexOf(place).members['amber.alpha']).toMatchObject({ status: 'blocked', reason });
    expect(indexOf(place).selectionAggregate).toMatchObject({ status: 'blocked', reason });
    const { errors } = await importAll(place, ['stones']);
    expect(codesOf(errors)).toEqual(['SEL003']);

    await place.write(
      'stones/selection.mjs',
      toolsText({
        personaIds: ['decision-maker'],
        tools: ['amber/tool/listItems', 'basalt/tool/getItems'],
      }),
    );
    await importAll(place, ['stones']);
    expect(indexOf(place).members['amber.alpha']).not.toMatchObject({ reason });
  });
});

// The Schemas-Spec's shape: members follow from the named tools, personas from the command.
import { describe, expect, it } from 'vitest';
import type { SelectionDefinition } from '../../src/spec/selection.js';
import { pathsOf } from './island-tree.js';
import { schemaText } from './provider-sources.js';
import { importAll, openQuarry, skillSource, toolsText } from './selection-sources.js';
import { codesOf, type Workplace } from './workplace.js';

const PERSONAS = { personaIds: ['ai-engineer'] };
/** The layout of the public example: one module per selection, in a folder of their namespace. */
const FILE = 'selections/quarry/stone-tools.mjs';

const open = (more: Record<string, unknown> = {}) => openQuarry({ [FILE]: toolsText(more) });
const definitionIn = (place: Workplace) =>
  place.json<SelectionDefinition>(pathsOf(place.tree(), '/selection/stone-tools--').at(-1) ?? '');

describe('members', () => {
  it('are the schemas of the tools, each once', async () => {
    await using place = await open({
      tools: ['basalt/tool/getItems', 'amber/tool/findItems', 'amber/tool/getItems'],
    });
    const { status, results } = await importAll(place, undefined, PERSONAS);
    expect(status).toBe(true);
    expect(results[2]).toMatchObject({ selectionId: 'stone-tools', about: null, skills: [], warnings: [] });
    expect(definitionIn(place)).toEqual({
      selectionId: 'stone-tools',
      namespace: 'quarry',
      name: 'stone-tools',
      version: 'flowmcp/4.0.0',
      description: 'Tools that find stones.',
      whenToUse: 'When somebody looks for a stone.',
      personaIds: ['ai-engineer'],
      members: [{ schemaId: 'amber.alpha' }, { schemaId: 'basalt.alpha' }],
      skills: [],
      resources: [],
      prompts: [],
      references: {
        'amber/tool/findItems': ['amber.alpha'],
        'amber/tool/getItems': ['amber.alpha'],
        'basalt/tool/getItems': ['basalt.alpha'],
      },
    });
  });

  it.each([
    ['a namespace', ['basalt', 'stones'], ['selection.tools[0]'], 'the namespace amber is not imported'],
    ['two', ['stones'], ['selection.tools[0]', 'selection.tools[1]'], 'the namespace amber is not imported'],
  ])('%s is not imported: refused, with the reference (SEL003)', async (_, sources, paths, reason) => {
    await using place = await open();
    const { status, results, errors } = await importAll(place, sources, { ...PERSONAS, keepGoing: true });
    expect([status, results.filter(({ flow }) => flow === 'selection')]).toEqual([false, []]);
    expect(errors.map(({ code, where }) => [code, where?.path])).toEqual(
      paths.map((path) => ['SEL003', path]),
    );
    expect(errors[0]?.args?.reason).toBe(reason);
    expect(pathsOf(place.tree(), 'selections/')).toEqual([]);
  });

  it('a skill of a missing provider is refused', async () => {
    await using place = await open({ skills: ['amber/skill/deep-dive'] });
    const { errors } = await importAll(place, undefined, PERSONAS);
    expect(errors).toMatchObject([{ code: 'SEL003', args: { reason: 'amber has no skill "deep-dive"' } }]);
  });

  it.each([false, true])(
    'a skill of an existing provider is checked, but is not part of the definition',
    async (dryRun) => {
      await using place = await open({ skills: ['amber/skill/deep-dive'] });
      const { level: _, ...skill } = skillSource('deep-dive', 'L1', { type: 'namespace' });
      await place.write(
        'amber/skills/deep-dive.mjs',
        `export const skill = ${JSON.stringify(skill)}
`,
      );
      const { status, results, errors } = await importAll(place, undefined, { ...PERSONAS, dryRun });
      expect([status, errors]).toEqual([true, []]);
      expect(results[2]).toMatchObject({
        skills: [],
        members: ['amber.alpha', 'basalt.alpha'],
        warnings: [],
      });
      if (!dryRun) expect(definitionIn(place).skills).toEqual([]);
    },
  );

  it('a prompt of a provider is left out, with a warning', async () => {
    await using place = await open({ prompts: ['amber/prompt/ask'] });
    const { status, results } = await importAll(place, undefined, PERSONAS);
    expect([status, codesOf(results[2]?.warnings ?? [])]).toEqual([true, ['SEL003']]);
    expect(definitionIn(place).prompts).toEqual([]);
  });

  it('a tool that two schemas have adds both, with a warning (SEL-022)', async () => {
    await using place = await open();
    await place.write('amber/beta.mjs', schemaText({ namespace: 'amber' }));
    const { results } = await importAll(place, undefined, PERSONAS);
    expect(codesOf(results[2]?.warnings ?? [])).toEqual(['SEL-022']);
    expect(definitionIn(place).members.map(({ schemaId }) => schemaId)).toEqual([
      'amber.alpha',
      'amber.beta',
      'basalt.alpha',
    ]);
  });

  it('are found in a dry run that imports the providers too', async () => {
    await using place = await open();
    const { status, results } = await importAll(place, undefined, { ...PERSONAS, dryRun: true });
    expect([status, results[2]]).toMatchObject([true, { members: ['amber.alpha', 'basalt.alpha'] }]);
  });
});

describe('personas', () => {
  it('named nowhere: refused, with instructions (SEL-020)', async () => {
    await using place = await open();
    const { status, errors } = await importAll(place);
    expect([status, codesOf(errors)]).toEqual([false, ['SEL-020']]);
    expect(pathsOf(place.tree(), 'selections/')).toEqual([]);
  });

  it('from the command, in its order', async () => {
    await using place = await open();
    const personaIds = ['decision-maker', 'ai-engineer'];
    await importAll(place, undefined, { personaIds });
    expect(definitionIn(place).personaIds).toEqual(personaIds);
  });

  it('from the definition take precedence; the others are named, and refused under strict (IMP-014)', async () => {
    await using place = await open({ personaIds: ['hackathon-builder'] });
    const given = { personaIds: ['hackathon-builder', 'ai-engineer'] };
    const { status, results } = await importAll(place, undefined, given);
    expect(status).toBe(true);
    expect(results[2]?.warnings).toMatchObject([{ code: 'IMP-014', args: { given: 'ai-engineer' } }]);
    expect(definitionIn(place).personaIds).toEqual(['hackathon-builder']);
    const strict = await importAll(place, undefined, { ...given, strict: true });
    expect(codesOf(strict.errors)).toContain('IMP-014');
  });

  it('need an About that defines a lens (PER-001)', async () => {
    await using place = await open();
    const given = { personaIds: ['stone-collector'] };
    const before = await importAll(place, undefined, given);
    expect(codesOf(before.results[2]?.warnings ?? [])).toEqual(['PER-001']);
    await place.write(
      'stones/selections/quarry/resources/stone-tools-about.md',
      '# Stones\n\n## Personas Reference and Lens\n\n- `stone-collector` – lens over `decision-maker`\n',
    );
    const after = await importAll(place, undefined, given);
    expect(after.results[2]).toMatchObject({ warnings: [], about: 'selections/stone-tools/resources/about' });
  });
});

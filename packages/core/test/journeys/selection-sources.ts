import type { SelectionDefinition } from '../../src/spec/selection.js';
import type { SkillSource } from '../../src/spec/skill.js';
import { schemaText } from './provider-sources.js';
import { openWorkplace, type Workplace } from './workplace.js';

/** Sources of a selection as text: the content of the imported folder. */

export const ABOUT = '# Stones\n\n## Identity\n\nWhere stones lie.\n';

export function skillSource(
  name: string,
  level: 'L1' | 'L2' | 'L3',
  more: Partial<SkillSource> = {},
): SkillSource {
  return {
    name,
    version: 'flowmcp/4.0.0',
    type: 'selection',
    level,
    persona: 'decision-maker',
    description: `Does ${name} step by step.`,
    whenToUse: `When ${name} is asked for.`,
    requires: { tools: ['amber/tool/getItems'] },
    output: 'A list of items.',
    content: 'Call {{tool:amber/tool/getItems}}.\n\n## Limitations\n\n- Nothing else.\n',
    ...more,
  };
}

export function skillText(...args: Parameters<typeof skillSource>): string {
  return `export const skill = ${JSON.stringify(skillSource(...args), null, 2)}\n`;
}

/** The shape of the grading specification, with members named by schema. */
export function definitionOf(more: Partial<SelectionDefinition> = {}): SelectionDefinition {
  return {
    selectionId: 'stones',
    namespace: 'quarry',
    name: 'Stones',
    version: 'flowmcp/4.0.0',
    description: 'Where stones lie and who has them.',
    whenToUse: 'When somebody looks for a stone.',
    personaIds: ['decision-maker'],
    members: [{ schemaId: 'amber.alpha' }, { schemaId: 'basalt.alpha' }],
    skills: [{ file: 'skills/find-stones.mjs' }, { file: 'skills/sort-stones.mjs' }],
    resources: [],
    prompts: [],
    ...more,
  };
}

export function selectionFiles(more: Partial<SelectionDefinition> = {}): Record<string, string> {
  return {
    'selection.json': JSON.stringify(definitionOf(more)),
    'skills/find-stones.mjs': skillText('find-stones', 'L1'),
    'skills/sort-stones.mjs': skillText('sort-stones', 'L2'),
    'resources/stones-about.md': ABOUT,
  };
}

/** The shape of the Schemas-Spec, with members given by the named tools. */
export function toolsText(more: Record<string, unknown> = {}): string {
  const selection = {
    namespace: 'quarry',
    name: 'stone-tools',
    version: 'flowmcp/4.0.0',
    description: 'Tools that find stones.',
    whenToUse: 'When somebody looks for a stone.',
    tools: ['amber/tool/getItems', 'basalt/tool/getItems'],
    skills: [],
    resources: [],
    prompts: [],
    ...more,
  };
  return `export const selection = ${JSON.stringify(selection, null, 2)}\n`;
}

/** Two providers, and a folder `stones` with these files. Nothing is imported yet. */
export async function openQuarry(
  files: Readonly<Record<string, string>> = selectionFiles(),
): Promise<Workplace & AsyncDisposable> {
  const place = await openWorkplace({
    amber: { 'alpha.mjs': schemaText({ namespace: 'amber' }) },
    basalt: { 'alpha.mjs': schemaText({ namespace: 'basalt' }) },
  });
  for (const [name, text] of Object.entries(files)) await place.write(`stones/${name}`, text);
  return place;
}

/** Imports several sources with one command. */
export function importAll(
  place: Workplace,
  sources: readonly string[] = ['amber', 'basalt', 'stones'],
  more: Parameters<Workplace['import']>[1] = {},
) {
  return place.import('', { paths: sources.map((source) => place.path(source)), ...more });
}

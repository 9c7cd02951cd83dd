import type { ParameterDefinition, SchemaMain } from '../../../src/spec/schema-main.js';
import { aboutText } from '../group-place.js';
import { schemaText, toolAt } from '../provider-sources.js';
import { definitionOf, skillText, toolsText } from '../selection-sources.js';

/** Sources, reduced to what a move can change, and as files. */

export interface SchemaSource {
  readonly title: string;
  readonly words: number;
  readonly tests: number;
  /** A comment beside `main`: other bytes, the same content. */
  readonly comment: number;
  readonly tools: readonly string[];
  readonly about: number | null;
  /** Whether it refers to the shared list. */
  readonly listed: boolean;
}

export interface ProviderSource {
  readonly schemas: Readonly<Record<string, SchemaSource>>;
  readonly list: number;
  readonly skill: { readonly words: number; readonly tool: string } | null;
}

export interface SelectionSource {
  readonly words: number;
  readonly about: number | null;
  /** By single tools, or by schemas and with its own skills. */
  readonly tools: readonly string[] | null;
  readonly members: readonly string[];
  readonly skills: Readonly<Record<string, number>>;
}

export const SKILL = 'how-to';
export const SELECTION = 'stones';
/** Skills of the selection, each of which names the next. */
export const LEVELS: Readonly<Record<string, 'L1' | 'L2'>> = { 'start-here': 'L1', 'sort-stones': 'L2' };

/** The content that the hash of a schema covers. */
export const contentOf = ({ comment: _, ...main }: SchemaSource) => JSON.stringify(main);
export const bytesOf = (source: SchemaSource) => JSON.stringify(source);
export const listOf = (source: SchemaSource, { list }: ProviderSource) =>
  source.listed ? `list ${list}` : '';

const byList: ParameterDefinition = {
  position: { key: 'chain', value: '{{USER_PARAM}}', location: 'query' },
  z: { primitive: 'enum({{chains:alias}})', options: [] },
};
/** Every version has these two members; its further members distinguish versions. */
const ALIASES = ['eth', 'btc', 'sol'];

function mainOf(namespace: string, source: SchemaSource): Partial<SchemaMain> {
  const { title, words, tests, tools, about, listed } = source;
  const tool = (name: string) =>
    toolAt(`/${namespace}/${name}`, {
      description: `Lists the items of ${name}, text ${words}.`,
      tests: ['one', 'two', 'three'].map((q) => ({
        _description: `Items for ${q}`,
        ...(listed ? { chain: ALIASES[['one', 'two', 'three'].indexOf(q)] } : { q: `${q}${tests}` }),
      })),
      ...(listed && { parameters: [byList] }),
    });
  return {
    namespace,
    name: title,
    description: `Items of the ${title} part, ${tests} and ${words}.`,
    tools: Object.fromEntries(tools.map((name) => [name, tool(name)])),
    ...(listed && { sharedLists: [{ ref: 'chains', version: '1.0.0' }] }),
    ...(about !== null && { resources: { about: `# ${namespace}\n\nItems, text ${about}.\n` } }),
  };
}

/** The files of a provider's folder. */
export function providerTexts(namespace: string, source: ProviderSource): Record<string, string> {
  const { schemas, list, skill } = source;
  const entries = [...ALIASES, `x${list}`].map((alias) => ({ alias }));
  const fields = [{ key: 'alias', type: 'string' }];
  const meta = { name: 'chains', version: '1.0.0', description: 'Chains.', fields };
  return {
    ...Object.fromEntries(
      Object.entries(schemas).map(([file, one]) => [
        `${file}.mjs`,
        schemaText(mainOf(namespace, one), `// ${one.comment}\n`),
      ]),
    ),
    '_lists/chains.mjs': `export const list = ${JSON.stringify({ meta, entries })}\n`,
    ...(skill && { [`skills/${SKILL}.mjs`]: providerSkill(namespace, skill) }),
  };
}

function providerSkill(namespace: string, { words, tool }: { words: number; tool: string }): string {
  const reference = `${namespace}/tool/${tool}`;
  return `export const skill = ${JSON.stringify({
    name: SKILL,
    version: 'flowmcp/4.0.0',
    type: 'namespace',
    description: `Reads the items, text ${words}.`,
    whenToUse: 'When items are asked for.',
    requires: { tools: [reference] },
    output: 'A list.',
    content: `Call {{tool:${reference}}}.\n\n## Limitations\n\n- Read only.\n`,
  })}\n`;
}

/** The files of the selection's folder. */
export function selectionTexts(source: SelectionSource): Record<string, string> {
  const { words, about, tools, members, skills } = source;
  const description = `Where stones lie, text ${words}.`;
  const personaIds = ['decision-maker'];
  const aboutFile =
    about === null ? {} : { [`resources/${SELECTION}-about.md`]: `${aboutText()}\n${about}\n` };
  if (tools)
    return { 'selection.mjs': toolsText({ name: SELECTION, description, personaIds, tools }), ...aboutFile };
  const names = Object.keys(LEVELS);
  const definition = definitionOf({
    selectionId: SELECTION,
    description,
    members: members.map((schemaId) => ({ schemaId })),
    skills: names.map((name) => ({ file: `skills/${name}.mjs` })),
  });
  const skillFiles = names.map((name, at) => [
    `skills/${name}.mjs`,
    skillText(name, LEVELS[name] ?? 'L1', {
      description: `Does ${name}, text ${skills[name] ?? 0}.`,
      requires: { tools: [] },
      content: `${names[at + 1] ? `Read \`${names[at + 1]}\` first.` : 'Compare two stones.'} See the about.\n\n## Limitations\n\n- Nothing else.\n`,
    }),
  ]);
  return { 'selection.json': JSON.stringify(definition), ...Object.fromEntries(skillFiles), ...aboutFile };
}

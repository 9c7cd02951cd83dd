import fc from 'fast-check';
import type { Weather } from './provider-model.js';
import type { ProviderSource, SchemaSource, SelectionSource } from './sources.js';

/** Possible changes to an island, and their effect on the sources. */

/** Namespaces that change; the others only belong to the selection. */
export const NAMESPACES = ['amber', 'basalt', 'coral'] as const;

/** The areas of a provider, in the order of their numbers. */
export const AREAS = [
  'single-test',
  'tools-aggregate-schema',
  'tools-aggregate-namespace',
  'namespace-description',
  'namespace-skills',
  'about-namespace',
] as const;

/** Changes to the sources of a provider before they are imported. */
const CHANGES = [
  ...(['words', 'tests', 'comment', 'tool', 'more', 'about', 'list', 'skill'] as const),
  ...(['home', 'rename', 'leave', 'return', 'none'] as const),
];
const SELECTION_CHANGES = ['words', 'about', 'no about', 'skill', 'none', 'none'] as const;
/** Answers of graders: good, middling, bad, none, half of them, a veto; or to the first prompt only. */
const SAYINGS = ['high', 'high', 'high', 'mid', 'low', 'none', 'half', 'veto', 'missing'] as const;
export type Saying = (typeof SAYINGS)[number];

const asking = fc.record({
  scope: fc.constantFrom('pending', 'pending', 'pending', 'all'),
  regrade: fc.constantFrom(false, true),
  area: fc.constantFrom(null, null, null, null, ...AREAS),
  schema: fc.constantFrom(null, null, null, 'one', 'two'),
  question: fc.constantFrom(
    ...[null, null, null, null, null, null, 'Q-single-test-04', 'Q-tools-aggregate-schema-05'],
    ...['Q-namespace-description-02', 'Q-namespace-skills-01'],
  ),
});
const weather = fc.constantFrom<Weather>(
  ...(['fine', 'fine', 'fine', 'fine', 'wrong', 'failing', 'down', 'offline'] as const),
);
const sayings = fc.array(fc.constantFrom(...SAYINGS), { minLength: 1, maxLength: 5 });
/** How long before the hand-in its answers were given. */
const daysOld = fc.constantFrom(0, 0, 0, 0, 20, 40);
const which = fc.constantFrom(...NAMESPACES);
const at = fc.nat(3);
const is = <const T extends string>(kind: T) => fc.constant(kind);

/** A single move. */
export const move = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ kind: is('import'), which, change: fc.constantFrom(...CHANGES), at },
      ...{ alone: fc.boolean(), retire: fc.boolean() },
    }),
  },
  { weight: 10, arbitrary: fc.record({ kind: is('grade'), which, asking, weather, sayings, daysOld }) },
  { weight: 2, arbitrary: fc.record({ kind: is('emit'), which, asking, weather }) },
  { weight: 2, arbitrary: fc.record({ kind: is('consume'), which, sayings }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: is('wait'), days: fc.constantFrom(1, 10, 14, 15, 31, 91, 181) }),
  },
  // Once, or again after this many days without handing in the first answers.
  { weight: 2, arbitrary: fc.record({ kind: is('evaluate'), which, again: fc.constantFrom(null, 1, 40) }) },
  { weight: 1, arbitrary: fc.record({ kind: is('rebuild'), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: is('settle'), without: fc.constantFrom(null, null, ...NAMESPACES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: is('import selection'), change: fc.constantFrom(...SELECTION_CHANGES), at }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ kind: is('grade selection'), scope: fc.constantFrom('pending', 'pending', 'pending', 'all') },
      ...{
        regrade: fc.boolean(),
        sayings,
        late: fc.constantFrom(false, false, true),
        settled: fc.constantFrom(false, false, true),
      },
    }),
  },
);
export type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;
export type ProviderMove = Move & { readonly kind: 'import' };

/** How the selection names its members, and how many unchanging namespaces it has in addition. */
export const shape = fc.record({
  byTools: fc.boolean(),
  quiet: fc.constantFrom(1, 2, 3, 4, 4),
});
export type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

const schema = (title: string, more: Partial<SchemaSource> = {}): SchemaSource => ({
  ...{ title, words: 0, tests: 0, comment: 0, tools: [`${title}Get`], about: null, listed: false },
  ...more,
});

export const FIRST: ProviderSource = {
  schemas: {
    one: schema('one', { tools: ['oneGet', 'oneFind'], about: 0 }),
    two: schema('two', { listed: true }),
  },
  list: 0,
  skill: { words: 0, tool: 'oneGet' },
};

export const QUIET = ['dune', 'ember', 'flint', 'garnet'] as const;
export const QUIET_SOURCE: ProviderSource = { schemas: { one: schema('one') }, list: 0, skill: null };

export function firstSelection({ byTools, quiet }: Shape): SelectionSource {
  const members = [
    ...['amber.one', 'basalt.one', 'coral.two'],
    ...QUIET.slice(0, quiet).map((name) => `${name}.one`),
  ];
  const toolOf = (member: string) => `${member.replace('.', '/tool/')}Get`;
  return {
    ...{ words: 0, about: 0, members },
    tools: byTools ? members.map(toolOf) : null,
    skills: { 'start-here': 0, 'sort-stones': 0 },
  };
}

/** A schema that was removed and may return. */
export type Gone = readonly [name: string, source: SchemaSource];

/** The sources after a change. */
export function changeProvider(
  source: ProviderSource,
  { change, at, alone }: ProviderMove,
  gone: Gone | undefined,
): { readonly name: string; readonly changed: ProviderSource } {
  const names = Object.keys(source.schemas).sort();
  const name = names[at % names.length] ?? '';
  const own = source.schemas[name] as SchemaSource;
  const [tool = '', ...others] = own.tools;
  const { skill } = source;
  const rest = Object.fromEntries(Object.entries(source.schemas).filter(([other]) => other !== name));
  const set = (more: Partial<SchemaSource>) => ({
    ...source,
    schemas: { ...rest, [name]: { ...own, ...more } },
  });
  const renamed = tool.endsWith('Get') ? tool.replace('Get', 'Read') : tool.replace('Read', 'Get');
  const free = [`${own.title}-b`, own.title].find((one) => !(one in source.schemas));
  const isBack =
    gone &&
    !(gone[0] in source.schemas) &&
    !names.some((one) => source.schemas[one]?.title === gone[1].title);
  const made: Record<ProviderMove['change'], () => ProviderSource> = {
    none: () => source,
    words: () => set({ words: at }),
    tests: () => set({ tests: at }),
    comment: () => set({ comment: own.comment + 1 }),
    // If the folder is imported, the skill that calls it is fixed too.
    tool: () => ({
      ...set({ tools: [renamed, ...others] }),
      ...(skill?.tool === tool && !alone && { skill: { ...skill, tool: renamed } }),
    }),
    more: () => set({ tools: others.length > 0 ? [tool] : [tool, `${own.title}More`] }),
    about: () => set({ about: own.about === null ? 0 : own.about === at ? null : at }),
    list: () => ({ ...source, list: at }),
    skill: () => ({ ...source, skill: skill && { ...skill, words: at } }),
    home: () => ({ ...source, skill: skill && { ...skill, tool } }),
    rename: () => (free === undefined ? source : { ...source, schemas: { ...rest, [free]: own } }),
    leave: () => (names.length < 2 ? source : { ...source, schemas: rest }),
    return: () => (isBack ? { ...source, schemas: { ...source.schemas, [gone[0]]: gone[1] } } : source),
  };
  return { name, changed: made[change]() };
}

export function changeSelection(
  source: SelectionSource,
  { change, at }: Move & { readonly kind: 'import selection' },
): SelectionSource {
  if (change === 'words') return { ...source, words: at };
  if (change === 'about') return { ...source, about: at };
  if (change === 'no about') return { ...source, about: source.about === null ? at : null };
  const name = at % 2 === 0 ? 'start-here' : 'sort-stones';
  return change === 'skill' ? { ...source, skills: { ...source.skills, [name]: at } } : source;
}

// Selections of both shapes become one definition, with skills as files and a stable hash.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatSkillModule,
  type NormalisedSelection,
  normaliseSelection,
  readInlineSkill,
} from '../../../../src/features/import/logic/normalise-selection.js';
import { findInlineAbout } from '../../../../src/features/import/logic/own-resources.js';
import { validateSkill } from '../../../../src/rules/skill/validate-skill.js';
import { parseModule } from '../../../../src/sources/parse-module.js';
import { hashSelection, hashSkill } from '../../../../src/spec/hash.js';
import type { SchemaMain } from '../../../../src/spec/schema-main.js';
import { selectionDefinition } from '../../../../src/spec/selection-definition.js';
import {
  buildSelectionResolver,
  describeProvider,
  type ProviderContents,
} from '../../../../src/target/logic/selection/references.js';
import { buildSelectionSkillScope } from '../../../../src/target/logic/skill-scope.js';
import { setMember } from '../../../rules/change.js';
import {
  buildMembersShape,
  buildToolsShape,
  FORMATS,
  INLINE_SKILL,
  judgeSelectionText,
} from '../../../rules/selection/good-selection.js';

const TIDES: ProviderContents = {
  namespace: 'tides',
  tools: { stations: ['getTide', 'listStations'], archive: ['getYear', 'listStations'] },
  resources: { stations: ['stations'], archive: [] },
  skills: ['read-a-table'],
  lists: ['harbours'],
};
const BERTHS: ProviderContents = {
  namespace: 'berths',
  tools: { plan: ['/berths/:id'] },
  resources: { plan: [] },
  skills: [],
  lists: [],
};

interface Options {
  readonly providers?: readonly ProviderContents[];
  readonly hasAboutFile?: boolean;
  readonly personaIds?: readonly string[];
  readonly strict?: boolean;
}

function normalise(selection: unknown, options: Options = {}): NormalisedSelection {
  const { providers = [TIDES, BERTHS], hasAboutFile = false, ...rest } = options;
  return normaliseSelection({
    reading: FORMATS.json.read(FORMATS.json.print(selection)),
    file: FORMATS.json.file,
    resolver: buildSelectionResolver(providers),
    hasAboutFile,
    ...rest,
  });
}

const told = ({ problems }: NormalisedSelection) =>
  problems.map(({ code, severity, where }) => `${severity} ${code} ${where?.path}`);

describe('a definition of the grading specification', () => {
  it('keeps its content, sorted, with files of skills without a version', () => {
    const { definition, problems } = normalise(buildMembersShape());
    expect(problems).toEqual([]);
    expect(definition).toEqual({
      ...buildMembersShape(),
      members: [{ schemaId: 'berths.plan' }, { schemaId: 'tides.stations' }],
      skills: [{ file: 'skills/find-a-berth.mjs' }, { file: 'skills/plan-a-day.mjs' }],
    });
  });

  it('has the shape that the island reads', () => {
    for (const selection of [buildMembersShape(), buildToolsShape()]) {
      const { definition } = normalise(selection, { personaIds: ['ai-engineer'] });
      expect(selectionDefinition.parse(definition)).toEqual(definition);
    }
  });

  it('keeps members that are not imported, with a warning for each', () => {
    const selection = {
      ...buildMembersShape(),
      members: [{ schemaId: 'tides.moon' }, { schemaId: 'fog.horn' }],
    };
    const found = normalise(selection);
    expect(found.definition?.members).toEqual([{ schemaId: 'fog.horn' }, { schemaId: 'tides.moon' }]);
    expect(found.problems).toMatchObject([
      {
        code: 'SEL003',
        severity: 'warning',
        where: { file: FORMATS.json.file, path: 'selection.members[0].schemaId', line: 14, column: 19 },
        args: { id: 'tides.moon', reason: expect.stringContaining('tides has no schema moon') },
      },
      { code: 'SEL003', args: { reason: expect.stringContaining('the namespace fog is not imported') } },
    ]);
    expect(hashSelection(found.definition ?? {})).toBe(
      hashSelection(normalise(selection, { providers: [] }).definition ?? {}),
    );
    expect(normalise(selection, { strict: true }).definition).toBeNull();
  });

  it('leaves out hashes, versions and the versions of skill files', () => {
    const pinned = {
      ...buildMembersShape(),
      selectionHash: '0011aabb',
      members: buildMembersShape().members.map((member) => ({ ...member, schemaHash: '0011aabb' })),
      skills: [
        { file: 'skills/find-a-berth/find-a-berth--2026-05-30T09-00-00Z--0011aabb.mjs' },
        { file: 'skills/plan-a-day.mjs' },
      ],
    };
    expect(normalise(pinned).definition).toEqual(normalise(buildMembersShape()).definition);
  });
});

describe('a selection of the Schemas-Spec', () => {
  it('becomes a definition: members are the schemas that hold what it names', () => {
    const { definition, problems } = normalise(buildToolsShape(), { personaIds: ['ai-engineer'] });
    expect(problems).toEqual([]);
    expect(definition).toEqual({
      selectionId: 'harbour-day',
      namespace: 'harbour-planning',
      name: 'harbour-day',
      version: 'flowmcp/4.0.0',
      description: buildToolsShape().description,
      whenToUse: buildToolsShape().whenToUse,
      personaIds: ['ai-engineer'],
      members: [{ schemaId: 'berths.plan' }, { schemaId: 'tides.stations' }],
      skills: [{ file: 'skills/find-a-berth.mjs' }],
      resources: [],
      prompts: [],
      references: {
        'berths/tool//berths/:id': ['berths.plan'],
        'tides/resource/stations': ['tides.stations'],
        'tides/skill/read-a-table': [],
        'tides/tool/getTide': ['tides.stations'],
      },
    });
  });

  it('needs a persona, from itself or from the command', () => {
    const without = normalise(buildToolsShape());
    expect(without.definition).toBeNull();
    expect(told(without)).toEqual(['error SEL-020 selection.personaIds']);
    const own = normalise({ ...buildToolsShape(), personaIds: ['pilot'] }, { personaIds: ['ai-engineer'] });
    expect(own.definition?.personaIds).toEqual(['pilot']);
  });

  it('names everything that it cannot resolve, and makes no definition of the rest', () => {
    const selection = {
      ...buildToolsShape(),
      tools: ['tides/tool/getTide', 'tides/tool/getFog', 'fog/tool/sound'],
      skills: ['tides/skill/none', 'fog/skill/none'],
      resources: ['berths/resource/none'],
      prompts: ['tides/prompt/hello'],
    };
    const found = normalise(selection, { personaIds: ['pilot'] });
    expect(found.definition).toBeNull();
    expect(told(found)).toEqual([
      'error SEL003 selection.tools[1]',
      'error SEL003 selection.tools[2]',
      'error SEL003 selection.resources[0]',
      'error SEL003 selection.skills[0]',
      'error SEL003 selection.skills[1]',
      'warning SEL003 selection.prompts[0]',
    ]);
    expect(found.problems.map(({ args }) => args?.id)).toEqual([
      'tides/tool/getFog',
      'fog/tool/sound',
      'berths/resource/none',
      'tides/skill/none',
      'fog/skill/none',
      'tides/prompt/hello',
    ]);
  });

  it('includes every schema with the tool, and reports that', () => {
    const selection = { ...buildToolsShape(), tools: ['tides/tool/listStations'] };
    const found = normalise(selection, { personaIds: ['pilot'] });
    expect(found.definition?.members).toEqual([
      { schemaId: 'tides.archive' },
      { schemaId: 'tides.stations' },
    ]);
    expect(found.problems).toMatchObject([
      { code: 'SEL-022', args: { schemas: 'tides.archive, tides.stations' } },
    ]);
  });

  it('has no members if it names skills only', () => {
    const selection = { ...buildToolsShape(), tools: [], resources: [] };
    expect(told(normalise(selection, { personaIds: ['pilot'] }))).toEqual(['error SEL-021 selection.tools']);
  });

  it('keeps its own content in any form, and none of providers', () => {
    const list = {
      ...buildToolsShape(),
      resources: ['tides/resource/stations', 'harbour-planning/resource/charts'],
      prompts: ['harbour-planning/prompt/hello', 'tides/prompt/hello'],
    };
    const { definition } = normalise(list, { personaIds: ['pilot'] });
    expect(definition).toMatchObject({
      resources: ['harbour-planning/resource/charts'],
      prompts: ['harbour-planning/prompt/hello'],
    });
    const byKey = { ...list, resources: { charts: { source: 'markdown' }, 'tides/resource/stations': null } };
    expect(normalise(byKey, { personaIds: ['pilot'] }).definition?.resources).toEqual([
      { name: 'charts', source: 'markdown' },
    ]);
  });
});

describe('skills', () => {
  const forms: readonly [string, unknown][] = [
    ['names', ['find-a-berth', 'plan-a-day']],
    ['files', [{ file: './skills/plan-a-day.mjs' }, { file: 'skills/find-a-berth.mjs' }]],
    ['an object', { 'plan-a-day': { file: 'skills/plan-a-day.mjs' }, 'find-a-berth': null }],
    ['objects in a list', [{ 'find-a-berth': { file: 'skills/find-a-berth.mjs' } }, 'plan-a-day']],
    [
      'one object in a list',
      [
        {
          'find-a-berth': { file: 'skills/find-a-berth.mjs' },
          'plan-a-day': { file: 'skills/plan-a-day.mjs' },
        },
      ],
    ],
    ['beside one of a namespace', ['find-a-berth', 'tides/skill/read-a-table', 'plan-a-day']],
  ];
  it.each(forms)('are the same if written as %s', (form, skills) => {
    const selection = { ...buildMembersShape(), skills };
    expect(judgeSelectionText(FORMATS.mjs.print(selection))).toEqual([]);
    const { definition, problems } = normalise(selection);
    expect(problems).toEqual([]);
    const { references, ...rest } = definition ?? {};
    expect(rest).toEqual(normalise(buildMembersShape()).definition);
    const named = form === 'beside one of a namespace' ? { 'tides/skill/read-a-table': [] } : undefined;
    expect(references).toEqual(named);
  });

  it('inside the selection become modules with the same hash, whatever the order of their keys', () => {
    const turned = Object.fromEntries(Object.entries(INLINE_SKILL).reverse());
    const [one, other] = [INLINE_SKILL, turned].map((skill) => {
      const { definition } = normalise({ ...buildMembersShape(), skills: [skill] });
      expect(definition?.skills).toEqual([{ file: 'skills/read-the-tide.mjs' }]);
      return formatSkillModule(skill);
    });
    expect(one).toMatch(/^export const skill = \{\n {2}"content": /);
    expect(other).toBe(one);
    const { value, problems } = parseModule(one ?? '', { exports: ['skill'] });
    expect(problems).toEqual([]);
    expect(hashSkill(Object(value))).toBe(hashSkill(INLINE_SKILL));
  });

  it('survive as modules with any JSON content', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (extra) => {
        fc.pre(!JSON.stringify(extra).includes('"__proto__"'));
        const skill = { ...extra, name: 'odd', content: 'x' };
        expect(parseModule(formatSkillModule(skill), { exports: ['skill'] }).value).toEqual(
          JSON.parse(JSON.stringify(skill)),
        );
      }),
    );
  });

  it('inside the selection are judged at their place', () => {
    const selection = { ...buildMembersShape(), skills: [{ ...INLINE_SKILL, output: '' }] };
    const text = FORMATS.mjs.print(selection);
    const reading = FORMATS.mjs.read(text);
    const line = text.split('\n').findIndex((row) => row.includes('"output"')) + 1;
    const scope = buildSelectionSkillScope({
      namespace: 'harbour_planning',
      members: ['tides.stations'],
      providers: [TIDES],
      skills: { 'read-the-tide': INLINE_SKILL },
    });
    const problems = validateSkill({
      reading: readInlineSkill(reading, ['skills', 0]),
      file: FORMATS.mjs.file,
      skillName: 'read-the-tide',
      scope,
    });
    expect(problems).toMatchObject([
      { code: 'SKL011', where: { path: 'selection.skills[0].output', line, column: 17 } },
    ]);
  });
});

describe('the About', () => {
  const declared = { name: 'about', source: 'markdown', origin: 'inline' };
  it.each([
    ['beside the definition', [], true, null],
    ['declared in a list', [{ name: 'about', source: 'markdown' }], true, null],
    ['written as a text', { about: '# Harbour' }, false, '# Harbour'],
    ['written as content', { about: { content: '# Harbour' } }, false, '# Harbour'],
    ['written in a list', [{ name: 'about', text: '# Harbour' }], true, '# Harbour'],
  ])('%s is declared in one form', (_, resources, hasAboutFile, text) => {
    const found = normalise({ ...buildMembersShape(), resources }, { hasAboutFile });
    expect(found.definition?.resources).toEqual([declared]);
    expect(findInlineAbout({ resources })).toBe(text);
  });

  it('is not declared if there is none', () => {
    const resources = [{ name: 'about', source: 'markdown' }];
    expect(normalise({ ...buildMembersShape(), resources }).definition?.resources).toEqual([]);
  });
});

describe('the hash', () => {
  const shuffle = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });
  const turnKeys = (value: object, turn: number) => {
    const entries = Object.entries(value);
    const cut = turn % entries.length;
    return Object.fromEntries([...entries.slice(cut), ...entries.slice(0, cut)]);
  };

  it('does not depend on an order that has no meaning, nor on repetition', () => {
    const good = buildMembersShape();
    const members = ['tides.stations', 'berths.plan', 'tides.archive'].map((schemaId) => ({ schemaId }));
    const resources = [{ name: 'charts' }, { name: 'buoys', more: { a: 1, b: 2 } }, 'a text'];
    const hashOf = (selection: object) => hashSelection(normalise(selection).definition ?? {});
    const expected = hashOf({ ...good, members, resources });
    fc.assert(
      fc.property(
        shuffle([...members, { schemaId: 'berths.plan' }]),
        shuffle(['find-a-berth', 'plan-a-day']),
        shuffle(resources),
        fc.nat(20),
        (someMembers, skills, someResources, turn) => {
          const selection = { ...good, members: someMembers, skills, resources: someResources };
          expect(hashOf(turnKeys(selection, turn))).toBe(expected);
        },
      ),
    );
    expect(hashOf({ ...good, members, resources, personaIds: ['pilot', 'ai-engineer'] })).not.toBe(expected);
    expect(hashOf({ ...good, members: members.slice(1), resources })).not.toBe(expected);
  });

  it('is that of the same definition in the other shape', () => {
    const personaIds = ['ai-engineer'];
    const tools = normalise(buildToolsShape(), { personaIds }).definition;
    const { tools: _, ...rest } = buildToolsShape();
    const members = normalise({
      ...rest,
      selectionId: 'harbour-day',
      personaIds,
      members: [{ schemaId: 'tides.stations' }, { schemaId: 'berths.plan' }],
      resources: [],
    }).definition;
    expect(hashSelection(members ?? {})).toBe(hashSelection(tools ?? {}));
    expect(hashSelection(normalise(tools).definition ?? {})).toBe(hashSelection(tools ?? {}));
  });

  it('equals the hash of a definition taken from the island', () => {
    const { definition } = normalise(buildMembersShape(), { hasAboutFile: true });
    expect(normalise(definition, { hasAboutFile: true }).definition).toEqual(definition);
  });
});

describe('any selection that passes the gate', () => {
  const pathsOf = (value: unknown, path: string[]): string[][] =>
    typeof value === 'object' && value !== null
      ? [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))]
      : [path];

  it('is normalised without an exception, and into a form that the island can read', () => {
    let passed = 0;
    const words = fc.constantFrom(
      'about',
      'a/b/c',
      'tides/tool/getTide',
      'tides/skill/read-a-table',
      '',
      'x',
    );
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      words,
      fc.array(words),
      fc.dictionary(words, words),
    );
    for (const build of [buildMembersShape, buildToolsShape]) {
      fc.assert(
        fc.property(fc.constantFrom(...pathsOf(build(), []).slice(1)), values, (place, value) => {
          const selection = build();
          setMember(selection, place, value);
          const text = FORMATS.json.print(selection);
          const isWrong = judgeSelectionText(text, { format: 'json' }).some(
            (found) => found.severity === 'error',
          );
          if (isWrong) return;
          const { definition } = normalise(selection, { personaIds: ['pilot'], hasAboutFile: true });
          if (definition === null) return;
          passed += 1;
          expect(selectionDefinition.parse(definition)).toEqual(definition);
          expect(hashSelection(definition)).toMatch(/^[0-9a-f]{8}$/);
        }),
        { numRuns: 500 },
      );
    }
    expect(passed).toBeGreaterThan(100);
  });
});

describe('describeProvider', () => {
  it('takes tools and skills from the index, resources and lists from the schemas', () => {
    const node = { status: 'pending' } as const;
    const snapshot = { file: 'x', hash: '0011aabb', fileSha256: '' };
    const main: SchemaMain = {
      namespace: 'tides',
      name: 'Stations',
      description: 'x',
      version: '4.0.0',
      resources: { about: {}, stations: {} },
      sharedLists: [{ ref: 'harbours', version: '1.0.0' }],
    };
    const schema = { ...node, snapshot, toolsAggregate: node, tools: { getTide: node } };
    const index = {
      namespace: 'tides',
      schemas: { stations: schema, archive: schema },
      skills: { 'stations.read-a-table': node },
    };
    expect(describeProvider(index, () => ({ stations: main }))).toEqual({
      namespace: 'tides',
      tools: { archive: ['getTide'], stations: ['getTide'] },
      resources: { archive: [], stations: ['about', 'stations'] },
      skills: ['read-a-table'],
      lists: ['harbours'],
    });
  });

  it('finds no name that every object inherits', () => {
    const resolver = buildSelectionResolver([TIDES]);
    expect(resolver.isSchema('tides', 'constructor')).toBe(false);
    expect(resolver.hasNamespace('constructor')).toBe(false);
    expect(resolver.schemasOfTool('tides', 'toString')).toEqual([]);
  });
});

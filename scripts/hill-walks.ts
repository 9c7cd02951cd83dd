import type {
  SelectionMaterial,
  SelectionSkillMaterial,
  SkillText,
} from './example-grader/selection-views.js';

/** An invented selection as the heuristics see it: three members, an About, a skill of each level, all of them sound. */

export const ABOUT = `# Hill walks

## Identity

Walks in the Ember hills, drawn from three offices: paths, huts and weather, updated daily and free of charge. Maps of
other hills do not belong to it.

pathbook adds the walks with their length and climb, which no other provider has. hutlist adds the huts on a walk and
their free beds. skyboard adds the weather of a hill for two days, measured and forecast.

Start with find-a-walk (L1). It leads to beds-on-a-walk (L2), and that one to plan-a-weekend (L3), a plan for two days.

## Shared Lists

- \`hills\` – the hills and their codes.

## Conventions

- The hill is the parameter \`hill\`; names are camelCase. Heights are metres, moments are UTC.

## Forbidden Conventions

- Feet and miles, as older maps have them.

## Use Cases

- A walker asks which walk of a hill is short enough for an afternoon and has a hut with a free bed.
- A warden compares the weather of two hills and decides which of the huts stays open on the next day.

## Personas Reference and Lens

- \`walker\` – lens over \`decision-maker\`: plans walks, does not program.

## Aging Rule

Holds for 60 days.
`;

export const tool = (name: string, description: string, parameters = ['hill: enum({{hills:code}})']) => ({
  tool: name,
  description,
  parameters,
});

export const selection: SelectionMaterial = {
  selectionId: 'hill-walks',
  name: 'Hill walks',
  description: 'Walks, huts and weather of the Ember hills.',
  whenToUse: 'When somebody plans a walk in the hills.',
  personaIds: ['walker'],
  about: ABOUT,
  members: [
    {
      member: 'pathbook.walks',
      description: 'Walks on a hill with length and climb.',
      tools: [tool('listWalks', 'Lists the walks of one hill with length and climb.')],
    },
    {
      member: 'hutlist.huts',
      description: 'Huts on the hills and their free beds.',
      tools: [tool('listHuts', 'Lists the huts of one hill with the beds that are free.')],
    },
    {
      member: 'skyboard.weather',
      description: 'Weather on the hills for the next day.',
      tools: [tool('getWeather', 'Returns wind and rain on one hill for the next day.')],
    },
  ],
  skills: [
    { skill: 'find-a-walk', level: 'L1', description: 'Lists the walks of a hill.' },
    { skill: 'beds-on-a-walk', level: 'L2', description: 'Finds the huts of a walk that have a free bed.' },
    { skill: 'plan-a-weekend', level: 'L3', description: 'Plans two days on a hill.' },
  ],
  findings: [],
};

const text = (name: string, more: Partial<SkillText>): SkillText => ({
  name,
  description: '',
  whenToUse: '',
  output: '',
  inputs: [{ key: 'hill', description: 'Name of the hill' }],
  requiredTools: [],
  prefilled: [],
  personas: ['decision-maker', 'walker'],
  content: '',
  ...more,
});

export const signpost = text('find-a-walk', {
  description: 'Lists the walks of a hill, shortest first.',
  whenToUse: 'When a walker asks which walk there is on a hill.',
  output: 'A list of walks with length and climb.',
  requiredTools: ['pathbook/tool/listWalks'],
  content: `## Step 1

Call {{tool:pathbook/tool/listWalks}} with hill = {{input:hill}} and give each walk with its length.

## Where to go on

- Huts with a free bed: the skill \`beds-on-a-walk\`, which calls {{tool:hutlist/tool/listHuts}}.

## Limitations

- Closed paths are not known.
- Other hills are not covered.
`,
});

export const topic = text('beds-on-a-walk', {
  description: 'Finds at which hut of a walk a bed is free on a dry day.',
  whenToUse: 'When a walker has a walk in mind and asks where to sleep.',
  output: 'A table of huts, the one with the most free beds first.',
  requiredTools: ['hutlist/tool/listHuts', 'skyboard/tool/getWeather'],
  content: `Takes up a walk of the skill \`find-a-walk\`, with its length and climb.

## Step 1

Call {{tool:hutlist/tool/listHuts}} with hill = {{input:hill}}. Keep the huts that have a free bed.

## Step 2

Call {{tool:skyboard/tool/getWeather}} with the hill of step 1. Drop the huts above the rain.

## Result

One line for each hut, with the provider beside each value. Who wants two days goes on with \`plan-a-weekend\`.

## Limitations

- Nothing is booked.
`,
});

export const useCase = text('plan-a-weekend', {
  description: 'Plans two days on a hill: one walk and one hut for each day.',
  whenToUse: 'When a walker asks what to do on the next two free days.',
  output: 'A plan of two lines with moments in UTC and heights in metres.',
  requiredTools: ['pathbook/tool/listWalks'],
  content: `The About says in which units everything is given.

## Step 1

Call {{tool:pathbook/tool/listWalks}} with hill = {{input:hill}}. Keep the shortest one. If none is left, say so and stop.

## Step 2

Follow {{skill:beds-on-a-walk}} with that walk. If no bed is free, take the next walk.

## Result

Write two lines, a moment in UTC and the height of the hut in metres, with the provider of each value. If it fails, say
what comes next.
`,
});

const skill = (
  own: SkillText,
  level: string,
  predecessors: readonly SkillText[],
): SelectionSkillMaterial => ({
  ...own,
  level,
  others: selection.skills.filter((one) => one.skill !== own.name),
  predecessors,
  members: selection.members,
  named: selection.members.flatMap(({ tools }) => tools.map((one) => ({ ...one, parameters: ['hill'] }))),
  about: ABOUT,
});

export const L1 = skill(signpost, 'L1', []);
export const L2 = skill(topic, 'L2', [signpost]);
export const L3 = skill(useCase, 'L3', [topic]);

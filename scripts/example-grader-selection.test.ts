// The example grader has a heuristic for every question about a selection, and each tells good from bad.
import { expect, test } from 'vitest';
import { questionsOf } from '../packages/core/src/catalogue/lookup.js';
import { AREAS } from '../packages/core/src/model/vocabulary.js';
import { KNOWN_QUESTIONS } from './example-grader/grade-prompts.js';
import type { Heuristic, Judgement } from './example-grader/judgement.js';
import { SELECTION_ABOUT_HEURISTICS } from './example-grader/selection-about-heuristics.js';
import { SELECTION_HEURISTICS } from './example-grader/selection-heuristics.js';
import type {
  SelectionMaterial,
  SelectionSkillMaterial,
  SkillText,
} from './example-grader/selection-views.js';
import { SIGNPOST_HEURISTICS } from './example-grader/signpost-heuristics.js';
import { TOPIC_HEURISTICS } from './example-grader/topic-heuristics.js';
import { USE_CASE_HEURISTICS } from './example-grader/use-case-heuristics.js';
import { ABOUT, L1, L2, L3, selection, signpost, tool, useCase } from './hill-walks.js';

const aboutWith = (section: string, body: string) =>
  ABOUT.replace(new RegExp(`## ${section}\n[\\s\\S]*?(?=\n## |$)`), `## ${section}\n\n${body}\n`);
const member = (name: string, ...tools: SelectionMaterial['members'][number]['tools']) => ({
  member: name,
  description: 'Prices of shares at several exchanges.',
  tools,
});
const inFeet = tool('listClimbs', 'Lists climbs of one hill in feet.', ['hillCode: string()']);

/** Per question one change for the worse. */
const abouts: readonly (readonly [string, Partial<SelectionMaterial>])[] = [
  ['Q-about-selection-02', { about: aboutWith('Identity', 'A curated bundle.') }],
  ['Q-about-selection-03', { about: aboutWith('Use Cases', '- analysis\n- reports') }],
  ['Q-about-selection-04', { about: aboutWith('Identity', 'Members: pathbook, hutlist, skyboard.') }],
  ['Q-about-selection-05', { about: aboutWith('Identity', 'Comes with several skills.') }],
  [
    'Q-about-selection-06',
    { about: aboutWith('Identity', 'The best providers, perfectly smart and simply amazing!') },
  ],
  [
    'Q-about-selection-07',
    { about: `# Hills\n\nResolve the uuid by the endpoint.\n\n${'Walk on. '.repeat(120)}` },
  ],
];
const signposts: readonly (readonly [string, Partial<SkillText>])[] = [
  [
    'Q-selection-skills-L1-01',
    { content: `${signpost.content}\n## Step 2\n\nCall {{tool:skyboard/tool/getWeather}}.` },
  ],
  ['Q-selection-skills-L1-02', { description: 'REST entry point.', whenToUse: 'For json by uuid.' }],
  [
    'Q-selection-skills-L1-03',
    { inputs: ['hill', 'pathId', 'zone'].map((key) => ({ key, description: '' })) },
  ],
  ['Q-selection-skills-L1-04', { content: 'Call {{tool:pathbook/tool/listWalks}}.', whenToUse: 'Always.' }],
];
const topics: readonly (readonly [string, Partial<SelectionSkillMaterial>])[] = [
  [
    'Q-selection-skills-L2-01',
    {
      content:
        '## Step 1\n\nCall {{tool:listHuts}} with the id of step 2.\n\n## Step 2\n\nCall {{tool:getWeather}}.',
    },
  ],
  [
    'Q-selection-skills-L2-02',
    { description: 'All about huts.', content: 'Call {{tool:listHuts}}. Print it.' },
  ],
  ['Q-selection-skills-L2-03', { content: signpost.content, output: signpost.output }],
  ['Q-selection-skills-L2-04', { output: 'Everything.', content: 'Print the answers of all calls.' }],
  [
    'Q-selection-skills-L2-05',
    { whenToUse: 'Always.', content: 'Call {{tool:listHuts}} to show what there is.' },
  ],
];
const useCases: readonly (readonly [string, Partial<SelectionSkillMaterial>])[] = [
  [
    'Q-selection-skills-L3-01',
    { description: 'A dashboard.', whenToUse: 'For fun.', content: 'Call {{tool:listWalks}}.' },
  ],
  [
    'Q-selection-skills-L3-02',
    { content: useCase.content.replace('{{skill:beds-on-a-walk}}', '{{tool:hutlist/tool/listHuts}}') },
  ],
  ['Q-selection-skills-L3-03', { whenToUse: 'Upon invocation.' }],
  ['Q-selection-skills-L3-04', { output: 'Numbers.', content: 'Call {{tool:listWalks}} and show the rows.' }],
  ['Q-selection-skills-L3-05', { content: ABOUT.replaceAll('About', 'page') }],
  ['Q-selection-skills-L3-06', { content: 'Call {{tool:listWalks}} twice.', predecessors: [] }],
];
const wholes: readonly (readonly [string, Partial<SelectionMaterial>])[] = [
  [
    'Q-selection-aggregate-02',
    { members: [...selection.members, member('pricewire.shares', tool('getShare', 'Returns a share.'))] },
  ],
  ['Q-selection-aggregate-03', { members: [...selection.members, member('oldmaps.climbs', inFeet)] }],
  ['Q-selection-aggregate-04', { about: aboutWith('Use Cases', '- A cook asks for a recipe with eggs.') }],
];

test.each([
  ...abouts.map(([id, change]) => [id, compare(SELECTION_ABOUT_HEURISTICS, id, selection, change)] as const),
  ...signposts.map(([id, change]) => [id, compare(SIGNPOST_HEURISTICS, id, L1, change)] as const),
  ...topics.map(([id, change]) => [id, compare(TOPIC_HEURISTICS, id, L2, change)] as const),
  ...useCases.map(([id, change]) => [id, compare(USE_CASE_HEURISTICS, id, L3, change)] as const),
  ...wholes.map(([id, change]) => [id, compare(SELECTION_HEURISTICS, id, selection, change)] as const),
])('%s tells good from poor, and says what it counted', (_, { good, poor }) => {
  expect(pointsOf(good)).toBeGreaterThanOrEqual(4);
  expect(pointsOf(poor)).toBeLessThanOrEqual(pointsOf(good) - 1);
  expect(poor.reasoning).toMatch(/^Counted .*\d/);
  expect(poor.reasoning).not.toBe(good.reasoning);
});

test('every question a grader is asked about a selection has its heuristic and its case above', () => {
  const asked = AREAS.slice(6).flatMap((area) =>
    questionsOf(area).flatMap(({ id, determinism }) => (determinism === 'non-deterministic' ? [id] : [])),
  );
  const cases = [...abouts, ...signposts, ...topics, ...useCases, ...wholes].map(([id]) => id);
  expect(asked).toHaveLength(24);
  expect(KNOWN_QUESTIONS.filter((id) => asked.includes(id)).sort()).toEqual([...asked].sort());
  expect([...cases].sort()).toEqual([...asked].sort());
});

test.each([
  [
    'a signpost without a call',
    'pass over',
    judge(SIGNPOST_HEURISTICS, 'Q-selection-skills-L1-01', { ...L1, content: 'See beds-on-a-walk.' }),
  ],
  [
    'an About of a selection without skills',
    'pass over',
    judge(SELECTION_ABOUT_HEURISTICS, 'Q-about-selection-05', { ...selection, skills: [] }),
  ],
  [
    'a copy of a signpost that is not there',
    'blocked',
    judge(TOPIC_HEURISTICS, 'Q-selection-skills-L2-03', { ...L2, predecessors: [] }),
  ],
  [
    'a use case without any topic',
    'blocked',
    judge(USE_CASE_HEURISTICS, 'Q-selection-skills-L3-02', { ...L3, predecessors: [], others: [] }),
  ],
  [
    'conventions of an About without any',
    'blocked',
    judge(SELECTION_HEURISTICS, 'Q-selection-aggregate-03', { ...selection, about: '# Hills' }),
  ],
])('%s is not judged: %s', (_, kind, judgement) => {
  const naReason = kind === 'blocked' ? 'blocked-by-precondition' : 'not-applicable-to-tool-type';
  expect(judgement).toMatchObject({ score: 'n/a', naReason });
});

test('a call whose tool depends on the case counts once, a second one on the same way does not', () => {
  const judged = (content: string) =>
    judge(SIGNPOST_HEURISTICS, 'Q-selection-skills-L1-01', { ...L1, content }).score;
  expect(judged('Call {{tool:listWalks}} in summer, otherwise {{tool:listHuts}}.')).toBe('pass');
  expect(judged('Call {{tool:listWalks}}. Call {{tool:listHuts}}.')).toBe('fail');
  expect(
    judge(SIGNPOST_HEURISTICS, 'Q-selection-skills-L1-01', { ...L1, prefilled: ['listHuts'] }).score,
  ).toBe('fail');
});

function judge<M>(table: Readonly<Record<string, Heuristic<M>>>, id: string, material: M): Judgement {
  const heuristic = table[id];
  if (!heuristic) throw new Error(`no heuristic for ${id}`);
  return heuristic(material);
}

function compare<M>(
  table: Readonly<Record<string, Heuristic<M>>>,
  id: string,
  material: M,
  change: Partial<NoInfer<M>>,
) {
  return { good: judge(table, id, material), poor: judge(table, id, { ...material, ...change }) };
}

function pointsOf({ score }: Judgement): number {
  if (score === 'n/a') return Number.NaN;
  return typeof score === 'number' ? score : score === 'pass' ? 5 : 1;
}

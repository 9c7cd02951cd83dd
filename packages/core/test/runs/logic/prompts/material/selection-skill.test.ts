// The material for a grader of a selection skill: the skill, its predecessors, the members, the About.
import { describe, expect, test } from 'vitest';
import { buildSelectionSkillMaterial } from '../../../../../src/runs/logic/prompts/material/selection.js';
import type { SkillSource } from '../../../../../src/spec/skill.js';
import { ABOUT_TEXT, CASE, ENTRY, linesOf, MEMBERS, memberOf, SKILLS, TOPIC } from './waterways.js';

type Input = Parameters<typeof buildSelectionSkillMaterial>[0];

const sound: Input = {
  selectionId: 'waterways',
  skill: TOPIC,
  level: 'L2',
  skills: SKILLS,
  predecessors: [ENTRY],
  about: ABOUT_TEXT,
  members: MEMBERS,
  findings: [],
};

const build = (over: Partial<Input> = {}) => buildSelectionSkillMaterial({ ...sound, ...over });

function textAt(title: string, over: Partial<Input> = {}): string | undefined {
  return build(over).find((one) => one.title.startsWith(title))?.text;
}

test('shows the skill, the others, its predecessors, the members, the About and the findings', () => {
  const findings = [{ code: 'SKC-001', message: 'names no topic' }];
  const material = build({ findings });
  expect(material.map(({ title }) => title)).toEqual([
    'The skill flood-topic, level L2',
    'Its content, in Markdown',
    'The other skills of the selection, one per line',
    'Skills of level L1 that lead to it (1): each as data on a line, then its content',
    '3 members of 2 namespaces, a member per line',
    'How the tools it names are called, a member or a tool per line',
    'The About of the selection waterways',
    'What code found, one finding per line',
  ]);
  const [frame, content, others, before, , , about, found] = material.map(({ text }) => text);
  const { content: _, ...rest } = TOPIC;
  expect(JSON.parse(frame ?? '')).toEqual(rest);
  expect(content).toBe(TOPIC.content);
  expect(linesOf(others)).toMatchObject([
    { skill: 'water-entry' },
    { skill: 'morning-check' },
    { skill: 'stray' },
  ]);
  const [head, ...body] = before?.split('\n') ?? [];
  const { content: text, ...entry } = ENTRY;
  expect(JSON.parse(head ?? '')).toEqual(entry);
  expect(body.join('\n')).toBe(text);
  expect(about).toBe(ABOUT_TEXT);
  expect(linesOf(found)).toEqual(findings);
});

test.each<[Input['level'], SkillSource, readonly SkillSource[], string | null]>([
  ['L1', ENTRY, [], null],
  ['L2', TOPIC, [], 'Skills of level L1 that lead to it (0)'],
  ['L3', CASE, [TOPIC], 'Skills of level L2 that lead to it (1)'],
])('%s: predecessors are those of the previous level', (level, skill, predecessors, title) => {
  const material = build({ level, skill, predecessors });
  const shown = material.filter((one) => one.title.includes('that lead to it'));
  expect(shown.map((one) => one.title.slice(0, one.title.indexOf(':')))).toEqual(
    title === null ? [] : [title],
  );
  if (level === 'L2') expect(shown[0]?.text).toBe('(none)');
  if (level === 'L3') expect(shown[0]?.text).toContain(TOPIC.content);
});

describe('shows how to call', () => {
  test.each<[string, Partial<SkillSource>, Record<string, string[]>]>([
    [
      'those required and those called, by full id',
      {},
      { 'gaugenet.levels': ['getLevel'], 'gaugenet.marks': ['getMark'] },
    ],
    [
      'one by namespace and name',
      { content: '{{tool:gaugenet/listGauges}}', requires: {} },
      { 'gaugenet.levels': ['listGauges'] },
    ],
    [
      'a bare name in every namespace that has it',
      { content: '{{tool:listGauges:call}}', requires: {} },
      { 'gaugenet.levels': ['listGauges'], 'tidewatch.tides': ['listGauges'] },
    ],
    [
      'one by schema and name',
      { content: 'x', requires: { tools: ['tidewatch/tool/tides.getTide'] } },
      { 'tidewatch.tides': ['getTide'] },
    ],
    [
      'what is fetched beforehand',
      { content: 'x', requires: {}, prefill: [{ tool: 'tidewatch/tool/getTide' }] },
      { 'tidewatch.tides': ['getTide'] },
    ],
    ['none of a namespace that is no member', { content: '{{tool:sea/getTide}}', requires: {} }, {}],
    ['none where none is named', { content: 'getLevel', requires: {} }, {}],
  ])('%s', (_, over, expected) => {
    const text = textAt('How the tools it names', { skill: { ...TOPIC, ...over } });
    const wanted = Object.entries(expected).flatMap(([member, tools]) => [
      { member },
      ...tools.map((tool) => ({
        tool,
        method: 'GET',
        path: '/',
        description: 'Returns it.',
        parameters: [],
      })),
    ]);
    if (wanted.length === 0) expect(text).toBe('(it names none of them)');
    else expect(linesOf(text)).toEqual(wanted);
  });

  test('no tool of a member that is not imported', () => {
    const members = [{ schemaId: 'gaugenet.levels', main: null }];
    expect(textAt('How the tools it names', { members })).toBe('(it names none of them)');
  });
});

test('a huge skill, its predecessors and the About are cut, with a note', () => {
  const long = { ...ENTRY, content: 'line\n'.repeat(20_000) };
  const material = build({
    skill: { ...TOPIC, content: 'x'.repeat(40_000) },
    predecessors: [long, long, long, long, long],
    about: 'y'.repeat(20_000),
  });
  const [frame, content, , before, , , about] = material;
  expect(frame?.text.length).toBeLessThan(40_100);
  expect(content?.title).toBe('Its content, in Markdown, cut after 30000 characters');
  expect(content?.text).toMatch(/… \(10000 more characters\)$/);
  expect(before?.text.match(/… \(88000 more characters\)/g)).toHaveLength(3);
  expect(before?.text).toMatch(/… \(\d+ more\)$/);
  expect(before?.text.length).toBeLessThan(40_100);
  expect(about?.title).toBe('The About of the selection waterways, cut after 12000 characters');
  expect(about?.text).toMatch(/… \(8000 more characters\)$/);
});

test('as many of 4,000 named tools as fit', () => {
  const tools = Array.from({ length: 4_000 }, (_, at) => `tool${at}`);
  const text = textAt('How the tools it names', {
    skill: { ...TOPIC, requires: { tools } },
    members: [memberOf('n.s', tools)],
  });
  expect(text?.length).toBeLessThan(40_100);
  expect(text).toMatch(/^\{"member":"n\.s"\}\n\{"tool":"tool0"/);
  expect(text).toMatch(/… \(\d{4} more\)$/);
});

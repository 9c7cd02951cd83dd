// The material for a grader of a selection's About.
import { describe, expect, test } from 'vitest';
import { buildAboutSelectionMaterial } from '../../../../../src/runs/logic/prompts/material/selection.js';
import { ABOUT_TEXT, DEFINITION, linesOf, MEMBERS, memberOf, SKILLS } from './waterways.js';

const sound = { definition: DEFINITION, about: ABOUT_TEXT, members: MEMBERS, skills: SKILLS, findings: [] };

function build(over: Partial<Parameters<typeof buildAboutSelectionMaterial>[0]> = {}) {
  return buildAboutSelectionMaterial({ ...sound, ...over });
}

test('shows the text, the definition, the members, the skills and the findings', () => {
  const findings = [{ code: 'ABT-020', message: 'older than 90 days' }];
  const material = build({ findings });
  expect(material.map(({ title }) => title)).toEqual([
    'The About of the selection waterways',
    'Its definition',
    '3 members of 2 namespaces, a member per line',
    'The skills of the selection, one per line',
    'What code found, one finding per line',
  ]);
  const [about, definition, members, skills, found] = material.map(({ text }) => text);
  expect(about).toBe(ABOUT_TEXT);
  expect(JSON.parse(definition ?? '')).toEqual(DEFINITION);
  expect(linesOf(members)).toEqual([
    { member: 'gaugenet.levels', description: 'About levels.', tools: ['getLevel', 'listGauges'] },
    { member: 'gaugenet.marks', description: 'About marks.', tools: ['getMark'] },
    { member: 'tidewatch.tides', description: 'About tides.', tools: ['getTide', 'listGauges'] },
  ]);
  expect(linesOf(skills)).toEqual([
    { skill: 'water-entry', level: 'L1', description: 'Does water-entry.' },
    { skill: 'flood-topic', level: 'L2', description: 'Does flood-topic.' },
    { skill: 'morning-check', level: 'L3', description: 'Does morning-check.' },
    { skill: 'stray', level: 'none', description: 'Does stray.' },
  ]);
  expect(linesOf(found)).toEqual(findings);
});

test('shows only the part of the definition that describes the selection itself', () => {
  const whole = { ...DEFINITION, namespace: 'n', version: 'flowmcp/4.0.0', resources: [{ text: 'secret' }] };
  expect(JSON.parse(build({ definition: whole })[1]?.text ?? '')).toEqual(DEFINITION);
});

test('a member that is not imported differs from one without tools', () => {
  const members = [{ schemaId: 'gaugenet.gone', main: null }];
  expect(linesOf(build({ members })[2]?.text)).toEqual([{ member: 'gaugenet.gone', state: 'not imported' }]);
});

test('a selection without skills, and an empty About, are shown as such', () => {
  const [about, , , skills] = build({ about: ' \n', skills: [] });
  expect(about?.text).toBe('(empty)');
  expect(skills?.text).toBe('(none)');
});

describe('material of any size fits:', () => {
  test('an About', () => {
    const [about] = build({ about: 'x'.repeat(30_001) });
    expect(about?.title).toBe('The About of the selection waterways, cut after 30000 characters');
    expect(about?.text).toMatch(/^x{30000}… \(1 more characters\)$/);
  });

  test.each([
    [60, 600, '60 members of 60 namespaces, a member per line', /"description":"d{600}"/],
    [50, 900, '50 members of 50 namespaces, a member per line', /d{600}… \(300 more characters\)/],
    [100, 900, '100 members of 100 namespaces, a member per line', /"description":"d{300}… \(600 more/],
    [200, 900, '200 members of 200 namespaces, a member per line', /"description":"d{100}… \(800 more/],
    [900, 900, 'descriptions are left out', /"member":"n899\.s"/],
    [4_000, 900, 'descriptions are left out', /… \(\d{4} more\)$/],
  ])('%i members with descriptions of %i characters', (number, length, title, seen) => {
    const members = Array.from({ length: number }, (_, at) => {
      const { schemaId, main } = memberOf(`n${at}.s`, ['t']);
      return { schemaId, main: main && { ...main, description: 'd'.repeat(length) } };
    });
    const material = build({ members })[2];
    expect(material?.title).toContain(title);
    expect(material?.text).toMatch(seen);
    expect(material?.text.length).toBeLessThan(40_100);
  });

  test('a member with 300 tools names 40 and counts the rest', () => {
    const members = [
      memberOf(
        'n.s',
        Array.from({ length: 300 }, (_, at) => `tool${at}`),
      ),
    ];
    const [line] = linesOf(build({ members })[2]?.text) as { tools: string[] }[];
    expect(line?.tools).toHaveLength(41);
    expect(line?.tools.at(-1)).toBe('… (260 more)');
  });

  test('4,000 skills', () => {
    const skills = Array.from({ length: 4_000 }, (_, at) => ({
      name: `s${at}`,
      level: 'L3' as const,
      description: 'd',
    }));
    const text = build({ skills })[3]?.text;
    expect(text?.length).toBeLessThan(40_100);
    expect(text).toMatch(/… \(\d+ more\)$/);
  });
});

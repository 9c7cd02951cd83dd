// The example grader sees the material of a selection as its prompts show it.
import { expect, test } from 'vitest';
import { buildAboutSelectionMaterial } from '../packages/core/src/engine/prompts/material/about-selection.js';
import { buildSelectionAggregateMaterial } from '../packages/core/src/engine/prompts/material/selection-aggregate.js';
import { buildSelectionSkillMaterial } from '../packages/core/src/engine/prompts/material/selection-skill.js';
import { quote } from '../packages/core/src/engine/prompts/quoted-text.js';
import type { SchemaMain } from '../packages/core/src/model/schema-main.js';
import type { SkillSource } from '../packages/core/src/model/skill.js';
import { type SkillText, viewSelection, viewSelectionSkill } from './example-grader/selection-views.js';
import { ABOUT, selection, signpost, topic } from './hill-walks.js';

const main = (namespace: string, name: string): SchemaMain => ({
  namespace,
  name,
  description: `About ${name}.`,
  version: '4.0.0',
  tools: {
    [name]: {
      method: 'GET',
      path: '/',
      description: `Returns ${name}.`,
      parameters: [
        {
          position: { key: 'hill', value: '{{USER_PARAM}}', location: 'query' },
          z: { primitive: 'string()' },
        },
      ],
    },
  },
});
const members = [
  { schemaId: 'pathbook.walks', main: main('pathbook', 'listWalks') },
  { schemaId: 'hutlist.huts', main: main('hutlist', 'listHuts') },
];
const source = (
  level: 'L1' | 'L2',
  { inputs, requiredTools, personas, prefilled: _, ...own }: SkillText,
): SkillSource => ({
  ...own,
  level,
  input: inputs.map((one) => ({ ...one, type: 'string', required: true })),
  requires: { tools: requiredTools },
  persona: { basePersonaId: personas[0] ?? '', lensId: personas[1] ?? '' },
});
const FENCE = 'a1b2c3d4e5f6a7b8c9';
const show = (material: Parameters<typeof quote>[0][]) =>
  material.map((one) => quote(one, FENCE)).join('\n\n');
const listed = selection.skills.map(({ skill: name, level, description }) => ({
  name,
  level: level as 'L1' | 'L2' | 'L3',
  description,
}));
const finding = { code: 'FND-001', message: 'one' };

test('the About and the whole of a selection are seen as their prompts show them', () => {
  const { about, skills: _, findings: __, members: ___, ...definition } = selection;
  const seen = viewSelection(
    show(buildAboutSelectionMaterial({ definition, about, members, skills: listed, findings: [finding] })),
  );
  const shown = members.map(({ schemaId, main: schema }) => ({
    member: schemaId,
    description: schema.description,
    tools: Object.keys(schema.tools ?? {}).map((name) => ({ tool: name, description: '', parameters: [] })),
  }));
  expect(seen).toEqual({ ...selection, members: shown, about: ABOUT, findings: ['FND-001'] });
  const index = {
    members: {},
    summary: { namespaces: 2, verdict: '2 of 2 members PASS' },
  } as unknown as Parameters<typeof buildSelectionAggregateMaterial>[0]['index'];
  const whole = viewSelection(
    show(
      buildSelectionAggregateMaterial({ definition, index, about, members, skills: listed, findings: [] }),
    ),
  );
  expect(whole?.members[1]).toEqual({
    member: 'hutlist.huts',
    description: 'About listHuts.',
    tools: [{ tool: 'listHuts', description: 'Returns listHuts.', parameters: ['hill: string()'] }],
  });
});

test('a skill of a selection is seen as its prompt shows it, with those that lead to it', () => {
  const odd = { ...signpost, content: '{"name": "not one"}\n\nCall it.' };
  const prompt = show(
    buildSelectionSkillMaterial({
      selectionId: 'hill-walks',
      skill: source('L2', topic),
      level: 'L2',
      skills: listed,
      predecessors: [source('L1', odd), source('L1', signpost)],
      about: ABOUT,
      members,
      findings: [],
    }),
  );
  const seen = viewSelectionSkill(prompt);
  expect(seen).toMatchObject({
    ...topic,
    level: 'L2',
    about: ABOUT,
    others: [{ skill: 'find-a-walk' }, { skill: 'plan-a-weekend' }],
  });
  expect(seen?.predecessors).toEqual([odd, signpost]);
  expect(seen?.named).toEqual([{ tool: 'listHuts', parameters: ['hill'] }]);
  expect(viewSelectionSkill('# Grading')).toBeNull();
  expect(viewSelection('# Grading')).toBeNull();
});

import type {
  ListedSkill,
  SelectionIdentity,
  SelectionMember,
} from '../../../../../src/runs/logic/prompts/material/selection.js';
import type { IndexMember, SelectionIndex } from '../../../../../src/spec/index-file.js';
import type { SkillSource } from '../../../../../src/spec/skill.js';
import { schemaOf } from './rivers.js';

/** A small selection: three members of two namespaces, four skills, an About. */
export const DEFINITION: SelectionIdentity = {
  selectionId: 'waterways',
  name: 'Waterways',
  description: 'Levels and tides.',
  whenToUse: 'When somebody asks about water.',
  personaIds: ['decision-maker', 'lock-keeper'],
};

export const ABOUT_TEXT = '# Waterways\n\n## Identity\n\nLevels and tides.\n\n## Aging Rule\n\n90 days.\n';

export function memberOf(schemaId: string, tools: readonly string[]): SelectionMember {
  return { schemaId, main: schemaOf(schemaId.slice(schemaId.indexOf('.') + 1), tools).main };
}

export const MEMBERS: readonly SelectionMember[] = [
  memberOf('gaugenet.levels', ['getLevel', 'listGauges']),
  memberOf('gaugenet.marks', ['getMark']),
  memberOf('tidewatch.tides', ['getTide', 'listGauges']),
];

function skillOf(name: string, level: SkillSource['level'], content: string): SkillSource {
  return {
    name,
    type: 'selection',
    version: 'flowmcp/4.0.0',
    description: `Does ${name}.`,
    whenToUse: `When ${name} is asked for.`,
    persona: 'decision-maker',
    content,
    ...(level && { level }),
  };
}

export const ENTRY = skillOf('water-entry', 'L1', 'Call {{tool:gaugenet/listGauges}}, then `flood-topic`.');
export const TOPIC: SkillSource = {
  ...skillOf('flood-topic', 'L2', 'Compare {{tool:gaugenet/tool/getMark}} and go on to `morning-check`.'),
  requires: { tools: ['gaugenet/tool/getLevel'] },
};
export const CASE = skillOf('morning-check', 'L3', 'Run {{skill:flood-topic}}, then {{tool:getTide:call}}.');
const STRAY = skillOf('stray', undefined, 'Nothing.');

export const SKILLS: readonly ListedSkill[] = [CASE, STRAY, TOPIC, ENTRY].map(
  ({ name, level, description }) => ({ name, level: level ?? null, description: description ?? '' }),
);

const RESOLVED: Readonly<Record<string, IndexMember>> = {
  'gaugenet.levels': {
    status: 'stable',
    grade: 'B',
    resolvedArtifact: 'providers/gaugenet/levels/schema/levels--2026-01-01T00-00-00Z--0123abcd.mjs',
    ref: '../../providers/gaugenet/levels/_gradings/x.json',
  },
  'gaugenet.marks': {
    status: 'graded',
    grade: 'C',
    resolvedArtifact: 'providers/gaugenet/marks/schema/m.mjs',
  },
  'tidewatch.tides': { status: 'pending', resolvedArtifact: null, reason: 'not imported' },
};

export function indexOf(members = RESOLVED): Pick<SelectionIndex, 'members' | 'summary'> {
  const states = Object.values(members);
  const stable = states.filter(({ status }) => status === 'stable').length;
  const namespaces = new Set(Object.keys(members).map((id) => id.split('.')[0])).size;
  return {
    members,
    summary: {
      members: states.length,
      membersStable: stable,
      namespaces,
      verdict: `${stable} of ${states.length} members PASS`,
      about: 'pending',
      skills: 0,
      notImported: [],
      scoringSystem: 'scoringSystem/1.0.0',
      gradingSystem: 'gradingSystem/1.0.0',
      gradingSpec: 'gradingSpec/2.0.0',
    },
  };
}

export const linesOf = (text: string | undefined): unknown[] =>
  (text ?? '').split('\n').map((line) => JSON.parse(line));

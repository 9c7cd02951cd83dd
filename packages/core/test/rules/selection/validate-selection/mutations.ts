import { REMOVED } from '../../schema/validate-schema/good-schema.js';
import { INLINE_SKILL, type SelectionMutation } from './good-selection.js';

/** One change each to a good selection, and the code it must raise: nothing else may be said. */

const MODULE: readonly SelectionMutation[] = [
  { code: 'SEL-010', rewrite: (text) => text.replace('export const selection', 'const selection') },
  { code: 'SEL-010', note: 'a list', rewrite: () => 'export const selection = [];' },
  { code: 'SEL-010', note: 'null', rewrite: () => 'export const selection = null;' },
  { code: 'SRC-007', rewrite: (text) => text.replace('"name":', '"name": "x", "name":') },
  { code: 'SEC017', rewrite: (text) => text.replace('"source":', '"weight": 1e999, "source":') },
];

const IDENTITY: readonly SelectionMutation[] = [
  { code: 'SEL-013', set: { selectionId: 'Harbour' } },
  { code: 'SEL-013', note: 'no id', set: { selectionId: REMOVED } },
  { code: 'SEL-013', note: 'a path for an id', set: { selectionId: '../harbour' } },
  { code: 'SEL-013', note: 'an id like an option', set: { selectionId: '-harbour' } },
  { code: 'SEL-013', note: 'an endless id', set: { selectionId: 'a'.repeat(129) } },
  { code: 'SEL-013', note: 'namespace', set: { namespace: 'Harbour Planning' } },
  { code: 'SEL-013', note: 'name', set: { name: ' ' } },
  { code: 'SEL-013', note: 'version without prefix', set: { version: '4.0.0' } },
  { code: 'SEL-013', note: 'version 5', set: { version: 'flowmcp/5.0.0' } },
  { code: 'SEL-013', note: 'a short description', set: { description: 'Harbours.' } },
  { code: 'SEL-013', note: 'no persona', set: { personaIds: [] } },
  { code: 'SEL-013', note: 'personas missing', set: { personaIds: REMOVED } },
  { code: 'SEL-013', note: 'a persona that is none', set: { 'personaIds.1': null } },
  { code: 'SEL-013', note: 'tools: namespace', shape: 'tools', set: { namespace: 'harbour_planning' } },
  { code: 'SEL-013', note: 'tools: name', shape: 'tools', set: { name: 'Harbour Day' } },
  { code: 'SEL-013', note: 'tools: another version', shape: 'tools', set: { version: 'flowmcp/4.1.0' } },
  { code: 'SEL-013', note: 'tools: an id', shape: 'tools', set: { selectionId: 'a b' } },
  { code: 'SEL-013', note: 'tools: personas', shape: 'tools', set: { personaIds: 'ai-engineer' } },
  { code: 'SEL-013', note: 'tools: description', shape: 'tools', set: { description: 'Short.' } },
  { code: 'SEL001', set: { whenToUse: '' } },
  { code: 'SEL001', note: 'missing', shape: 'tools', set: { whenToUse: REMOVED } },
];

const CONTENTS: readonly SelectionMutation[] = [
  { code: 'SEL-014', set: { persona: 'pilot' } },
  { code: 'SEL-014', note: 'in a member', set: { 'members.0.tool': 'getTide' } },
  { code: 'SEL-014', note: 'in an override', set: { 'members.0.override': { grade: 'A' } } },
  { code: 'SEL-013', note: 'an override that is text', set: { 'members.0.override': 'Tides' } },
  { code: 'SEL-013', note: 'an empty name in an override', set: { 'members.0.override': { name: ' ' } } },
  { code: 'SEL-014', note: 'tools', shape: 'tools', set: { agents: [] } },
  { code: 'SEL-015', set: { tools: ['tides/tool/getTide'] } },
  { code: 'SEL-016', set: { selectionHash: '0011aabb' } },
  { code: 'SEL-016', note: 'About', set: { aboutHash: '0011aabb' } },
  { code: 'SEL-016', note: 'version', shape: 'tools', set: { selectionVersion: '1.0.0' } },
  { code: 'SEL-016', note: 'of a member', set: { 'members.0.schemaHash': '0011aabb' } },
  {
    code: 'SEL-016',
    note: 'of a skill',
    set: { 'skills.1.file': 'skills/plan-a-day/plan-a-day--2026-05-30T09-00-00Z--0011aabb.mjs' },
    skillPaths: [
      'skills/find-a-berth.mjs',
      'skills/plan-a-day/plan-a-day--2026-05-30T09-00-00Z--0011aabb.mjs',
    ],
  },
  {
    code: 'SEL002',
    shape: 'tools',
    set: { tools: [], skills: REMOVED, resources: {}, prompts: [] },
  },
];

const MEMBERS: readonly SelectionMutation[] = [
  { code: 'SEL-013', note: 'no members', set: { members: [] } },
  { code: 'SEL-013', note: 'members missing', set: { members: REMOVED } },
  { code: 'SEL-013', note: 'members null', set: { members: null } },
  { code: 'SEL-013', note: 'a text for a member', set: { 'members.1': 'berths.plan' } },
  { code: 'SEL-013', note: 'a null member', set: { 'members.1': null } },
  { code: 'SEL-013', note: 'slashes', set: { 'members.1.schemaId': 'berths/plan' } },
  { code: 'SEL-013', note: 'a tool of a member', set: { 'members.1.schemaId': 'berths.plan.find' } },
  { code: 'SEL-013', note: 'resources', set: { resources: 'charts' } },
  { code: 'SEL-013', note: 'a resource', set: { 'resources.0': 7 } },
  { code: 'SEL-013', note: 'tools: a text', shape: 'tools', set: { tools: 'tides/tool/getTide' } },
  { code: 'SEL-013', note: 'tools: null', shape: 'tools', set: { 'tools.1': null } },
  { code: 'SEL-013', note: 'tools: an object', shape: 'tools', set: { 'resources.0': { name: 'a' } } },
  { code: 'SEL-017', set: { 'members.2': { schemaId: 'tides.stations' } } },
  { code: 'SEL-017', note: 'personas', set: { 'personaIds.2': 'pilot' } },
  { code: 'SEL-017', note: 'tools', shape: 'tools', set: { 'tools.2': 'tides/tool/getTide' } },
  { code: 'VAL110', shape: 'tools', set: { 'tools.0': 'getTide' } },
  {
    code: 'VAL110',
    note: 'a key with slashes that is no reference',
    shape: 'tools',
    set: { tools: { 'tides/tool/getTide': {} } },
  },
  { code: 'ID002', shape: 'tools', set: { 'tools.0': 'Tides/tool/getTide' } },
  { code: 'ID003', shape: 'tools', set: { 'tools.0': 'tides/resource/getTide' } },
  { code: 'ID004', shape: 'tools', set: { 'tools.0': 'tides/tool/' } },
  { code: 'ID005', shape: 'tools', set: { 'tools.0': 'tides/getTide' } },
];

const SKILLS: readonly SelectionMutation[] = [
  {
    code: 'SKL018',
    shape: 'tools',
    set: { skills: ['a', 'b', 'c', 'd', 'e'].map((name) => `tides/skill/${name}`) },
  },
  {
    code: 'SKL018',
    note: 'of all forms',
    set: {
      skills: ['find-a-berth', 'plan-a-day', 'a/skill/a', 'a/skill/b', INLINE_SKILL],
    },
    also: ['SEL004'],
  },
  { code: 'SEL-013', note: 'skills', set: { skills: 'find-a-berth' } },
  { code: 'SEL-013', note: 'a null skill', set: { 'skills.1': null } },
  { code: 'SEL-013', note: 'a number by name', set: { skills: { 'find-a-berth': 3 } } },
  { code: 'SEL004', set: { 'skills.1': INLINE_SKILL } },
  { code: 'SEL004', note: 'by name', set: { skills: { 'read-the-tide': INLINE_SKILL } } },
  { code: 'SEL-018', set: { 'skills.1': 'find-a-berth' } },
  { code: 'SEL-019', set: { 'skills.1.file': '../skills/plan-a-day.mjs' } },
  { code: 'SEL-019', note: 'absolute', set: { 'skills.1.file': '/skills/plan-a-day.mjs' } },
  { code: 'SKL016', set: { 'skills.1.file': 'skills/plan-a-day.md' } },
  { code: 'SKL016', note: 'null', set: { 'skills.1.file': null } },
  { code: 'SKL017', set: { 'skills.1.file': 'skills/plan-a-week.mjs' } },
  { code: 'SKL017', note: 'by name', shape: 'tools', set: { 'skills.0': 'plan-a-week' } },
  { code: 'SKL002', set: { 'skills.1': { ...INLINE_SKILL, name: 'Read the tide' } } },
  { code: 'SKL002', note: 'a name', shape: 'tools', set: { 'skills.0': 'Find' } },
  { code: 'VAL110', note: 'a key', set: { skills: { 'a/b': { file: 'skills/find-a-berth.mjs' } } } },
  { code: 'VAL110', note: 'the key of null', set: { skills: { 'tides/skill/a': null } } },
  { code: 'ID003', note: 'a skill', shape: 'tools', set: { 'skills.1': 'tides/tool/getTide' } },
  { code: 'SEL-023', ownsFolder: true, set: { skills: ['find-a-berth'] } },
];

export const SELECTION_MUTATIONS: readonly SelectionMutation[] = [
  ...MODULE,
  ...IDENTITY,
  ...CONTENTS,
  ...MEMBERS,
  ...SKILLS,
];

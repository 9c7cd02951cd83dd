import { REMOVED } from '../../schema/validate-schema/good-schema.js';
import { GOOD_SCOPE, type SkillMutation } from './good-skill.js';

/** One change each to the good skill, and the code it must raise: nothing else may be said. */

const MODULE: readonly SkillMutation[] = [
  { code: 'SKL001', rewrite: (text) => text.replace('export const skill', 'const skill') },
  { code: 'SKL001', note: 'a list', rewrite: () => 'export const skill = [];' },
  { code: 'SKL001', note: 'null', rewrite: () => 'export const skill = null;' },
  { code: 'SKL001', note: 'a schema', rewrite: (text) => text.replace('const skill', 'const main') },
  { code: 'SRC-007', rewrite: (text) => text.replace('"type":', '"type": "agent", "type":') },
  { code: 'SEC017', rewrite: (text) => text.replace('"type":', '"weight": 1e999, "type":') },
];

const IDENTITY: readonly SkillMutation[] = [
  { code: 'SKL002', set: { name: 'Daily_Report' } },
  { code: 'SKL002', note: 'missing', set: { name: REMOVED } },
  { code: 'SKL002', note: 'digit first', set: { name: '3d-chart' } },
  { code: 'SKL002', note: '65 characters', set: { name: 'a'.repeat(65) } },
  { code: 'SKL003', set: { name: 'weekly-report' } },
  { code: 'SKL003', note: 'the file', skillName: 'weekly-report' },
  { code: 'SKL004', set: { version: REMOVED } },
  { code: 'SKL004', note: 'no prefix', set: { version: '4.0.0' } },
  { code: 'SKL004', note: 'a later one', set: { version: 'flowmcp/5.0.0' } },
  { code: 'SKL007', set: { description: REMOVED } },
  { code: 'SKL007', note: 'too long', set: { description: 'a'.repeat(1025) } },
  { code: 'SKL010', set: { content: ' ' } },
  { code: 'SKL010', note: 'null', set: { content: null } },
  { code: 'SKL011', set: { output: '' } },
  { code: 'GATE-010', set: { version: 'flowmcp-skill/1.0.0' } },
  { code: 'GATE-011', set: { type: REMOVED } },
  { code: 'GATE-012', set: { type: 'selection' } },
  { code: 'GATE-012', note: 'no type', set: { type: 'namespace-skill' } },
  { code: 'GATE-012', note: 'null', set: { type: null } },
  { code: 'GATE-013', set: { whenToUse: REMOVED } },
  { code: 'GATE-014', set: { whenToUse: '' } },
  { code: 'GATE-015', set: { level: 'L1' } },
  { code: 'GATE-016', set: { name: 'l2-report' }, skillName: 'l2-report' },
  { code: 'GATE-016', note: 'nothing else', set: { name: 'l3' }, skillName: 'l3' },
];

const SHAPE: readonly SkillMutation[] = [
  { code: 'GATE-014', note: 'persona', set: { persona: { lensId: 'general' } } },
  {
    code: 'GATE-014',
    note: 'requires',
    set: { requires: [] },
    also: ['SKL020', 'SKL020', 'SKL020', 'SKL021'],
  },
  {
    code: 'GATE-014',
    note: 'tools',
    set: { 'requires.tools': 'getReport' },
    also: ['SKL020', 'SKL020', 'SKL020'],
  },
  { code: 'GATE-014', note: 'external', set: { 'requires.external.1': null } },
  { code: 'GATE-014', note: 'input', set: { input: {} }, also: ['SKL008', 'SKL008'] },
  { code: 'GATE-014', note: 'an input', set: { 'input.2': null } },
  { code: 'GATE-014', note: 'prefill', set: { prefill: {} }, also: ['GATE-018'] },
  { code: 'GATE-014', note: 'a call', set: { 'prefill.1': { params: {} } } },
  { code: 'GATE-014', note: 'params', set: { 'prefill.0.params': null } },
];

const INPUT: readonly SkillMutation[] = [
  { code: 'SKL009', set: { 'input.1.values': [] } },
  { code: 'SKL009', note: 'missing', set: { 'input.1.values': REMOVED } },
  { code: 'SKL009', note: 'a number', set: { 'input.1.values.1': 2 } },
  { code: 'SKL009', note: 'without enum', set: { 'input.0.values': ['a'] } },
  { code: 'SKL012', set: { 'input.2': { key: 'a_b', type: 'string', description: 'x', required: true } } },
  { code: 'SKL013', set: { 'input.0.type': 'date' } },
  { code: 'SKL014', set: { 'input.0.description': REMOVED } },
  { code: 'SKL015', set: { 'input.0.required': 'yes' } },
];

const REQUIRES: readonly SkillMutation[] = [
  { code: 'SKL005', set: { 'requires.tools.4': 'getTides' } },
  { code: 'SKL005', note: 'null', set: { 'requires.tools.4': null } },
  { code: 'SKL005', note: 'another namespace', set: { 'requires.tools.4': 'tides/tool/getReport' } },
  { code: 'SKL005', note: 'the wrong schema', set: { 'requires.tools.4': 'archive.getReport' } },
  { code: 'SKL005', note: 'a resource', set: { 'requires.tools.4': 'about' } },
  {
    code: 'SKL005',
    note: 'named in the content too',
    set: { 'requires.tools.4': 'getTides' },
    say: '{{tool:getTides}}',
  },
  { code: 'SKL006', set: { 'requires.resources.1': 'maps' } },
  { code: 'SKL006', note: 'a number', set: { 'requires.resources.1': 7 } },
  { code: 'GATE-017', scope: { tools: { ...GOOD_SCOPE.tools, more: ['getReport'] } } },
  { code: 'SKL024', rewrite: (text) => text.replace('{{tool:getReport}}', 'getReport') },
  { code: 'SKL025', set: { 'requires.resources.1': 'history' } },
];

const CONTENT: readonly SkillMutation[] = [
  { code: 'PH001', say: '{{tool:}}' },
  { code: 'PH001', note: 'blank', say: '{{ }} {{ }}' },
  { code: 'PH002', say: '{{tool:tides/getTides}}' },
  { code: 'PH002', note: 'a resource', say: '{{resource:tides/about}}' },
  { code: 'PH002', note: 'a skill', say: '{{skill:tides/skill/short-report}}' },
  { code: 'PH002', note: 'a call beforehand', say: '{{prefill:tides/tool/getTides}}' },
  { code: 'PH003', say: '{{input:my-station}}' },
  { code: 'PH003', note: 'a space', say: '{{input: station}}' },
  { code: 'PH004', set: { description: 'Uses {{tool:getReport}}.' } },
  { code: 'PH004', note: 'deep inside', set: { 'input.0.description': 'Like {{input:unit}}.' } },
  { code: 'SKL008', say: '{{input:day}}' },
  { code: 'SKL020', set: { 'requires.tools': ['getReport', 'sendReport', 'listStations'] } },
  { code: 'SKL021', say: '{{resource:history}}' },
  { code: 'SKL022', say: '{{skill:yearly-report}}' },
  { code: 'SKL022', note: 'a name every object has', say: '{{skill:constructor}}' },
  { code: 'SKL023', say: '{{skill:weather/skill/long-report}}' },
  { code: 'SKL023', note: 'itself', say: '{{skill:daily-report}}' },
  { code: 'GATE-018', say: '{{tool:getTides}}' },
  { code: 'GATE-018', note: 'no such list', say: '{{places:name}}' },
  { code: 'GATE-018', note: 'a prompt', say: '{{prompt:weather/about}}' },
  { code: 'GATE-018', note: 'no call of that tool', say: '{{prefill:weather/getReport}}' },
  { code: 'GATE-018', note: 'a call of no tool', set: { 'prefill.1': { tool: 'tides/tool/getTides' } } },
];

export const SKILL_MUTATIONS: readonly SkillMutation[] = [
  ...MODULE,
  ...IDENTITY,
  ...SHAPE,
  ...INPUT,
  ...REQUIRES,
  ...CONTENT,
];

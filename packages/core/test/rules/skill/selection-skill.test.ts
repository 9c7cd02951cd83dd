// The gate of a skill within the scope of a selection: tools, resources and skills of all members.
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../../src/problems/error-codes.js';
import type { SelectionSkillScope } from '../../../src/rules/skill/scope.js';
import { validateSkill } from '../../../src/rules/skill/validate-skill.js';
import { parseModule } from '../../../src/sources/parse-module.js';
import { buildSelectionSkillScope } from '../../../src/target/logic/skill-scope.js';
import { INLINE_SKILL } from '../selection/good-selection.js';
import { printSkill } from './good-skill.js';

const PROVIDERS = [
  {
    namespace: 'tides',
    tools: { stations: ['getTide'], archive: ['getYear'] },
    resources: { stations: ['table'], archive: [] },
    skills: ['read-a-table'],
    lists: ['harbours'],
  },
  { namespace: 'berths', tools: { plan: ['getPlan'] }, resources: { plan: [] }, skills: [], lists: [] },
];
const SCOPE = buildSelectionSkillScope({
  namespace: 'harbour',
  members: ['tides.stations', 'berths.plan'],
  providers: PROVIDERS,
  skills: {
    'read-the-tide': INLINE_SKILL,
    'plan-a-day': { content: 'First {{skill:read-the-tide}}.' },
    broken: null,
  },
});

function judge(change: object, scope: SelectionSkillScope = SCOPE) {
  const reading = parseModule(printSkill({ ...INLINE_SKILL, ...change }), { exports: ['skill'] });
  return validateSkill({ reading, file: 'skills/read-the-tide.mjs', skillName: 'read-the-tide', scope });
}
const codes = (change: object, scope?: SelectionSkillScope) => judge(change, scope).map(({ code }) => code);
const say = (text: string) => ({ content: `${INLINE_SKILL.content}\n${text}` });

describe('buildSelectionSkillScope', () => {
  it('holds what belongs to the members, and whether all of them are there', () => {
    expect(SCOPE).toEqual({
      kind: 'selection',
      namespace: 'harbour',
      providers: {
        tides: {
          tools: { stations: ['getTide'] },
          resources: { stations: ['table'] },
          skills: ['read-a-table'],
        },
        berths: { tools: { plan: ['getPlan'] }, resources: { plan: [] }, skills: [] },
      },
      skills: { 'read-the-tide': [], 'plan-a-day': ['read-the-tide'], broken: [] },
      lists: ['harbours'],
      isComplete: true,
    });
  });
});

describe('a skill of a selection', () => {
  it('may say its level, and use tools, resources, lists and skills of all members', () => {
    const change = {
      requires: { tools: ['getTide', 'berths/tool/getPlan'], resources: ['tides.stations.table'] },
      content:
        '{{tool:tides/tool/getTide}} {{tool:getPlan}} {{resource:table}} {{harbours:name}} {{skill:tides/skill/read-a-table}}',
    };
    expect(judge(change)).toEqual([]);
  });

  it.each([
    ['GATE-012', { type: 'namespace' }],
    ['GATE-011', { type: undefined }],
    ['SKL003', { name: 'plan-a-day' }],
    ['SKL005', { requires: { tools: ['tides/tool/getTide', 'tides/tool/getYear'] } }],
    ['SKL006', { requires: { ...INLINE_SKILL.requires, resources: ['none'] } }],
    ['PH002', say('{{tool:fog/tool/sound}}')],
    ['PH002', say('{{skill:berths/skill/none}}')],
    ['SKL022', say('{{skill:none}}')],
    ['SKL023', say('{{skill:plan-a-day}}')],
    ['GATE-018', say('{{tool:none}}')],
    ['GATE-018', say('{{none:name}}')],
  ])('raises %s', (code, change) => {
    expect(codes(change)).toEqual([code]);
  });

  it('names the selection in its messages, not a namespace', () => {
    const [found] = judge({ requires: { tools: ['tides/tool/getTide', 'sound'] } });
    expect(found && describeProblem(found).message).toBe(
      'requires.tools lists "sound", which is no tool of the members of this selection',
    );
  });

  it('is not blamed for what may lie in a member that is not imported', () => {
    const scope = buildSelectionSkillScope({
      namespace: 'harbour',
      members: ['tides.stations', 'fog.horn'],
      providers: PROVIDERS,
      skills: {},
    });
    expect(scope.isComplete).toBe(false);
    const change = {
      requires: { tools: ['tides/tool/getTide', 'fog/tool/sound'], resources: ['fog/resource/map'] },
      prefill: [{ tool: 'fog/tool/list' }],
      ...say(
        '{{tool:fog/tool/sound}} {{resource:map}} {{fogs:name}} {{skill:fog/skill/x}} {{prefill:fog/tool/list}}',
      ),
    };
    expect(codes(change, scope)).toEqual([]);
    expect(codes(say('{{skill:none}}'), scope)).toEqual(['SKL022']);
    expect(codes({ requires: { tools: ['tides/tool/getTide', null] } }, scope)).toEqual(['SKL005']);
  });
});

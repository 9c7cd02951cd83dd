import type { Problem } from '../../../src/problems/problem.js';
import type { SkillChange } from '../../../src/rules/skill/rule.js';
import type { NamespaceSkillScope } from '../../../src/rules/skill/scope.js';
import { validateSkill } from '../../../src/rules/skill/validate-skill.js';
import { parseModule } from '../../../src/sources/parse-module.js';
import { applyChange, changeText } from '../change.js';

const CONTENT = `
Steps for {{input:station}} in {{input:unit}}, see {{resource:about}} and {{stations:name}}:
{{tool:getReport}}, then {{tool:weather/sendReport:description}} and {{tool:/days/:day}}.
Before that: {{prefill:weather/tool/listStations}}. Otherwise {{skill:short-report}}.
Braces of a schema stay: {{USER_PARAM}}.
`;

/** One skill that nothing can be said against. */
export function buildGoodSkill() {
  return {
    name: 'daily-report',
    version: 'flowmcp/4.0.0',
    type: 'namespace',
    description: 'Writes the report of a day.',
    whenToUse: 'When somebody asks for the weather of a day.',
    requires: {
      tools: ['getReport', 'weather/tool/sendReport', 'archive./days/:day', 'listStations'],
      resources: ['reports.about'],
      external: ['playwright'],
    },
    input: [
      { key: 'station', type: 'string', description: 'The station.', required: true },
      {
        key: 'unit',
        type: 'enum',
        description: 'The unit.',
        required: false,
        values: ['metric', 'imperial'],
      },
    ],
    prefill: [{ tool: 'weather/tool/listStations', params: { unit: '{{input:unit}}' } }],
    persona: { basePersonaId: 'ai-engineer', lensId: 'general' },
    output: 'A paragraph.',
    content: CONTENT,
  };
}

export const GOOD_SCOPE: NamespaceSkillScope = {
  kind: 'namespace',
  namespace: 'weather',
  tools: { archive: ['/days/:day', 'listStations'], reports: ['getReport', 'sendReport'] },
  resources: { archive: [], reports: ['about', 'history'] },
  skills: { 'daily-report': ['short-report'], 'short-report': [], 'long-report': ['short-report'] },
  lists: ['stations'],
};

export function printSkill(skill: unknown): string {
  return `export const skill = ${JSON.stringify(skill, null, 2)};\n`;
}

export function judgeSkillText(
  text: string,
  {
    skillName = 'daily-report',
    scope = {},
    strict = false,
  }: Pick<SkillChange, 'skillName' | 'scope'> & { strict?: boolean } = {},
): Problem[] {
  const reading = parseModule(text, { exports: ['skill'] });
  const file = `skills/${skillName}.mjs`;
  return validateSkill({ reading, file, skillName, scope: { ...GOOD_SCOPE, ...scope }, strict });
}

export function judgeSkill(change: SkillChange): Problem[] {
  const skill = buildGoodSkill();
  skill.content += change.say ?? '';
  applyChange(skill, change);
  return judgeSkillText(changeText(printSkill(skill), change), change);
}

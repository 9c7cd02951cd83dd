import type { Problem } from '../../../../src/problems/problem.js';
import type { NamespaceSkillScope } from '../../../../src/rules/skill/rule.js';
import { validateSkill } from '../../../../src/rules/skill/validate-skill.js';
import { parseModule } from '../../../../src/sources/parse-module.js';
import { setMember } from '../../schema/validate-schema/good-schema.js';

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

export interface SkillMutation {
  readonly code: string;
  readonly note?: string;
  /** Dotted path → new value. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Put at the end of the content. */
  readonly say?: string;
  /** Changes the module's text instead. */
  readonly rewrite?: (text: string) => string;
  readonly skillName?: string;
  readonly scope?: Partial<NamespaceSkillScope>;
  /** What the same change breaks besides. */
  readonly also?: readonly string[];
}

export function printSkill(skill: unknown): string {
  return `export const skill = ${JSON.stringify(skill, null, 2)};\n`;
}

export function judgeSkillText(
  text: string,
  {
    skillName = 'daily-report',
    scope = {},
    strict = false,
  }: Partial<SkillMutation> & { strict?: boolean } = {},
): Problem[] {
  const reading = parseModule(text, { exports: ['skill'] });
  const file = `skills/${skillName}.mjs`;
  return validateSkill({ reading, file, skillName, scope: { ...GOOD_SCOPE, ...scope }, strict });
}

export function judgeSkill(mutation: Omit<SkillMutation, 'code'>): Problem[] {
  const skill = buildGoodSkill();
  skill.content += mutation.say ?? '';
  for (const [path, value] of Object.entries(mutation.set ?? {})) setMember(skill, path.split('.'), value);
  const text = printSkill(skill);
  return judgeSkillText(mutation.rewrite?.(text) ?? text, mutation);
}

import { BASE_PERSONAS } from '../../spec/vocabulary.js';
import {
  type AboutFacts,
  defineSelectionFinding,
  SKILL_AREAS,
  type SkillFacts,
} from '../selection-finding.js';

export const finding = defineSelectionFinding({
  id: 'skill-persona-unknown',
  code: 'SKC-011',
  severity: 'warning',
  text: 'the skill {skill} is for "{persona}", which is {problem}',
  hint: 'Name a base persona ({bases}) or a lens that the About defines in its section "Personas Reference and Lens".',
  areas: [...SKILL_AREAS, 'selection-aggregate'],
  why: 'A lens means what the About says it means. Of a persona that neither the specification nor the About knows, a grader can only guess (grading spec 12).',
  check: ({ skills, about }) =>
    skills.flatMap(({ name, persona, file, at }) => {
      const wrong = persona === null ? null : whatIsWrong(persona, about);
      const args = { skill: name, bases: BASE_PERSONAS.join(', ') };
      return wrong === null ? [] : [{ file, position: at.persona, args: { ...args, ...wrong } }];
    }),
  examples: {
    pass: {
      about: '## Personas Reference and Lens\n\n- `crypto-trader` – lens over `decision-maker`\n',
      skills: [
        { name: 'a', persona: 'crypto-trader' },
        { name: 'b', persona: { basePersonaId: 'decision-maker', lensId: 'crypto-trader' } },
        { name: 'c', persona: 'ai-engineer' },
      ],
    },
    fail: {
      about: '## Personas Reference and Lens\n\nFor every decision-maker.\n',
      skills: [{ name: 'a', persona: 'crypto-trader' }],
    },
  },
});

type Persona = NonNullable<SkillFacts['persona']>;

/** Without an About there are no lenses to compare the persona's lens with. */
function whatIsWrong(
  persona: Persona,
  about: AboutFacts | null,
): { persona: string; problem: string } | null {
  const base = typeof persona === 'string' ? null : persona.basePersonaId;
  const lens = typeof persona === 'string' ? persona : persona.lensId;
  const isBase = (id: string) => BASE_PERSONAS.some((known) => known === id);
  if (base !== null && !isBase(base)) return { persona: base, problem: 'no base persona' };
  if (lens === undefined || lens === 'general' || !about || (base === null && isBase(lens))) return null;
  const own = Object.hasOwn(about.lenses, lens) ? about.lenses[lens] : undefined;
  if (own === undefined) return { persona: lens, problem: 'a lens that the About does not define' };
  return base === null || base === own
    ? null
    : { persona: lens, problem: `a lens over ${own} by the About, not over ${base}` };
}

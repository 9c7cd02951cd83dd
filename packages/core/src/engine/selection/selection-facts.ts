import type {
  AboutFacts,
  SelectionFacts,
  SelectionFindingInput,
  SelectionSkill,
  SkillFacts,
} from '../../model/selection-finding.js';
import { ageInDays, parseAgingRule } from '../about/aging-rule.js';
import { parsePersonaLenses } from '../about/persona-lenses.js';
import { parseSelectionSections } from '../about/selection-sections.js';
import { parseSharedListNames } from '../about/shared-lists-section.js';
import { aboutsOf, namespacesOf } from './namespace-abouts.js';
import { textOfSkill } from './selection-skill.js';
import { listReferences, namesVerbatim } from './skill-references.js';

/** What the texts of a selection say, read once for all rules. */
export function readSelectionFacts(input: SelectionFindingInput): SelectionFacts {
  const { sharedLists, about, now } = input;
  return {
    sharedLists,
    about: about && readAboutFacts(about, now),
    skills: input.skills.map((skill) => readSkillFacts(skill, input)),
    namespaces: input.namespaces.filter(({ hasAbout }) => hasAbout).map(({ namespace }) => namespace),
  };
}

function readAboutFacts(about: NonNullable<SelectionFindingInput['about']>, now: Date): AboutFacts {
  const sections = parseSelectionSections(about.text);
  const { lenses, unclear } = parsePersonaLenses(sections);
  return {
    file: about.file,
    missing: sections.missing.map((section) => {
      const empty = sections.empty.find((one) => one.section === section);
      return { section, ...(empty && { line: empty.line }) };
    }),
    ageDays: ageInDays(about.timestamp, now),
    validity: parseAgingRule(sections),
    lists: parseSharedListNames(sections),
    lenses: Object.fromEntries(lenses),
    unclearLenses: unclear,
  };
}

function readSkillFacts(skill: SelectionSkill, input: SelectionFindingInput): SkillFacts {
  const { selectionId, definition, skills } = input;
  const namespaces = input.namespaces.filter(({ hasAbout }) => hasAbout);
  const text = textOfSkill(skill);
  const names = skills.map(({ name }) => name).filter((name) => name !== skill.name);
  return {
    ...skill,
    names: names.filter((name) => namesVerbatim(text, name)).sort(),
    references: listReferences(text, {
      name: skill.name,
      skills: names,
      owners: [selectionId, definition.namespace],
      others: othersOf(skill, input),
    }),
    namespaces: namespacesOf(skill, namespaces),
    abouts: aboutsOf(skill, namespaces),
  };
}

/** Names in quotes that may stand beside the word "skill" and mean a tool, a resource or a namespace. */
function othersOf({ tools, resources }: SelectionSkill, { namespaces }: SelectionFindingInput): string[] {
  const members = [...tools, ...resources].flatMap((id) => [id, id.slice(id.search(/[^/.]*$/))]);
  return [...members, ...namespaces.map(({ namespace }) => namespace)];
}

import { selectionFolder } from '../island/logic/paths.js';
import { answerFromFacts } from '../questions/deterministic-answers.js';
import type { Finding } from '../rules/finding.js';
import { selectionFindings } from '../rules/selection-findings/registry.generated.js';
import { AREA_OF_LEVEL } from '../spec/selection.js';
import { SKILL_LEVELS } from '../spec/skill.js';
import type { AreaId } from '../spec/vocabulary.js';
import type { LoadedSelectionSkill } from '../target/load-selection.js';
import { answerAggregate } from '../target/logic/selection/aggregate-answers.js';
import { predecessorsOf } from '../target/logic/selection/skills.js';
import type { Subject } from '../target/logic/subjects.js';
import { gradesOf, required, type SubjectContent, shownFindings } from './compose-prompt.js';
import {
  buildAboutSelectionMaterial,
  buildSelectionAggregateMaterial,
  buildSelectionSkillMaterial,
} from './logic/prompts/material/selection.js';
import type { SelectionBasis } from './selection-basis.js';

/** The content of the prompt about a subject of a selection. */
export function selectionContent(basis: SelectionBasis, subject: Subject): SubjectContent {
  switch (subject.area) {
    case 'about-selection':
      return about(basis);
    case 'selection-skills-L1':
    case 'selection-skills-L2':
    case 'selection-skills-L3':
      return skill(basis, subject);
    case 'selection-aggregate':
      return aggregate(basis);
    default:
      throw new Error(`${subject.area} is no area of a selection`);
  }
}

function about(basis: SelectionBasis): SubjectContent {
  const { island, content, about, missing, members, skills, now } = basis;
  const { grading } = island.book;
  const { definition } = content;
  const folder = `${selectionFolder(definition.selectionId)}/`;
  const facts = {
    fileExists: true,
    missingSections: missing,
    aboutFile: about.file.startsWith(folder) ? about.file.slice(folder.length) : about.file,
  };
  return {
    material: buildAboutSelectionMaterial({
      definition,
      about: about.text,
      members,
      skills,
      findings: findingsFor(basis, 'about-selection'),
    }),
    files: [aboutFile(basis), definitionFile(basis), ...skillFiles(basis), ...memberFiles(basis)],
    deterministic: answerFromFacts('about-selection', facts, now.toISOString(), grading),
    predecessors: [],
  };
}

function skill(basis: SelectionBasis, subject: Subject): SubjectContent {
  const { content, index, about, members, skills } = basis;
  const own = required(
    skills.find(({ name }) => name === subject.skill),
    subject,
  );
  const level = required(
    SKILL_LEVELS.find((one) => AREA_OF_LEVEL[one] === subject.area),
    subject,
  );
  const loaded = (name: string): LoadedSelectionSkill =>
    required(
      content.skills.find((one) => one.skill === name),
      subject,
    );
  const before = predecessorsOf(own, skills).map(loaded);
  return {
    material: buildSelectionSkillMaterial({
      selectionId: index.selectionId,
      skill: required(loaded(own.name).source, subject),
      level,
      skills,
      predecessors: before.map(({ source: text }) => required(text, subject)),
      about: about.text,
      members,
      findings: findingsFor(basis, subject.area, own.file),
    }),
    files: [
      { path: basis.island.absolute(own.file), role: `skill ${own.name}` },
      ...before.map(({ skill: name, file }) => ({
        path: basis.island.absolute(file),
        role: `skill ${name}, which leads to it`,
      })),
      aboutFile(basis),
      ...memberFiles(basis),
    ],
    deterministic: [],
    predecessors: skillGrades(
      basis,
      before.map(({ skill: name }) => name),
    ),
  };
}

function aggregate(basis: SelectionBasis): SubjectContent {
  const { island, content, index, about, missing, members, skills, now } = basis;
  const { grading } = island.book;
  return {
    material: buildSelectionAggregateMaterial({
      definition: content.definition,
      index,
      about: about.text,
      members,
      skills,
      findings: findingsFor(basis, 'selection-aggregate'),
      grading,
    }),
    files: [definitionFile(basis), aboutFile(basis), ...skillFiles(basis), ...memberFiles(basis)],
    deterministic: answerAggregate(index, missing, { at: now, grading }),
    predecessors: [
      ...gradesOf([{ node: `about-selection/${index.selectionId}`, ...index.about }]),
      ...skillGrades(basis, Object.keys(index.skills)),
    ],
  };
}

function skillGrades({ index, skills }: SelectionBasis, names: readonly string[]) {
  return gradesOf(
    skills.flatMap(({ name, level }) => {
      const node = Object.hasOwn(index.skills, name) ? index.skills[name] : undefined;
      if (!node || level === null || !names.includes(name)) return [];
      return [{ node: `${AREA_OF_LEVEL[level]}/${name}`, ...node }];
    }),
  );
}

/** @param file the file of the graded part; given if other parts may have findings of the same kind */
function findingsFor({ findings }: SelectionBasis, area: AreaId, file?: string) {
  const shown = new Set(selectionFindings.flatMap(({ id, areas }) => (areas.includes(area) ? [id] : [])));
  const isShown = ({ id, where }: Finding) => shown.has(id) && (file === undefined || where?.file === file);
  return shownFindings(findings.filter(isShown));
}

function aboutFile({ island, about: { file } }: SelectionBasis) {
  return { path: island.absolute(file), role: 'the About of the selection, its domain knowledge' };
}

function definitionFile({ island, content: { file } }: SelectionBasis) {
  return { path: island.absolute(file), role: 'definition of the selection' };
}

function skillFiles({ island, skills }: SelectionBasis) {
  return skills.map(({ name, file }) => ({ path: island.absolute(file), role: `skill ${name}` }));
}

function memberFiles({ island, members }: SelectionBasis) {
  return members.map(({ schemaId, file }) => ({ path: island.absolute(file), role: `member ${schemaId}` }));
}

import { selectionFindings } from '../../catalogue/selection-findings/registry.generated.js';
import { answerFromFacts } from '../../engine/deterministic-answers.js';
import { buildAboutSelectionMaterial } from '../../engine/prompts/material/about-selection.js';
import { buildSelectionAggregateMaterial } from '../../engine/prompts/material/selection-aggregate.js';
import { buildSelectionSkillMaterial } from '../../engine/prompts/material/selection-skill.js';
import { answerAggregate } from '../../engine/selection/aggregate-answers.js';
import { predecessorsOf } from '../../engine/selection/predecessors.js';
import type { Subject } from '../../engine/subjects.js';
import { selectionFolder } from '../../island/paths.js';
import type { Finding } from '../../model/finding.js';
import { AREA_OF_LEVEL } from '../../model/selection.js';
import { SKILL_LEVELS } from '../../model/skill.js';
import type { AreaId } from '../../model/vocabulary.js';
import type { LoadedSelectionSkill } from '../load-selection.js';
import { gradesOf, required, type SubjectContent, shownFindings } from './compose-prompt.js';
import type { SelectionSource } from './selection-source.js';

/** What the prompt about a subject of the selection side is made of. */
export function selectionContent(source: SelectionSource, subject: Subject): SubjectContent {
  switch (subject.area) {
    case 'about-selection':
      return about(source);
    case 'selection-skills-L1':
    case 'selection-skills-L2':
    case 'selection-skills-L3':
      return skill(source, subject);
    case 'selection-aggregate':
      return aggregate(source);
    default:
      throw new Error(`${subject.area} is no area of a selection`);
  }
}

function about(source: SelectionSource): SubjectContent {
  const { content, about, missing, members, skills, now } = source;
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
      findings: findingsFor(source, 'about-selection'),
    }),
    files: [aboutFile(source), definitionFile(source), ...skillFiles(source), ...memberFiles(source)],
    deterministic: answerFromFacts('about-selection', facts, now.toISOString()),
    predecessors: [],
  };
}

function skill(source: SelectionSource, subject: Subject): SubjectContent {
  const { content, index, about, members, skills } = source;
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
      findings: findingsFor(source, subject.area, own.file),
    }),
    files: [
      { path: source.island.absolute(own.file), role: `skill ${own.name}` },
      ...before.map(({ skill: name, file }) => ({
        path: source.island.absolute(file),
        role: `skill ${name}, which leads to it`,
      })),
      aboutFile(source),
      ...memberFiles(source),
    ],
    deterministic: [],
    predecessors: skillGrades(
      source,
      before.map(({ skill: name }) => name),
    ),
  };
}

function aggregate(source: SelectionSource): SubjectContent {
  const { content, index, about, missing, members, skills, now } = source;
  return {
    material: buildSelectionAggregateMaterial({
      definition: content.definition,
      index,
      about: about.text,
      members,
      skills,
      findings: findingsFor(source, 'selection-aggregate'),
    }),
    files: [definitionFile(source), aboutFile(source), ...skillFiles(source), ...memberFiles(source)],
    deterministic: answerAggregate(index, missing, now.toISOString()),
    predecessors: [
      ...gradesOf([{ node: `about-selection/${index.selectionId}`, ...index.about }]),
      ...skillGrades(source, Object.keys(index.skills)),
    ],
  };
}

function skillGrades({ index, skills }: SelectionSource, names: readonly string[]) {
  return gradesOf(
    skills.flatMap(({ name, level }) => {
      const node = Object.hasOwn(index.skills, name) ? index.skills[name] : undefined;
      if (!node || level === null || !names.includes(name)) return [];
      return [{ node: `${AREA_OF_LEVEL[level]}/${name}`, ...node }];
    }),
  );
}

/** @param file of the graded thing, where others may have findings of the same kind */
function findingsFor({ findings }: SelectionSource, area: AreaId, file?: string) {
  const shown = new Set(selectionFindings.flatMap(({ id, areas }) => (areas.includes(area) ? [id] : [])));
  const isShown = ({ id, where }: Finding) => shown.has(id) && (file === undefined || where?.file === file);
  return shownFindings(findings.filter(isShown));
}

function aboutFile({ island, about: { file } }: SelectionSource) {
  return { path: island.absolute(file), role: 'the About of the selection, its domain knowledge' };
}

function definitionFile({ island, content: { file } }: SelectionSource) {
  return { path: island.absolute(file), role: 'definition of the selection' };
}

function skillFiles({ island, skills }: SelectionSource) {
  return skills.map(({ name, file }) => ({ path: island.absolute(file), role: `skill ${name}` }));
}

function memberFiles({ island, members }: SelectionSource) {
  return members.map(({ schemaId, file }) => ({ path: island.absolute(file), role: `member ${schemaId}` }));
}

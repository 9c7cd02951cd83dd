import { ABOUT_HEURISTICS } from './about-heuristics.js';
import { viewAbout, viewSkill } from './companion-views.js';
import { DESCRIPTION_HEURISTICS } from './description-heuristics.js';
import { type Heuristic, type Hint, type Judgement, notJudged } from './judgement.js';
import { viewDescription, viewNamespace, viewSchema, viewTool } from './material-views.js';
import { NAMESPACE_HEURISTICS } from './namespace-heuristics.js';
import type { AskedPrompt, PromptsDocument } from './prompts-document.js';
import { SCHEMA_HEURISTICS } from './schema-heuristics.js';
import { SELECTION_ABOUT_HEURISTICS } from './selection-about-heuristics.js';
import { SELECTION_HEURISTICS } from './selection-heuristics.js';
import { viewSelection, viewSelectionSkill } from './selection-views.js';
import { SIGNPOST_HEURISTICS } from './signpost-heuristics.js';
import { SKILL_HEURISTICS } from './skill-heuristics.js';
import { TOOL_HEURISTICS } from './tool-heuristics.js';
import { TOPIC_HEURISTICS } from './topic-heuristics.js';
import { USE_CASE_HEURISTICS } from './use-case-heuristics.js';

const NAME = 'example-grader';
/** A change of a heuristic is a new version: grades name the one that gave them. */
const VERSION = '1.2.0';

type Answerer = (prompt: AskedPrompt, owner: string) => (questionId: string) => Judgement;

const AREAS: Readonly<Record<string, Answerer>> = {
  'single-test': answerer(({ prompt }) => viewTool(prompt), TOOL_HEURISTICS),
  'tools-aggregate-schema': answerer(({ prompt }) => viewSchema(prompt), SCHEMA_HEURISTICS),
  'tools-aggregate-namespace': answerer(
    ({ prompt, subject }) => viewNamespace(prompt, subject),
    NAMESPACE_HEURISTICS,
  ),
  'namespace-description': answerer(
    ({ prompt, subject }) => viewDescription(prompt, subject),
    DESCRIPTION_HEURISTICS,
  ),
  'namespace-skills': answerer(({ prompt }, owner) => viewSkill(prompt, owner), SKILL_HEURISTICS),
  'about-namespace': answerer(({ prompt, subject }) => viewAbout(prompt, subject), ABOUT_HEURISTICS),
  'about-selection': answerer(({ prompt }) => viewSelection(prompt), SELECTION_ABOUT_HEURISTICS),
  'selection-skills-L1': answerer(({ prompt }) => viewSelectionSkill(prompt), SIGNPOST_HEURISTICS),
  'selection-skills-L2': answerer(({ prompt }) => viewSelectionSkill(prompt), TOPIC_HEURISTICS),
  'selection-skills-L3': answerer(({ prompt }) => viewSelectionSkill(prompt), USE_CASE_HEURISTICS),
  'selection-aggregate': answerer(({ prompt }) => viewSelection(prompt), SELECTION_HEURISTICS),
};

/** Ids of all questions this grader has a heuristic for. */
export const KNOWN_QUESTIONS: readonly string[] = [
  TOOL_HEURISTICS,
  SCHEMA_HEURISTICS,
  NAMESPACE_HEURISTICS,
  DESCRIPTION_HEURISTICS,
  SKILL_HEURISTICS,
  ABOUT_HEURISTICS,
  SELECTION_ABOUT_HEURISTICS,
  SIGNPOST_HEURISTICS,
  TOPIC_HEURISTICS,
  USE_CASE_HEURISTICS,
  SELECTION_HEURISTICS,
].flatMap((table) => Object.keys(table));

/**
 * Answers every question of a prompts.json by counting things in the quoted material, and fills the
 * skeleton of its scores.json with the answers. What it can not see it answers n/a.
 *
 * @param timestamp of the grading, ISO 8601 in UTC
 */
export function gradePrompts({ owner, prompts, payloadSkeleton }: PromptsDocument, timestamp: string) {
  return {
    ...payloadSkeleton,
    creator: { skill: NAME, skillVersion: VERSION, kind: 'script' },
    harness: { name: NAME, version: VERSION },
    timestamp,
    areas: payloadSkeleton.areas.map((area) => {
      const asked = prompts.find((one) => one.area === area.area && one.subject === area.subject);
      if (!asked) throw new Error(`prompts.json asks nothing about ${area.area}/${area.subject}`);
      const answerTo = (AREAS[asked.area] ?? unknownArea)(asked, owner);
      const judged = area.answers.map(({ questionId }) => ({ questionId, judgement: answerTo(questionId) }));
      return {
        ...area,
        answers: judged.map(({ questionId, judgement }) => ({ questionId, ...answerOf(judgement) })),
        improvementHints: judged.flatMap(({ judgement }) => hintsOf(judgement)),
      };
    }),
  };
}

function answerer<Material>(
  view: (prompt: AskedPrompt, owner: string) => Material | null,
  heuristics: Readonly<Record<string, Heuristic<Material>>>,
): Answerer {
  return (prompt, owner) => {
    const material = view(prompt, owner);
    return (questionId) => {
      const heuristic = Object.hasOwn(heuristics, questionId) ? heuristics[questionId] : undefined;
      if (!heuristic) return notJudged(`This grader has no heuristic for ${questionId}.`);
      return material ? heuristic(material) : notJudged('The quoted material is missing or was cut.');
    };
  };
}

function unknownArea({ area }: AskedPrompt): (questionId: string) => Judgement {
  return () => notJudged(`This grader has no heuristic for the area ${area}.`);
}

function answerOf(judgement: Judgement) {
  const { score, reasoning } = judgement;
  return judgement.score === 'n/a'
    ? { score, naReason: judgement.naReason, reasoning }
    : { score, reasoning };
}

function hintsOf(judgement: Judgement): readonly Hint[] {
  return judgement.score === 'n/a' ? [] : judgement.hints;
}

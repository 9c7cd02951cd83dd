import { chooseFence, type Material } from '../documents/quoted-text.js';
import { describeProblem } from '../problems/error-codes.js';
import { areaById, policiesOf } from '../questions/lookup.js';
import type { Question } from '../questions/question.js';
import type { Finding } from '../rules/finding.js';
import type { AreaPrompt } from '../spec/prompts.js';
import type { StoredAnswer } from '../spec/state.js';
import type { AreaId, Persona } from '../spec/vocabulary.js';
import type { Subject } from '../target/logic/subjects.js';
import { buildAreaPrompt, type PredecessorGrade } from './logic/prompts/area-prompt.js';
import { buildGoal, DEFAULT_TURNS } from './logic/prompts/goal.js';
import { areaOutputSchema, buildPromptQuestions } from './logic/prompts/output-schema.js';
import type { EmitOptions } from './options.js';
import { chosenQuestions } from './plan-due.js';
import type { RunContext } from './run-context.js';

/** The content that the prompt about one subject is built from. */
export interface SubjectContent {
  readonly material: readonly Material[];
  readonly files: readonly { readonly path: string; readonly role: string }[];
  /** All answers that code can give in the area; graders are not asked the questions that it answers. */
  readonly deterministic: readonly StoredAnswer[];
  readonly predecessors: readonly PredecessorGrade[];
}

export interface ComposedPrompt {
  readonly prompt: AreaPrompt;
  /** Answers given by code; consume merges them with the graders' answers. */
  readonly deterministic: readonly StoredAnswer[];
}

/**
 * Builds one subject's prompt, including every answer that code has given about it.
 *
 * @param persona used only if the subject's area requires a persona
 */
export function composePrompt(
  { options, surroundings }: Pick<RunContext, 'options' | 'surroundings'>,
  {
    subject,
    content,
    persona: own,
    secrets,
  }: {
    subject: Subject;
    content: SubjectContent;
    persona: Persona;
    secrets: readonly string[];
  },
): ComposedPrompt {
  const area = areaById(subject.area);
  if (!area) throw new Error(`${subject.area} is not in the catalogue`);
  const chosen = chosenQuestions(subject.area, options);
  const deterministic = content.deterministic.filter(({ questionId }) =>
    chosen.some(({ id }) => id === questionId),
  );
  const questions = withoutAnswered(chosen, deterministic);
  const persona = area.personaRequired ? own : null;
  const asked = buildPromptQuestions(questions);
  const id = `${subject.area}/${subject.subject}`;
  const outputSchema = areaOutputSchema({
    area: subject.area,
    subject: subject.subject,
    schemaHash: subject.hash,
    persona,
    questions: asked,
  });
  const prompt = buildAreaPrompt({
    area,
    subject: subject.subject,
    persona,
    files: content.files,
    questions,
    material: content.material,
    policies: policiesOf(subject.area),
    outputSchema,
    predecessors: content.predecessors,
    goal: buildGoal({ what: id, promptIds: [id], maxTurns: options.maxTurns ?? DEFAULT_TURNS }),
    fence: chooseFence(surroundings.newFence, content.material),
    islandRoot: options.island.root,
    secrets,
  });
  return {
    prompt: {
      id,
      area: subject.area,
      subject: subject.subject,
      schemaHash: subject.hash,
      persona,
      questions: asked,
      prompt,
      outputSchema,
    },
    deterministic,
  };
}

/** Checks whether a question is left for a grader once code has given its answers. */
export function asksAnything(area: AreaId, options: EmitOptions, answers: readonly StoredAnswer[]): boolean {
  const open = withoutAnswered(chosenQuestions(area, options), answers);
  return open.some(({ determinism }) => determinism === 'non-deterministic');
}

/**
 * Leaves out the graders' questions that code has answered this time. Deterministic questions stay: the prompt itself
 * leaves them out.
 */
function withoutAnswered(
  questions: readonly Question[],
  answers: readonly StoredAnswer[],
): readonly Question[] {
  const answered = new Set(answers.map(({ questionId }) => questionId));
  return questions.filter(({ determinism, id }) => determinism === 'deterministic' || !answered.has(id));
}

/** Grades that a grader may take into account; subjects without a grade are left out. */
export function gradesOf(
  nodes: readonly { node: string; status: string; grade?: string }[],
): PredecessorGrade[] {
  return nodes.flatMap(({ node, status, grade }) => (grade ? [{ node, status, grade }] : []));
}

/** Findings, worded for a grader. */
export function shownFindings(findings: readonly Finding[]) {
  return findings.map((finding) => ({ code: finding.code, message: describeProblem(finding).message }));
}

/** Returns content that must exist: the subject was derived from it. */
export function required<T>(value: T | null | undefined, { node }: Subject): T {
  if (value === null || value === undefined) throw new Error(`${node} is not in its target`);
  return value;
}

/**
 * Returns the highest of several schema versions, which applies to everything that concerns all schemas (grading-rules
 * §9).
 *
 * @throws Error if the list is empty: callers always have something to grade, so there is at least one version
 */
export function highestVersion(versions: readonly string[]): string {
  const highest = [...versions].sort(compareVersions).at(-1);
  if (highest === undefined) throw new Error('nothing has a version here');
  return highest;
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  return (left ?? []).reduce((order, part, at) => order || part - (right?.[at] ?? 0), 0);
}

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
import { areaOutputSchema } from './logic/prompts/output-schema.js';
import { buildPromptQuestions } from './logic/prompts/prompt-questions.js';
import type { EmitOptions } from './options.js';
import { chosenQuestions } from './plan-due.js';
import type { RunContext } from './run-context.js';

/** What the prompt about one subject is made of. */
export interface SubjectContent {
  readonly material: readonly Material[];
  readonly files: readonly { readonly path: string; readonly role: string }[];
  /** Everything code can answer of the area; a question it has answered is asked of nobody else. */
  readonly deterministic: readonly StoredAnswer[];
  readonly predecessors: readonly PredecessorGrade[];
}

export interface ComposedPrompt {
  readonly prompt: AreaPrompt;
  /** What code has answered; merged with the graders' answers at consume. */
  readonly deterministic: readonly StoredAnswer[];
}

/**
 * Builds one subject's prompt, with everything code has answered about it.
 *
 * @param persona who grades where an area asks for one
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

/** Is a grader asked anything, once code has given its answers? */
export function asksAnything(area: AreaId, options: EmitOptions, answers: readonly StoredAnswer[]): boolean {
  const open = withoutAnswered(chosenQuestions(area, options), answers);
  return open.some(({ determinism }) => determinism === 'non-deterministic');
}

/** What a grader is asked: code answers its own, and now and then one that is a grader's otherwise. */
function withoutAnswered(
  questions: readonly Question[],
  answers: readonly StoredAnswer[],
): readonly Question[] {
  const answered = new Set(answers.map(({ questionId }) => questionId));
  return questions.filter(({ determinism, id }) => determinism === 'deterministic' || !answered.has(id));
}

/** Grades a grader may take into account; what has none yet is left out. */
export function gradesOf(
  nodes: readonly { node: string; status: string; grade?: string }[],
): PredecessorGrade[] {
  return nodes.flatMap(({ node, status, grade }) => (grade ? [{ node, status, grade }] : []));
}

/** Findings in the words a grader reads. */
export function shownFindings(findings: readonly Finding[]) {
  return findings.map((finding) => ({ code: finding.code, message: describeProblem(finding).message }));
}

/** What a subject is made of has to be there: it was looked at before it became one. */
export function required<T>(value: T | null | undefined, { node }: Subject): T {
  if (value === null || value === undefined) throw new Error(`${node} is not in its target`);
  return value;
}

import { isGraded, isHeld, sayReason } from '../grade/roll-up.js';
import { describeProblem, fatal } from '../problems/error-codes.js';
import { askedQuestionsOf, questionById } from '../questions/lookup.js';
import type { Question } from '../questions/question.js';
import type { SelectionSkill } from '../rules/selection-finding.js';
import { asksQuestion, rulesOf, versionsOf } from '../spec/books/registered.js';
import type { SelectionIndex } from '../spec/index-file.js';
import type { AreaId } from '../spec/vocabulary.js';
import { writingProblem } from '../target/load-namespace.js';
import { skillObstacle, waitingFor } from '../target/logic/selection/skills.js';
import { isCandidate, isLeftOut, type Subject, selectSubjects } from '../target/logic/subjects.js';
import type { NamespaceTarget } from '../target/logic/target.js';
import type { DerivedNamespace } from '../target/rebuild/derive-namespace.js';
import type { EmitOptions } from './options.js';
import type { RunContext } from './run-context.js';

/**
 * Refuses options that ask for nothing: a partial run must name questions and, in every area they belong to, at
 * least one that is put to a grader.
 *
 * @throws GradingError RUN-003, RUN-004, RUN-005, RUN-006
 */
export function checkQuestions({ mode = 'full', questions = [], island }: EmitOptions): void {
  if (mode === 'full' && questions.length > 0) throw fatal('RUN-003', undefined, { mode });
  if (mode === 'partial' && questions.length === 0) throw fatal('RUN-004');
  const chosen = questions.map((id) => {
    const question = questionById(id);
    if (!question || !asksQuestion(island.book.spec, id)) throw fatal('RUN-005', undefined, { question: id });
    return question;
  });
  const areas = new Set(chosen.map(({ area }) => area));
  for (const area of areas) {
    const asked = chosen.some(
      (question) => question.area === area && question.determinism === 'non-deterministic',
    );
    if (!asked) throw fatal('RUN-006', undefined, { area });
  }
}

/** The questions that a run asks or answers in an area, in the order of the catalogue. */
export function chosenQuestions(
  area: AreaId,
  { mode, questions = [], island }: EmitOptions,
): readonly Question[] {
  const all = askedQuestionsOf(area, island.book.spec);
  return mode === 'partial' ? all.filter(({ id }) => questions.includes(id)) : all;
}

/**
 * Subjects that are due in the named part of the target.
 *
 * @throws GradingError RUN-018 if a partial run would add to scores of another scoring system
 */
export function wantedSubjects(
  subjects: readonly Subject[],
  { options, target: { scope }, leftOut }: RunContext,
): Subject[] {
  const inPart = selectSubjects(subjects, { scope, areas: options.areas ?? null });
  const partial = options.mode === 'partial';
  const rule = {
    due: partial ? ('all' as const) : (options.scope ?? 'pending'),
    regrading: Boolean(options.regrade),
    leftOut,
  };
  const wanted = inPart.filter(
    (subject) =>
      isCandidate(subject, rule) && (!partial || chosenQuestions(subject.area, options).length > 0),
  );
  if (partial) refuseOtherRules(wanted, options);
  return wanted;
}

/**
 * Scores under two scoring systems never meet in one grade, and a grade under unknown rules cannot be repeated, so a part
 * cannot be asked again alone (spec 06).
 */
function refuseOtherRules(wanted: readonly Subject[], { island }: EmitOptions): void {
  const { scoringSystem, gradingSystem } = versionsOf(island.book);
  for (const { node, status } of wanted) {
    const { rules } = status;
    if (!rules) continue;
    if (rules.scoringSystem !== scoringSystem)
      throw fatal('RUN-018', undefined, { node, found: rules.scoringSystem, expected: scoringSystem });
    if (!rulesOf(rules))
      throw fatal('RUN-018', undefined, { node, found: rules.gradingSystem, expected: gradingSystem });
  }
}

/**
 * Leaves out schemas stopped by a veto. A veto on a schema's tools or their aggregate, for its current content, stops
 * the whole schema until a reason is given to grade it again. A skill is only stored with a schema, so its veto stops
 * nothing else. A subject that is already being graded again, but was left out, stops nothing either.
 */
export function withoutStopped(
  derived: DerivedNamespace,
  subjects: readonly Subject[],
  { options, leftOut }: Pick<RunContext, 'options' | 'leftOut'>,
): Subject[] {
  if (options.regrade && options.scope === 'all') return [...subjects];
  const vetoed = derived.subjects.filter(
    (subject) =>
      subject.skill === null &&
      subject.status.status === 'rejected' &&
      subject.status.boundTo === subject.hash &&
      !isLeftOut(subject, leftOut),
  );
  const stopped = new Set(vetoed.flatMap(({ schema }) => schema ?? []));
  return subjects.filter(({ schema }) => schema === null || !stopped.has(schema));
}

/** Candidates that nothing blocks once the tests have run. */
export function dueSubjects(
  after: DerivedNamespace,
  candidates: readonly Subject[],
  {
    readable,
    vetoed,
    gateOpen,
  }: { readable: ReadonlySet<string>; vetoed: ReadonlySet<string | null>; gateOpen: boolean },
): Subject[] {
  const wanted = new Set(candidates.map(({ node }) => node));
  return after.subjects.filter((subject) => {
    if (subject.area === 'tools-aggregate-schema' && !readable.has(subject.subject)) return false;
    if (!wanted.has(subject.node) || vetoed.has(subject.schema) || isHeld(subject.status)) return false;
    if (subject.tool !== null)
      return after.facts.get(subject.schema ?? '')?.tools[subject.tool]?.status === 'ok';
    if (after.waiting?.areas.includes(subject.area)) return false;
    if (subject.area === 'about-namespace') return gateOpen;
    // A vetoed aggregate whose content changed shows its veto, not the outcome of the tests.
    return subject.skill !== null || subject.status.status !== 'rejected' || hasTestableTool(after, subject);
  });
}

/**
 * Checks whether any of the tools can be graded. A tool with a grade can, whatever its tests show now (decision 0018).
 */
function hasTestableTool({ subjects, facts }: DerivedNamespace, { schema: own }: Subject): boolean {
  return subjects.some(({ schema, tool, status }) => {
    if (schema === null || tool === null || (own !== null && schema !== own)) return false;
    return isGraded(status.status) || facts.get(schema)?.tools[tool]?.status === 'ok';
  });
}

/**
 * Tools that keep their grade although their tests no longer cover their code (decision 0018): the code has been edited
 * since, or the handlers write to main and no fact records that yet. A run tests these tools even if it does not ask
 * about them.
 */
export function dueForTests(
  { subjects, facts, voidFacts, outline }: DerivedNamespace,
  { scope }: NamespaceTarget,
  { areas = null, offline = false, mode }: EmitOptions,
): Subject[] {
  if (mode === 'partial') return [];
  const writing = new Map(outline.schemas.map(({ schema, writesTo }) => [schema, writesTo]));
  const isDue = ({ schema, tool, status }: Subject) => {
    if (schema === null || tool === null || !isGraded(status.status)) return false;
    const path = writing.get(schema);
    if (!path) return !offline && voidFacts.has(schema);
    return facts.get(schema)?.tools[tool]?.reason !== describeProblem(writingProblem(path)).message;
  };
  return selectSubjects(subjects, { scope, areas }).filter(isDue);
}

export interface SelectionDue {
  /** Subjects that nothing blocks, in the order of the questions. */
  readonly due: readonly Subject[];
  /** Subjects that show an old veto, which hides what blocks them now. */
  readonly blocked: readonly { readonly node: string; readonly reason: string }[];
  /** Nodes that the selection's aggregate has to wait for; empty if it need not wait or is not wanted. */
  readonly waitsFor: readonly string[];
}

const WHOLE = 'selection-aggregate';

/**
 * Decides which subjects of a selection can be asked about now. The aggregate comes last: it waits while a part of the
 * selection is due. It does not wait for a part that cannot be graded at all (spec 05, 24).
 *
 * @param subjects all subjects of the selection, after its members were frozen
 * @param candidates wanted subjects
 */
export function dueOfSelection(
  subjects: readonly Subject[],
  candidates: readonly Subject[],
  {
    index,
    skills,
    options,
  }: { index: SelectionIndex; skills: readonly SelectionSkill[]; options: EmitOptions },
): SelectionDue {
  const wanted = new Set(candidates.map(({ node }) => node));
  const reasonOf = (subject: Subject) => obstacleOf(subject, index, skills);
  const free = subjects.filter((subject) => reasonOf(subject) === null);
  const asked = free.filter(({ node, area }) => wanted.has(node) && area !== WHOLE);
  const unfinished = free.filter(
    (subject) => subject.area !== WHOLE && isCandidate(subject, { due: 'pending', regrading: false }),
  );
  // A partial run changes no grade, so the aggregate need not wait for its answers.
  const first = options.mode === 'partial' ? unfinished : [...unfinished, ...asked];
  const whole = free.filter(({ node, area }) => wanted.has(node) && area === WHOLE);
  return {
    due: first.length > 0 ? asked : [...asked, ...whole],
    blocked: candidates.flatMap((subject) => {
      const reason = subject.status.status === 'rejected' ? reasonOf(subject) : null;
      return reason === null ? [] : [{ node: subject.node, reason }];
    }),
    waitsFor: whole.length > 0 ? [...new Set(first.map(({ node }) => node))] : [],
  };
}

function obstacleOf({ status, skill }: Subject, index: SelectionIndex, skills: readonly SelectionSkill[]) {
  if (isHeld(status)) return sayReason(status) ?? 'blocked';
  const own = skills.find(({ name }) => name === skill);
  if (!own || status.status !== 'rejected') return null;
  const statusOf = (name: string) =>
    Object.hasOwn(index.skills, name) ? index.skills[name]?.status : undefined;
  return (skillObstacle(own) ?? waitingFor(own, skills, statusOf))?.text ?? null;
}

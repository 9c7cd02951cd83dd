import { countNamespaces } from '../../../grade/precondition.js';
import { isGraded, sayReason } from '../../../grade/roll-up.js';
import { answerFromFacts } from '../../../questions/deterministic-answers.js';
import { questionById } from '../../../questions/lookup.js';
import { weightOf } from '../../../questions/question.js';
import type { GradingRules } from '../../../spec/books/book.js';
import type { SelectionIndex } from '../../../spec/index-file.js';
import type { AboutSection } from '../../../spec/selection.js';
import type { StoredAnswer } from '../../../spec/state.js';

/**
 * The question of whether members fit the domain knowledge. A grader is asked only if that knowledge is complete (spec
 * 05, Cascade Stop).
 */
export const CONFORMANCE = 'Q-selection-aggregate-03';

type Parts = Pick<SelectionIndex, 'members' | 'about' | 'skills'>;

/**
 * The answers that code gives about a selection as a whole. If the About lacks a section, one more answer says that
 * conformance to the About cannot be judged; no grader is asked about it.
 *
 * @param missing sections that the About lacks
 * @param at when it is answered, and by which grading system
 */
export function answerAggregate(
  index: Parts,
  missing: readonly AboutSection[],
  { at, grading }: { readonly at: Date; readonly grading: GradingRules },
): StoredAnswer[] {
  const timestamp = at.toISOString();
  const facts = {
    namespaces: countNamespaces(Object.keys(index.members)),
    contributions: contributionsOf(index),
    failedPreconditions: failedPreconditions(index),
  };
  const answers = answerFromFacts('selection-aggregate', facts, timestamp, grading);
  if (missing.length === 0) return answers;
  const conformance = questionById(CONFORMANCE);
  if (!conformance) throw new Error(`${CONFORMANCE} is not in the catalogue`);
  const withheld: StoredAnswer = {
    questionId: CONFORMANCE,
    score: 'n/a',
    naReason: 'blocked-by-precondition',
    weight: weightOf(conformance, grading),
    reasoning: `the About lacks ${missing.join(', ')}`,
    timestamp,
  };
  return [...answers, withheld];
}

function partsOf({ about, skills }: Parts) {
  return [
    { name: 'the About', node: about },
    ...Object.entries(skills).map(([skill, node]) => ({ name: `skill ${skill}`, node })),
  ];
}

/** Newest entries of the graded parts. */
function contributionsOf(index: Parts): string[] {
  return partsOf(index).flatMap(({ node: { status, ref } }) =>
    ref !== undefined && isGraded(status) ? [ref] : [],
  );
}

/**
 * A part that cannot be graded does not block the aggregate forever: it lowers the aggregate's grade instead (spec 24,
 * Cascade-stop).
 */
function failedPreconditions(index: Parts): string[] {
  return partsOf(index).flatMap(({ name, node }) => {
    const { status, waits } = node;
    if (status !== 'blocked' && status !== 'rejected' && !waits) return [];
    return [`${name} is ${status}: ${sayReason(node) ?? 'no reason'}`];
  });
}

import { mergeSamples } from '../../../evaluators/logic/judge/median.js';
import { gradingIdOf } from '../../../grade/entry/build-entry.js';
import { findSequenceViolations } from '../../../grade/entry/partial.js';
import { regradeAnswers, worseOf } from '../../../grade/grade.js';
import { isOfJudge, samplesOfMean } from '../../../grade/letter-certainty.js';
import { isRejecting } from '../../../grade/node-status.js';
import { newestPerQuestion } from '../../../grade/score.js';
import { type EntryName, formatPersona, toolFolderName } from '../../../island/logic/names.js';
import { describeProblem, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import { questionById } from '../../../questions/lookup.js';
import { weightOf } from '../../../questions/question.js';
import type { EntryRules } from '../../../spec/books/book.js';
import { rulesOf } from '../../../spec/books/registered.js';
import type { GradingEntry } from '../../../spec/entry.js';
import type { Grade } from '../../../spec/vocabulary.js';
import type { Place } from './place.js';

interface Placed {
  readonly entry: GradingEntry;
  readonly name: EntryName;
  readonly place: Place;
}

/**
 * Checks that an entry has the place and name that follow from its content (spec 08 and 19).
 *
 * @param file relative to the island
 * @returns VFY-021, one for each field that does not match
 */
export function checkEntryPlace(file: string, placed: Placed): Problem[] {
  return mismatches(placed)
    .filter(({ found, expected }) => found !== expected)
    .map(({ field, found, expected }) =>
      problem('VFY-021', { file, path: `/${field}` }, { field, found, expected }),
    );
}

interface Field {
  readonly field: string;
  readonly found: string;
  readonly expected: string;
}

function mismatches({ entry, name, place }: Placed): Field[] {
  const { area, persona, schemaHash, gradingId, schemaId, selectionId, skillId } = entry;
  const { flow, id, tool, skill, areas } = place;
  const subject = subjectOfPlace(place, subjectIn(entry));
  const owner = flow === 'provider' ? id : schemaId.split('.')[0];
  const meantId = gradingIdOf({ schemaHash, area, subject }, name.timestamp);
  const meantSchema = `${owner}.${tool ?? skill ?? schemaOf(place) ?? id}`;
  return [
    { field: 'area', found: area, expected: name.area },
    ...(areas.includes(area) ? [] : [{ field: 'area', found: area, expected: areas.join(' or ') }]),
    { field: 'persona', found: personaText(persona ?? null), expected: personaText(name.persona) },
    { field: 'gradingId', found: gradingId, expected: meantId },
    { field: 'schemaId', found: schemaId, expected: meantSchema },
    ...(flow === 'selection'
      ? [{ field: 'selectionId', found: selectionId ?? 'nothing', expected: id }]
      : []),
    ...(skill === undefined ? [] : [{ field: 'skillId', found: skillId ?? 'nothing', expected: skill }]),
  ];
}

function personaText(persona: EntryName['persona']): string {
  return persona ? formatPersona(persona) : 'none';
}

/** The part after the area in a grading id; empty for a foreign id. */
function subjectIn({ gradingId, area }: GradingEntry): string {
  const mark = `--${area}--`;
  const at = gradingId.indexOf(mark);
  return at < 0 ? '' : gradingId.slice(at + mark.length);
}

/**
 * The name by which graders know the subject. A tool's name cannot be derived from its folder, but the folder can be
 * derived from the name.
 */
function subjectOfPlace(place: Place, found: string): string {
  const { flow, id, schema, tool, skill } = place;
  if (tool !== undefined) return isToolIn(found, `${schema}.`, tool) ? found : `${schema}.${tool}`;
  if (skill !== undefined) return flow === 'provider' ? `${schema}.${skill}` : skill;
  return schemaOf(place) ?? id;
}

/**
 * The schema that an entry is about, if it is about one: an About is stored with a schema, but belongs to the whole
 * namespace.
 */
function schemaOf({ schema, areas }: Place): string | undefined {
  return areas.includes('tools-aggregate-schema') ? schema : undefined;
}

/**
 * Checks whether a subject names the tool that a folder belongs to; in an id, line breaks in the tool's name are
 * escaped.
 */
function isToolIn(subject: string, prefix: string, folder: string): boolean {
  if (!subject.startsWith(prefix)) return false;
  const named = subject.slice(prefix.length);
  const meant = named.replace(/\\u\{([0-9a-f]{1,5}|10[0-9a-f]{4})\}/g, (_, code) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return [named, meant].some((tool) => toolFolderName(tool) === folder);
}

/**
 * Checks that the grade of an entry follows from its answers. Two kinds of entry are left out: a partial one repeats
 * the grade of another entry, and one with a veto is REJECTED.
 *
 * @param file relative to the island
 * @param cap best grade that the entry's subject can get: A, B, or null if that is no longer known
 * @returns VFY-022 for the grade, and for answers whose weight differs from that of their question
 */
export function regradeEntry(file: string, entry: GradingEntry, cap: 'A' | 'B' | null): Problem[] {
  const rules = rulesOf(entry);
  if (rules === null) return [];
  const weights = [...checkWeights(file, entry, rules), ...checkSamples(file, entry)];
  if (entry.gradingMode === 'partial' || entry.categoricalVeto) return weights;
  const computed = ownGrade(entry);
  const expected = computed !== null && cap !== null ? worseOf(computed, cap) : computed;
  const grade = entry.aggregateGrade;
  // An unknown cap may have turned an A into a B.
  const isCapped = cap === null && computed === 'A' && grade === 'B';
  return grade === expected || isCapped ? weights : [...weights, wrongGrade(file, grade, expected)];
}

/** Checks that each question belongs to the entry's area, and has the weight that the entry's gradingSystem gives it. */
function checkWeights(file: string, entry: GradingEntry, { grading }: EntryRules): Problem[] {
  return entry.gradings.flatMap(({ questionId, weight }, at) => {
    const question = questionById(questionId);
    if (!question) return [];
    const path = `/gradings/${at}`;
    if (question.area !== entry.area) {
      const args = {
        field: 'the question',
        found: questionId,
        basis: 'it belongs to',
        expected: question.area,
      };
      return [problem('VFY-022', { file, path: `${path}/questionId` }, args)];
    }
    const expected = weightOf(question, grading);
    if (expected === weight) return [];
    const args = {
      field: 'weight',
      found: weight,
      basis: 'the weight of the question is',
      expected,
    };
    return [problem('VFY-022', { file, path: `${path}/weight` }, args)];
  });
}

/** Checks that each answer that is a mean follows from its samples, and that all have equally many. */
function checkSamples(file: string, { gradings }: GradingEntry): Problem[] {
  const sampled = gradings.flatMap((answer, at) => {
    const found = isOfJudge(answer) ? samplesOfMean(answer.evidence) : null;
    return found ? [{ ...answer, scores: found.scores, path: `/gradings/${at}` }] : [];
  });
  const count = Math.max(2, ...sampled.map(({ scores }) => scores.length));
  return sampled.flatMap(({ questionId, score, scores, path }) => {
    const { length } = scores;
    if (length < count) {
      const args = { field: 'the number of samples', found: length, basis: 'it should be', expected: count };
      return [problem('VFY-022', { file, path: `${path}/evidence/samples` }, args)];
    }
    const parts = scores.map((one) => ({
      answers: [{ questionId, score: one, reasoning: '' }],
      improvementHints: [],
    }));
    const expected = mergeSamples(parts, 1).answers[0]?.score ?? 'none';
    if (expected === score) return [];
    const args = { field: 'score', found: score, basis: 'its samples give', expected };
    return [problem('VFY-022', { file, path: `${path}/score` }, args)];
  });
}

function wrongGrade(file: string, found: string, expected: string | null): Problem {
  const args = { field: 'aggregateGrade', found, basis: 'its answers give', expected: expected ?? 'none' };
  return problem('VFY-022', { file, path: '/aggregateGrade' }, args);
}

/**
 * The grade that an entry's own answers give by its own rules, after the tier trim; null if none of them counts, or if
 * the rules are not known.
 */
function ownGrade(entry: GradingEntry): Grade | null {
  const { gradings, gradingTier: tier, aggregateGrade: stored } = entry;
  const rules = rulesOf(entry);
  if (rules === null) return null;
  const { aggregateGrade } = regradeAnswers({ answers: newestPerQuestion(gradings), tier, stored, rules });
  return aggregateGrade === 'REJECTED' ? null : aggregateGrade;
}

/** The part of an entry that its successors are checked against. */
export interface EntryInSequence {
  readonly file: string;
  readonly gradingMode: GradingEntry['gradingMode'];
  readonly aggregateGrade: GradingEntry['aggregateGrade'];
  readonly categoricalVeto: GradingEntry['categoricalVeto'];
  readonly schemaHash: GradingEntry['schemaHash'];
  /** The grade that its own answers give. */
  readonly ownGrade: Grade | null;
}

/** Reduces an entry to the part that its successors are checked against. */
export function inSequence(file: string, entry: GradingEntry): EntryInSequence {
  const { gradingMode, aggregateGrade, categoricalVeto, schemaHash } = entry;
  const own = gradingMode === 'partial' && !isRejecting({ grade: aggregateGrade, veto: categoricalVeto });
  return {
    file,
    gradingMode,
    aggregateGrade,
    categoricalVeto,
    schemaHash,
    ownGrade: own ? ownGrade(entry) : null,
  };
}

/**
 * Checks the history of a node by the rules of partial gradings (spec 21, decision 0038).
 *
 * @param entries of one node, oldest first
 * @param target name that commands accept
 * @returns VFY-023 for a changed grade, VFY-022 for a first grade that does not follow from its answers, VFY-024 if
 *   there is no earlier grade
 */
export function checkSequence(entries: readonly EntryInSequence[], target: string): Problem[] {
  return findSequenceViolations(entries).flatMap(({ index, rule, problem: found }): Problem[] => {
    const entry = entries[index];
    if (!entry) return [];
    const { file, aggregateGrade, ownGrade: own } = entry;
    if (rule !== 'first-must-be-full')
      return [problem('VFY-023', { file }, { reason: describeProblem(found).message })];
    const warning = problem('VFY-024', { file }, { target });
    return own === null || own === aggregateGrade
      ? [warning]
      : [warning, wrongGrade(file, aggregateGrade, own)];
  });
}

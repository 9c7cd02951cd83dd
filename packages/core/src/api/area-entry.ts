import {
  createSchemaReader,
  gradeSchema,
  listTools,
  SCHEMA_AREAS,
  type SchemaArea,
} from '../features/protocol-v1/api-grade-schema.js';
import { readPackageIdentity } from '../files/own-package.js';
import { type AssembledEntry, gradeAnswered, listUnanswered } from '../grade/entry/assemble-entry.js';
import {
  checkDraft,
  checkShape,
  type EntryDraft,
  type Moment,
  readMoment,
} from '../grade/entry/check-entry.js';
import { splitId, toolFolderName } from '../island/logic/names.js';
import { describeValue } from '../problems/describe-issue.js';
import { problem } from '../problems/error-codes.js';
import { type Problem, placeBelow } from '../problems/problem.js';
import { areasOfSide } from '../questions/lookup.js';
import { DEFAULT_BOOK } from '../spec/books/registered.js';
import { areaEntryInput } from '../spec/program-input.js';
import type { AreaId } from '../spec/vocabulary.js';
import { besideProblems } from './guard.js';

/** An area of the provider side graded into a started entry, as in the reference. */

/** Outcome of a pretest of a tool. */
export interface DataPretest {
  readonly ok?: boolean | undefined;
  /** Only 200 lets a tool be graded (spec 04, 06). */
  readonly httpStatus: number;
  readonly workingTests?: number | undefined;
}

export interface AreaEntryInput {
  /** A draft of `Grading.createEntry`, with or without answers; it is not changed. */
  readonly entry: EntryDraft;
  readonly schemaPath: string;
  /** The area of the entry. */
  readonly area: AreaId;
  /** Required by `single-test`. */
  readonly dataPretest?: DataPretest | null | undefined;
  /** Time of the answers that code gives; default: now. */
  readonly timestamp?: Moment | undefined;
}

export interface AreaOutcome extends AssembledEntry {
  /** graded: with a grade; blocked: an error, or a failed pretest; pending: answers are missing. */
  readonly status: 'graded' | 'blocked' | 'pending';
}

/** Arguments of our own form. */
const OTHERS = ['schemaId', 'grader', 'harness', 'tool', 'answers', 'facts'];

/** Adds the answers of code to a copy of the entry, and the grade once all questions of its area are answered. */
export function gradeAreaEntry(input: AreaEntryInput): AreaOutcome {
  const { entry, schemaPath, area, timestamp = new Date() } = input;
  const at = readMoment(timestamp, 'timestamp');
  const problems = [...argumentProblems(input), ...at.problems];
  if (at.value === null || problems.length > 0) return blocked(null, { problems });
  const blocker = area === 'single-test' ? pretestBlocker(input) : null;
  if (blocker) return blocked(entry, blocker);
  if (!isSchemaArea(area)) {
    const reason = `${area} needs more than one schema file`;
    return {
      draft: entry,
      storable: false,
      reason,
      missing: listUnanswered(entry),
      problems: [],
      status: 'pending',
    };
  }
  const byCode = answersOfCode({ entry, schemaPath, area, at: at.value });
  if ('problems' in byCode) return blocked(null, byCode);
  const answered = gradeAnswered(
    {
      ...entry,
      gradings: [...entry.gradings, ...byCode.gradings],
      categoricalVeto: byCode.categoricalVeto ?? entry.categoricalVeto,
    },
    DEFAULT_BOOK,
  );
  return { ...answered, status: answered.storable ? 'graded' : 'pending' };
}

function blocked(
  draft: EntryDraft | null,
  {
    reason = null,
    problems = [],
  }: { readonly reason?: string | null; readonly problems?: readonly Problem[] },
): AreaOutcome {
  const missing = draft ? listUnanswered(draft) : [];
  return { draft, storable: false, reason, missing, problems, status: 'blocked' };
}

function argumentProblems(input: AreaEntryInput): Problem[] {
  const shaped = checkShape(input, areaEntryInput);
  // In an entry of another tier much else is wrong, too.
  const own = shaped.value === null ? shaped.problems : entryProblems(input);
  return [...own, ...besideProblems(input, OTHERS, { of: 'entry' })];
}

function entryProblems({ entry, area }: AreaEntryInput): Problem[] {
  const areas = areasOfSide('provider');
  if (!areas.includes(area)) return [wrong('/area', `one of ${areas.join(', ')}`, area)];
  const drafted = checkDraft(entry);
  if (drafted.value === null) return placeBelow('/entry', drafted.problems);
  const { area: own, gradingMode } = drafted.value;
  return [
    ...(own === area ? [] : [wrong('/area', `${own}, the area of the entry`, area)]),
    ...(gradingMode === 'full' ? [] : [wrong('/entry/gradingMode', 'full', gradingMode)]),
  ];
}

function wrong(path: string, expected: string, found: string): Problem {
  return problem('GRD-002', { path }, { expected, found });
}

/** Why a pretest does not let a tool be graded; null if it does. */
export function pretestBlocker({ dataPretest }: Pick<AreaEntryInput, 'dataPretest'>) {
  const { ok, httpStatus, workingTests } = dataPretest ?? {};
  if (typeof httpStatus !== 'number') {
    const where = { path: '/dataPretest/httpStatus' };
    return { problems: [problem('GRD-050', where, { found: describeValue(httpStatus) })] };
  }
  if (httpStatus !== 200) return { reason: `the pretest was answered with HTTP ${httpStatus}` };
  return ok === false || workingTests === 0 ? { reason: 'the pretest found no working test' } : null;
}

function isSchemaArea(area: AreaId): area is SchemaArea {
  return SCHEMA_AREAS.some((known) => known === area);
}

function answersOfCode({
  entry,
  schemaPath,
  area,
  at,
}: {
  readonly entry: EntryDraft;
  readonly schemaPath: string;
  readonly area: SchemaArea;
  readonly at: Date;
}): EntryDraft | { readonly problems: readonly Problem[] } {
  const read = createSchemaReader(DEFAULT_BOOK.spec.schemasSpec);
  const source = read(schemaPath);
  if ('problems' in source) return source;
  const [namespace, name] = splitId(entry.schemaId);
  const tools = listTools(schemaPath, read) ?? [];
  const ids = tools.map((one) => `${namespace}.${toolFolderName(one)}`).join(', ');
  const tool = area === 'single-test' ? tools.find((one) => toolFolderName(one) === name) : undefined;
  if (area === 'single-test' && tool === undefined)
    return { problems: [wrong('/entry/schemaId', `one of ${ids}`, entry.schemaId)] };
  // No grader answers here, so code stands for one.
  const grader = readPackageIdentity();
  const { draft, problems } = gradeSchema(
    { schemaPath, schemaId: entry.schemaId, grader, area, tool, at },
    read,
  );
  if (!draft) return { problems };
  return draft.schemaHash === entry.schemaHash
    ? draft
    : { problems: [wrong('/entry/schemaHash', `${draft.schemaHash}, that of the file`, entry.schemaHash)] };
}

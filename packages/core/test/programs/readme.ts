// The program of the reference's README, in TypeScript and by its types alone: compiled in the strictest mode and run
// against the packed tarball by scripts/check-packages.mjs. node readme.js <schema file of the namespace tidewatch>
// <empty folder>
import {
  type AggregateGrade,
  type EntryAnswer,
  type EntryDraft,
  Grading,
  type GradingEntry,
  getVersion,
  gradeSelection,
  gradeSingleSchema,
  type LockSnapshot,
  PreConditionCheck,
  RebuildIndex,
  type ScoreAnswer,
  validateGradingEntry,
} from '@flowmcp/grading-core';

const [schemaPath = '', gradingDataRoot = ''] = process.argv.slice(2);
const grader = { kind: 'human', name: 'andreas', version: '1' } as const;

const first = gradeSingleSchema({ schemaPath, schemaId: 'tidewatch.tides', grader });
const answers: ScoreAnswer[] = first.missing.map((questionId) => ({
  questionId,
  score: 4,
  reasoning: `about ${questionId}`,
}));
const { grading, storable, errors } = gradeSingleSchema({
  schemaPath,
  schemaId: 'tidewatch.tides',
  grader,
  options: { answers, timestamp: '2026-03-01T10:00:00Z' },
});
if (!grading || !storable) throw new Error(errors.join('\n'));
const grade: AggregateGrade | null = grading.aggregateGrade;
const best: 'A' | 'B' = grading.maxAttainableGrade;

let draft: EntryDraft = { ...grading, gradings: [], aggregateGrade: null };
for (const answer of grading.gradings satisfies EntryAnswer[]) {
  const next = Grading.addGrading({ entry: draft, grading: answer });
  if (!next.entry) throw new Error(next.errors.join('\n'));
  draft = next.entry;
}
const computed = Grading.computeAggregateGrade({ entry: draft });
if (computed.aggregateGrade !== grade || computed.maxAttainableGrade !== best)
  throw new Error('another grade');
if (!validateGradingEntry({ entry: { ...draft, aggregateGrade: grade } }).valid) throw new Error('no entry');

const read: { entry: GradingEntry | null } = Grading.readEntry({ json: JSON.stringify(grading) });
if (read.entry?.gradingId !== grading.gradingId) throw new Error('another entry');

const frozen: { lockSnapshot: LockSnapshot | null } = RebuildIndex.buildLockSnapshot({
  selectionDef: { selectionId: 'group', members: [{ schemaId: 'tidewatch.tides' }] },
  members: [{ schemaId: 'tidewatch.tides', gradingStatus: 'stable' }],
});
if (!frozen.lockSnapshot || !PreConditionCheck.checkLockfile({ lockfile: frozen.lockSnapshot }).passed) {
  throw new Error('the gate is closed');
}

const selection = await gradeSelection({
  selectionId: 'group',
  schemaIds: ['tidewatch.tides'],
  grader,
  options: { gradingDataRoot },
});
const tier: 'autonomous' | 'group-bound' | undefined = selection.grading?.tier;

// @ts-expect-error The island has no default: a program has to name one.
const unnamed = gradeSelection({ selectionId: 'group', schemaIds: ['tidewatch.tides'], grader });
if ((await unnamed).grading !== null) throw new Error('graded nowhere');

console.log(grade, best, tier, getVersion().repoVersion);

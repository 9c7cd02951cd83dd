// The program of the reference's README, in TypeScript and by its types alone: compiled in the strictest mode and run
// against the packed tarball by scripts/check-packages.mjs. node readme.js <schema file of the namespace tidewatch>
// <empty folder>
import {
  type AggregateGrade,
  type EntryAnswer,
  type EntryDraft,
  ErrorCodes,
  Grading,
  type GradingEntry,
  GradingExport,
  GradingImport,
  getVersion,
  gradeSelection,
  gradeSingleSchema,
  HashGenerator,
  type LockSnapshot,
  NaReason,
  OVERRIDE_WHITELIST,
  PartialGrading,
  PreConditionCheck,
  PromptBuilder,
  RebuildIndex,
  type ScoreAnswer,
  Scoring,
  SelectionPhases,
  SharedLists,
  SingleSchemaPhases,
  SourceSnapshot,
  Veto,
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

// The groups by their types alone, as the reference's tests call them.
const reasons: { status: boolean; messages: string[] } = NaReason.validate({ grade: 'n/a', naReason: null });
const listed: string[] = ErrorCodes.listByPrefix({ prefix: 'VET' }).codes;
const violations = PartialGrading.validateSequence({
  gradingFiles: [{ gradingMode: 'partial', aggregateGrade: 'A' }],
}).violations.map(({ rule }) => rule);
const goal: string | null = PromptBuilder.buildGoalBlock({ condition: 'all is graded' }).goalBlock;
const hash: string | null = HashGenerator.computeSchemaHash({ schema: { name: 'x' } }).hash;
const list: { hash: string | null } = await SharedLists.load({ gradingDataRoot, listname: 'none' });
const latest: string | null = (await RebuildIndex.resolveLatest({ dir: gradingDataRoot, logicalName: 'x' }))
  .file;
const snapshot: { valid: boolean } = await SourceSnapshot.verify({ snapshotPath: schemaPath });
const vetoed: boolean | null = Veto.isVetoed({ entry: grading }).vetoed;
const score: boolean = Scoring.validateScore({ score: 4 }).valid;
const allowed: readonly string[] = OVERRIDE_WHITELIST;
const phase = await SelectionPhases.runS3({ skills: [{ name: 'a', level: 'L1', persona: null }] });
const area = SingleSchemaPhases.runArea({
  schemaPath,
  schemaId: 'tidewatch.tides',
  grader,
  area: 'tools-aggregate-schema',
});
const run = await GradingImport.run({ providerPath: gradingDataRoot, gradingDataRoot, dryRun: true });
const out = await GradingExport.run({ target: 'none', gradingDataRoot, exportDir: gradingDataRoot });
const seen = [
  reasons.status,
  phase.passed,
  run.status,
  out.status,
  snapshot.valid,
  vetoed,
  list.hash,
  latest,
];
if (seen.some(Boolean) || !score || !goal || !hash || listed.length !== 3 || allowed.length !== 2)
  throw new Error(`another answer: ${JSON.stringify(seen)}`);
if (violations[0] !== 'first-must-be-full' || area.tier !== 'autonomous') throw new Error('another rule');

console.log(grade, best, tier, getVersion().repoVersion);

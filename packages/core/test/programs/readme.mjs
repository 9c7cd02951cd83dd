// The program of the reference's README, and one call of each of its names, in plain JavaScript. It is run against
// the packed tarball by scripts/check-packages.mjs.
//
// node readme.mjs <schema file of the namespace tidewatch> <provider folder> <empty folder>
import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  ErrorCodes,
  Grading,
  GradingExport,
  GradingImport,
  getVersion,
  gradeSelection,
  gradeSingleSchema,
  HashGenerator,
  NaReason,
  PartialGrading,
  PreConditionCheck,
  PromptBuilder,
  RebuildIndex,
  Scoring,
  SelectionPhases,
  SharedLists,
  SingleSchemaPhases,
  SourceSnapshot,
  Veto,
  validateGradingEntry,
} from '@flowmcp/grading-core';

const [schemaPath, providerPath, folder] = process.argv.slice(2);
const gradingDataRoot = join(folder, 'island');
const grader = { kind: 'human', name: 'andreas', version: '1' };

const { grading, storable, errors } = gradeSingleSchema({ schemaPath, schemaId: 'tidewatch.tides', grader });
assert.deepEqual(errors, []);
assert.deepEqual([grading.aggregateGrade, grading.maxAttainableGrade, storable], [null, 'B', false]);

const { missing } = gradeSingleSchema({ schemaPath, schemaId: 'tidewatch.tides', grader });
const answers = missing.map((questionId) => ({ questionId, score: 4, reasoning: `about ${questionId}` }));
const graded = gradeSingleSchema({ schemaPath, schemaId: 'tidewatch.tides', grader, options: { answers } });
assert.equal(graded.grading.aggregateGrade, 'B');
assert.deepEqual(validateGradingEntry({ entry: graded.grading }), { valid: true, errors: [] });
assert.equal(validateGradingEntry({ entry: grading }).valid, false);

const nowhere = await gradeSelection({ selectionId: 'group', schemaIds: ['tidewatch.tides'], grader });
assert.match(nowhere.errors[0], /^GRD-001: .*gradingDataRoot/);
const selection = await gradeSelection({
  selectionId: 'group',
  schemaIds: ['tidewatch.tides'],
  grader,
  options: { gradingDataRoot },
});
assert.equal(selection.grading.tier, 'group-bound');
assert.equal(selection.grading.phases.S1.passed, false);

assert.throws(() => {
  Grading.computeAggregateGrade = () => 'A';
}, TypeError);
assert.deepEqual(Object.keys(getVersion()), ['scoringSystem', 'gradingSystem', 'repoVersion']);
assert.equal(Grading.computeAggregateGrade({ entry: graded.grading }).aggregateGrade, 'B');
assert.equal(Scoring.validateScore({ score: 9 }).valid, false);
assert.equal(Veto.getTriggers().triggers.length, 4);
assert.equal(SingleSchemaPhases.getAreas().areas.length, 6);
assert.equal(SelectionPhases.getAreas().areas.length, 5);
assert.equal(PromptBuilder.getValidAreas().areas.length, 11);
assert.equal(HashGenerator.computeHash({ value: {} }).hash, '44136fa3');
assert.equal(NaReason.getAllowed().allowed.length, 6);
assert.deepEqual(PartialGrading.getValidModes().modes, ['full', 'partial']);
assert.equal(ErrorCodes.getCode({ code: 'GRD-001' }).row.severity, 'error');

const imported = await GradingImport.run({ providerPath, gradingDataRoot });
assert.deepEqual([imported.status, imported.errors], [true, []]);
const namespaceDir = join(gradingDataRoot, 'providers/tidewatch');
const rebuilt = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir });
assert.equal(rebuilt.index.namespace, 'tidewatch');
assert.match(PreConditionCheck.check({ gradingDataRoot, namespace: 'tidewatch' }).errors[0], /^PRE-002: /);
const { snapshots } = SourceSnapshot.listForNamespace({ gradingDataRoot, namespace: 'tidewatch' });
assert.ok(snapshots.length > 1);
for (const { path } of snapshots) {
  assert.deepEqual(SourceSnapshot.verify({ snapshotPath: join(gradingDataRoot, path) }).errors, []);
}
assert.match(SharedLists.load({ gradingDataRoot, listname: 'none' }).errors[0], /^SL-001: /);
const exported = await GradingExport.run({
  target: 'tidewatch',
  gradingDataRoot,
  exportDir: join(folder, 'export'),
});
assert.deepEqual(exported.errors, []);

console.log(graded.grading.aggregateGrade, graded.grading.maxAttainableGrade);

// The program of the reference's README, and one call of each of its names, in plain JavaScript. It is run against
// the packed tarball by scripts/check-packages.mjs.
//
// node readme.mjs <schema file of the namespace tidewatch> <provider folder> <empty folder>
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
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
  OVERRIDE_WHITELIST,
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
  validateOverride,
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
assert.match(nowhere.errors[0], /^GRD-001: .*options/);
const selection = await gradeSelection({
  selectionId: 'group',
  schemaIds: ['tidewatch.tides'],
  grader,
  options: { gradingDataRoot },
});
assert.equal(selection.grading.tier, 'group-bound');
assert.equal(selection.grading.phases[0].passed, false);
assert.match(selection.errors[0], /^PRE-004: /);

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

// The calls of the reference, as its tests write them.
assert.deepEqual(Veto.mapAggregateGradeToStatus({ aggregateGrade: 'REJECTED' }).status, 'rejected');
assert.deepEqual(NaReason.validate({ grade: 'n/a', naReason: 'requires-private-data' }).messages, []);
assert.equal(NaReason.validate({ grade: 'n/a' }).status, false);
const code = ErrorCodes.getCode({ code: 'GRD-001' });
assert.deepEqual([code.found, code.entry.severity], [true, 'ERROR']);
assert.ok(ErrorCodes.listByPrefix({ prefix: 'GRD' }).codes.every((each) => each.startsWith('GRD-')));
assert.ok(ErrorCodes.listBySeverity({ severity: 'WARNING' }).codes.length > 1);
const gradingFiles = [
  { gradingMode: 'full', aggregateGrade: 'A' },
  { gradingMode: 'partial', aggregateGrade: 'B' },
];
assert.match(PartialGrading.validateSequence({ gradingFiles }).violations[0].message, /^PRT-004/);
assert.equal(PromptBuilder.buildGoalBlock({ condition: 'every area is graded', maxTurns: 25 }).maxTurns, 25);
assert.match(PromptBuilder.buildGoalBlock({ area: 'single-test' }).condition, /single-test/);
assert.deepEqual(
  HashGenerator.computeNamespaceHash({ members: ['a', 'b'], aboutHash: '00000000' }).hash,
  '76f4291b',
);
assert.match(SharedLists.hash({ list: null }).errors[0], /^SL-001/);
assert.deepEqual(OVERRIDE_WHITELIST, ['name', 'description']);
assert.match(validateOverride({ override: { evil: 'x' } }).errors[0], /^LCK-005/);
const { lockSnapshot } = RebuildIndex.buildLockSnapshot({
  selectionDef: { selectionId: 'group' },
  members: [{ schemaId: 'tidewatch.tides', gradingStatus: 'stable', schemaHash: '0123abcd' }],
});
assert.equal(PreConditionCheck.checkLockfile({ lockfile: lockSnapshot }).passed, true);
const { gradingTier, harness, schemaHash, version } = graded.grading;
const { entry } = Grading.createEntry({
  subject: 'tides',
  schemaId: 'tidewatch.tides',
  area: 'tools-aggregate-schema',
  version,
  schemaHash,
  gradingMode: 'full',
  gradingTier,
  harness,
  selectionId: null,
});
const area = SingleSchemaPhases.runArea({ entry, schemaPath, area: 'tools-aggregate-schema' });
assert.deepEqual([area.status, area.tier, area.errors], ['pending', 'autonomous', []]);

// A misspelt argument does nothing.
const misspelt = await GradingImport.run({ providerPath, gradingDataRoot, dryrun: true });
assert.match(misspelt.errors[0], /^GRD-011: .*did you mean "dryRun"/);
assert.equal(existsSync(gradingDataRoot), false);

const imported = await GradingImport.run({ providerPath, gradingDataRoot });
assert.deepEqual([imported.status, imported.errors], [true, []]);
const namespaceDir = join(gradingDataRoot, 'providers/tidewatch');
const rebuilt = await RebuildIndex.rebuildNamespaceIndex({ namespaceDir });
assert.equal(rebuilt.index.namespace, 'tidewatch');
assert.match(
  (await PreConditionCheck.check({ gradingDataRoot, namespace: 'tidewatch' })).errors[0],
  /^PRE-002: /,
);
const { snapshots } = await SourceSnapshot.listForNamespace({ gradingDataRoot, namespace: 'tidewatch' });
assert.ok(snapshots.length > 1);
for (const { path } of snapshots) {
  assert.deepEqual((await SourceSnapshot.verify({ snapshotPath: path })).errors, []);
}
assert.match((await SharedLists.load({ gradingDataRoot, listname: 'none' })).errors[0], /^SL-003: /);
const exported = await GradingExport.run({
  target: 'tidewatch',
  gradingDataRoot,
  exportDir: join(folder, 'export'),
});
assert.deepEqual([exported.flow, exported.errors], ['namespace', []]);
assert.ok(existsSync(exported.indexExportPath));

// What the reference awaits can be chained here.
const schemaDir = join(namespaceDir, 'tides/schema');
const file = await RebuildIndex.resolveLatest({ dir: schemaDir, logicalName: 'tides' }).then(
  ({ path }) => path,
);
assert.ok(existsSync(file));
const phase = await SelectionPhases.runS1({
  selectionId: 'group',
  selectionJson: { members: [{ schemaId: 'tidewatch.tides' }] },
  gradingDataRoot,
}).then(({ phase: name, passed }) => [name, passed]);
assert.deepEqual(phase, ['S1', false]);

console.log(graded.grading.aggregateGrade, graded.grading.maxAttainableGrade);

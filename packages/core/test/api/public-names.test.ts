import { describe, expect, it } from 'vitest';
import * as core from '../../src/index.js';

/** Names promised by seed and reference; the neighbouring tests check what each name does. */
const GROUPS: Record<string, readonly string[]> = {
  ErrorCodes: ['formatMessage', 'getCode', 'listByPrefix', 'listBySeverity', 'validateCodeFormat'],
  GradeReporter: ['buildEvalPrompts', 'grade'],
  Grading: [
    'AGING_DEFAULTS',
    'VALID_AREAS',
    'VALID_HARNESSES',
    'VALID_NODE_STATUSES',
    'addGrading',
    'applyRegradingTrigger',
    'checkAging',
    'computeAggregateGrade',
    'createEntry',
    'formatGradingFilename',
    'getVersion',
    'readEntry',
  ],
  GradingExport: ['run'],
  GradingImport: ['run'],
  HashGenerator: [
    'canonicalize',
    'computeAboutHash',
    'computeHash',
    'computeNamespaceHash',
    'computeSchemaHash',
    'computeSelectionHash',
    'computeSkillHash',
    'isValidHash',
  ],
  NaReason: ['getAllowed', 'isAllowed', 'validate'],
  PartialGrading: ['buildPartialEntry', 'getValidModes', 'listGradedQuestions', 'validateSequence'],
  PreConditionCheck: ['check', 'checkLockfile'],
  PromptBuilder: ['build', 'buildEntryPoint', 'buildGoalBlock', 'getValidAreas', 'isPersonaRequired'],
  RebuildIndex: [
    'NODE_STATUSES',
    'REBUILD_INDEX_VERSION',
    'ROLLUP_STATUSES',
    'buildLockSnapshot',
    'mapAggregateGradeToStatus',
    'rebuildNamespaceIndex',
    'rebuildSelectionIndex',
    'resolveLatest',
    'validateIndex',
  ],
  Scoring: ['computeWeightedSum', 'getVersion', 'validateScore'],
  SelectionPhases: ['getAreas', 'getTier', 'runAll', 'runS1', 'runS3', 'runS4'],
  SharedLists: ['hash', 'load', 'validateFilename'],
  SingleSchemaPhases: ['getAreas', 'getTier', 'runAll', 'runArea'],
  SourceSnapshot: ['create', 'listForNamespace', 'parseSnapshotFilename', 'verify'],
  Veto: ['applyVeto', 'getTriggers', 'isVetoed', 'validateVeto'],
};

describe('the public API', () => {
  it.each(Object.entries(GROUPS))('%s has exactly the promised methods', (name, methods) => {
    const group: unknown = Reflect.get(core, name);
    expect(Object.keys(group as object).sort()).toEqual([...methods]);
  });

  it.each(['getVersion', 'gradeSelection', 'gradeSingleSchema', 'validateGradingEntry'])(
    'exports %s',
    (name) => {
      expect(Reflect.get(core, name)).toBeTypeOf('function');
    },
  );

  it('includes the whole API for commands', async () => {
    const commands = await import('../../src/commands.js');
    expect(Object.keys(core)).toEqual(expect.arrayContaining(Object.keys(commands)));
    expect(Object.keys(commands).length).toBeGreaterThan(15);
  });
});

import { entryCalls } from './entries.js';
import { islandCalls } from './island.js';
import { promptCalls } from './prompts.js';
import type { LeftOut, ReferenceCall } from './row.js';
import { smallCalls } from './small.js';

export const referenceCalls: readonly ReferenceCall[] = [
  ...entryCalls,
  ...smallCalls,
  ...islandCalls,
  ...promptCalls,
];

/** Members of the groups that the reference does not have. */
export const ours: readonly string[] = [
  'GradeReporter.buildEvalPrompts',
  'GradeReporter.grade',
  'Grading.AGING_DEFAULTS',
  'Grading.VALID_AREAS',
  'Grading.VALID_HARNESSES',
  'Grading.VALID_NODE_STATUSES',
  'HashGenerator.computeAboutHash',
  'HashGenerator.computeSkillHash',
  'PartialGrading.listGradedQuestions',
  'PromptBuilder.buildEntryPoint',
  'RebuildIndex.NODE_STATUSES',
  'RebuildIndex.REBUILD_INDEX_VERSION',
  'RebuildIndex.ROLLUP_STATUSES',
  'SelectionPhases.getAreas',
];

/** Public names of the reference's index, 2.0 and 2.1, that are not here. */
export const leftOut: readonly LeftOut[] = [
  { name: 'Scoring.scoreDimension', why: 'a stub there, and a stub is no result (decision 0042)' },
  {
    name: 'PartialGrading.listGradedDimensions',
    why: 'gradingSpec/2.0.0 grades questions: listGradedQuestions',
  },
  {
    name: 'PartialGrading.resolveNodeStatus',
    why: 'a status follows from all entries of a node: RebuildIndex (chapter 21)',
  },
  {
    name: 'GradingImport.assertFolderNamespaceConsistency',
    why: "2.1; a folder's name decides nothing here: IMP-005 compares the schemas (chapter 22)",
  },
  { name: 'SelectionPhases.runAllStub', why: 'a stub there, and a stub is no result (decision 0042)' },
  {
    name: 'SkillComposition',
    why: 'its rules are findings of an imported selection: SKC-001 to SKC-003 (chapter 13)',
  },
  {
    name: 'StablePromotion',
    why: 'its file is read by nothing; a status follows from the entries (chapter 21)',
  },
  { name: 'ProjectIndex', why: 'the index before 2.0; RebuildIndex (chapter 23)' },
  { name: 'FolderScanner', why: 'verifyTargets' },
  { name: 'AboutConsistencyCheck', why: 'findings of the About, and the questions about it' },
  { name: 'DataPretest', why: 'emitPrompts; requests leave through one guarded door (decision 0049)' },
  { name: 'ModuleApi', why: 'the facade before 2.0' },
  { name: 'ProviderProof', why: 'reportGrades; grade.json belongs to a later book' },
  { name: 'AreaPromptLoader', why: '2.1; PromptBuilder and emitPrompts read the catalogue' },
  { name: 'RequiredLevel', why: '2.1; belongs to a later book' },
  { name: 'AreaDependencyGraph', why: '2.1; what is due follows from the index (chapter 23)' },
  { name: 'TaskId', why: '2.1; belongs to a later book' },
  {
    name: 'Scoring.AREAS, Scoring.DIMENSIONS, Veto.VALID_TRIGGERS, PartialGrading.NODE_STATUSES, ERROR_CODE_TABLE',
    why: 'constants of its modules, which its index does not export; AREAS, RebuildIndex.NODE_STATUSES and errorCodes are here',
  },
];

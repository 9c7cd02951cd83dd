import { problem } from '../problems/error-codes.js';
import * as errorCodes from './error-codes.js';
import * as gradeReporter from './grade-reporter.js';
import { gradeSelection as runGradeSelection } from './grade-selection.js';
import { gradeSingleSchema as runGradeSingleSchema } from './grade-single-schema.js';
import * as grading from './grading.js';
import { type ArgumentCodes, codesOf, guard, guardOne } from './guard.js';
import * as hashGenerator from './hash-generator.js';
import { any, content, list, moment, number, object, optional, orNull, text } from './kinds.js';
import * as naReason from './na-reason.js';
import * as partialGrading from './partial-grading.js';
import * as promptBuilder from './prompt-builder.js';
import * as scoring from './scoring.js';
import * as selectionPhases from './selection-phases.js';
import * as singleSchemaPhases from './single-schema-phases.js';
import { validateGradingEntry as runValidateGradingEntry } from './validate-grading-entry.js';
import * as veto from './veto.js';

/** What each public function takes. An argument that stands in no row is refused (GRD-011). */

const GRADING = codesOf('GRD-001');
const NO_ENTRY = { entry: null };
const INVALID = { valid: false };

export const Grading = guard(grading, GRADING, {
  createEntry: {
    takes: {
      subject: text,
      schemaId: text,
      area: text,
      version: text,
      schemaHash: text,
      gradingMode: text,
      gradingTier: text,
      harness: text,
      selectionId: optional(orNull(text)),
      skillId: optional(orNull(text)),
      persona: optional(orNull(any)),
      aboutHash: optional(orNull(text)),
      createdAt: optional(moment),
    },
    refused: NO_ENTRY,
  },
  readEntry: { takes: { json: text }, refused: NO_ENTRY },
  formatGradingFilename: {
    takes: { area: text, timestamp: text, basePersona: optional(orNull(text)), lens: optional(orNull(text)) },
    refused: { filename: null },
  },
  addGrading: { takes: { entry: object, grading: object }, refused: NO_ENTRY },
  computeAggregateGrade: {
    takes: { entry: object },
    refused: { aggregateGrade: null, rawGrade: null, normalizedScore: null, maxAttainableGrade: null },
  },
  applyRegradingTrigger: {
    takes: { entry: object, regradingTrigger: any, at: optional(moment) },
    refused: { newEntry: null },
  },
  checkAging: {
    takes: { entry: object, now: moment },
    refused: {
      entry: null,
      staleQuestions: [],
      agedDimensions: [],
      agedScore: undefined,
      beyondRetention: false,
    },
  },
});

export const Scoring = guard(scoring, GRADING, {
  validateScore: { takes: { score: any }, refused: INVALID },
  computeWeightedSum: {
    takes: { gradings: list },
    refused: { sum: null, weightSum: null, normalizedScore: null },
  },
});

export const Veto = guard(veto, GRADING, {
  applyVeto: {
    takes: {
      entry: object,
      triggeredBy: any,
      grader: object,
      evidence: optional(orNull(any)),
      reasoning: optional(orNull(text)),
      recordedAt: optional(moment),
    },
    refused: NO_ENTRY,
  },
  isVetoed: { takes: { entry: object }, refused: { vetoed: null, triggeredBy: null } },
  validateVeto: { takes: { veto: object }, refused: INVALID },
  mapAggregateGradeToStatus: { takes: { aggregateGrade: text }, refused: { status: null } },
});

const NA: ArgumentCodes = {
  missing: (field, where) =>
    problem('NA-001', where, { expected: `the argument ${field}`, found: 'nothing' }),
  wrongType: 'GRD-002',
};
export const NaReason = guard(naReason, NA, {
  isAllowed: { takes: { naReason: any }, refused: { allowed: false } },
  validate: {
    takes: { score: optional(any), grade: optional(any), naReason: optional(orNull(any)) },
    refused: { valid: false, status: false, messages: [] },
  },
});

export const PartialGrading = guard(partialGrading, codesOf('PRT-001'), {
  buildPartialEntry: {
    takes: { baseEntry: object, newGradings: list, createdAt: optional(moment) },
    refused: NO_ENTRY,
  },
  validateSequence: {
    takes: { entries: optional(list), gradingFiles: optional(list) },
    refused: { valid: false, violations: [] },
  },
  listGradedQuestions: { takes: { entry: object }, refused: { questionIds: [] } },
});

const NO_CODES = { codes: [], rows: [] };
export const ErrorCodes = guard(errorCodes, GRADING, {
  getCode: { takes: { code: text }, refused: { found: false, entry: null, row: null } },
  formatMessage: { takes: { code: text, context: optional(object) }, refused: { message: null } },
  listByPrefix: { takes: { prefix: text }, refused: NO_CODES },
  listBySeverity: { takes: { severity: text }, refused: NO_CODES },
  validateCodeFormat: { takes: { code: text }, refused: INVALID },
});

const NO_HASH = { hash: null };
export const HashGenerator = guard(hashGenerator, codesOf('HSH-001', 'HSH-002'), {
  canonicalize: { takes: { value: orNull(any) }, refused: { json: null } },
  computeHash: { takes: { value: orNull(any) }, refused: NO_HASH },
  computeSchemaHash: { takes: { schema: object }, refused: NO_HASH },
  computeSelectionHash: { takes: { selection: object }, refused: NO_HASH },
  computeNamespaceHash: { takes: { members: list, aboutHash: orNull(text) }, refused: NO_HASH },
  computeSkillHash: { takes: { skill: object }, refused: NO_HASH },
  computeAboutHash: { takes: { about: content }, refused: NO_HASH },
  isValidHash: { takes: { hash: orNull(any) }, refused: INVALID },
});

export const PromptBuilder = guard(promptBuilder, codesOf('PB-001', 'PB-002'), {
  build: {
    takes: {
      area: text,
      subject: text,
      schemaHash: text,
      persona: optional(orNull(object)),
      files: list,
      material: optional(list),
      questions: optional(list),
      predecessorGrades: optional(list),
      maxTurns: optional(number),
      gradingDataRoot: text,
      secrets: optional(list),
    },
    refused: { prompt: null, outputSchema: null, metadata: null },
  },
  buildGoalBlock: {
    takes: {
      condition: optional(text),
      area: optional(text),
      what: optional(text),
      promptIds: optional(list),
      maxTurns: optional(number),
    },
    refused: { goalBlock: null, condition: null, conditionLength: 0, maxTurns: 0 },
  },
  buildEntryPoint: {
    takes: { persona: object, target: object, mode: text, scoresPath: text },
    refused: { prompt: null },
  },
  isPersonaRequired: { takes: { area: text }, refused: { personaRequired: null } },
});

const OF_SCHEMA = {
  schemaPath: text,
  schemaId: optional(text),
  grader: optional(object),
  harness: optional(text),
  timestamp: optional(moment),
  entry: optional(object),
  dataPretest: optional(orNull(object)),
} as const;
const NO_AREA = { status: 'blocked', tier: 'autonomous', grading: null, entry: null } as const;
export const SingleSchemaPhases = guard(singleSchemaPhases, GRADING, {
  runArea: {
    takes: {
      ...OF_SCHEMA,
      area: text,
      tool: optional(text),
      answers: optional(list),
      facts: optional(object),
    },
    refused: {
      area: 'single-test',
      subject: '',
      ...NO_AREA,
      storable: false,
      reason: null,
      missing: [],
    },
  },
  runAll: {
    takes: { ...OF_SCHEMA, answers: optional(object), facts: optional(object) },
    refused: { results: [], areas: [], entry: null, tier: 'autonomous' },
  },
});

const NO_SELECTION = { grading: null, storable: false, reason: null, missing: [] };
/** A definition and its island, as the reference's phases take them. */
const OF_DEFINITION = {
  entry: optional(object),
  selectionId: optional(text),
  selectionJson: optional(object),
  gradingDataRoot: optional(text),
  personaIndex: optional(object),
} as const;
const CLOSED_PHASE = { passed: false, entry: null };
export const SelectionPhases = guard(selectionPhases, GRADING, {
  runS1: {
    takes: {
      schemaIds: optional(list),
      members: optional(object),
      lockSnapshot: optional(object),
      ...OF_DEFINITION,
    },
    refused: { phase: 'S1', ...CLOSED_PHASE, resolved: [], missing: [] },
    waits: true,
  },
  runS3: {
    takes: { skills: optional(list), ...OF_DEFINITION },
    refused: { phase: 'S3', ...CLOSED_PHASE },
    waits: true,
  },
  runS4: {
    takes: { personaIds: optional(list), about: optional(orNull(text)), ...OF_DEFINITION },
    refused: { phase: 'S4', ...CLOSED_PHASE, personas: [] },
    waits: true,
  },
  runAll: {
    takes: {
      schemaIds: optional(list),
      grader: optional(object),
      options: optional(object),
      ...OF_DEFINITION,
    },
    refused: { ...NO_SELECTION, entry: null, phases: [], tier: 'group-bound' },
    waits: true,
  },
});

export const GradeReporter = guard(gradeReporter, GRADING, {
  buildEvalPrompts: { takes: { schema: object }, refused: { evalPrompts: [] } },
  grade: {
    takes: {
      schemaId: text,
      deterministicResult: object,
      scores: list,
      validatorVersion: optional(orNull(text)),
      timestamp: optional(moment),
    },
    refused: { grade: null, report: null, suggestedFileName: null },
  },
});

export const gradeSingleSchema = guardOne(runGradeSingleSchema, GRADING, {
  takes: { schemaPath: text, schemaId: text, grader: object, options: optional(object) },
  refused: NO_SELECTION,
});

export const gradeSelection = guardOne(runGradeSelection, GRADING, {
  takes: { selectionId: text, schemaIds: list, grader: object, options: object },
  refused: NO_SELECTION,
  waits: true,
});

export const validateGradingEntry = guardOne(runValidateGradingEntry, GRADING, {
  takes: { entry: orNull(any) },
  refused: INVALID,
});

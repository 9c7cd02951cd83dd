import { AT, answersTo, autonomousEntry, HUMAN } from '../entries.js';
import type { ReferenceCall } from './row.js';

/** Entries, scores, vetoes, reasons and codes. */

const { gradings: _, aggregateGrade: __, ...head } = autonomousEntry();
const draft = { ...head, gradings: [], aggregateGrade: null };
const [answer] = answersTo('tools-aggregate-schema', 4);
const MODEL = { kind: 'llm', name: 'reader', version: '1', llmModel: 'model-1' };

const CHAPTER_08 = 'chapter 08: the JSON Schema of an entry allows these fields and no others';
const NO_DEFAULT = 'chapter 08: the weight is a MUST; chapter 09: Anti-Defaults';
const ONE_CODE = 'decision 0042: one code for a wrong value, whose place names the field';

const IN_CHAPTER_08 = {
  there: 'an entry with dimension, options, grader, iteration, createdAt',
  here: 'an entry of chapter 08, checked as a whole; nothing is filled in',
  verdict: 'departure',
  why: CHAPTER_08,
} as const;
const NULL_ON_ERROR = {
  there: 'on an error, the entry that was passed',
  here: 'null',
  verdict: 'departure',
  why: 'safety: an unchanged entry looks like a changed one',
} as const;

export const entryCalls: readonly ReferenceCall[] = [
  {
    call: 'Grading.getVersion',
    takes: [],
    gives: ['version'],
    shown: [{ input: undefined, gives: { version: 'gradingSystem/1.0.0' } }],
    differences: [],
  },
  {
    call: 'Grading.createEntry',
    takes: [
      'schemaId',
      'gradingTier',
      'grader',
      'selectionId?',
      'options?',
      'iteration?',
      'improvementHints?',
      'persona?',
      'area?',
      'skillId?',
      'level?',
      'status?',
      'harness?',
      'blockedReason?',
    ],
    gives: ['entry', 'errors'],
    shown: [],
    differences: [
      IN_CHAPTER_08,
      {
        there: 'null is an absent selectionId, skillId or aboutHash',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { ...draftInput(), selectionId: null, skillId: null, aboutHash: null },
          gives: { entry: { area: 'tools-aggregate-schema', gradings: [] }, errors: [] },
        },
      },
      {
        there: 'GRD-030 to GRD-036, GRD-038, GRD-039 for single fields',
        here: 'GRD-002, or GRD-011 for a field that chapter 08 does not have',
        verdict: 'departure',
        why: ONE_CODE,
      },
    ],
  },
  {
    call: 'Grading.readEntry',
    takes: ['json'],
    gives: ['entry', 'errors'],
    shown: [
      { input: {}, gives: { entry: null, errors: [/^GRD-001/] } },
      { input: { json: 5 }, gives: { entry: null, errors: [/^GRD-002/] } },
      { input: { json: '{' }, gives: { entry: null, errors: [/^GRD-020/] } },
      { input: { json: JSON.stringify(autonomousEntry()) }, gives: { entry: autonomousEntry(), errors: [] } },
    ],
    differences: [
      IN_CHAPTER_08,
      {
        there: 'iteration, improvementHints and persona are filled in',
        here: 'nothing is',
        verdict: 'departure',
        why: NO_DEFAULT,
      },
    ],
  },
  {
    call: 'Grading.formatGradingFilename',
    takes: ['area', 'timestamp', 'basePersona?', 'lens?'],
    gives: ['filename'],
    shown: [
      {
        input: { area: 'single-test', timestamp: '2026-05-30T10-15-00Z', basePersona: null, lens: null },
        gives: { filename: 'single-test--2026-05-30T10-15-00Z.json' },
      },
      {
        input: { timestamp: '2026-05-30T10-15-00Z' },
        gives: { filename: null, errors: [/^GRD-001: \/area/] },
      },
    ],
    differences: [
      {
        there: 'throws',
        here: 'null and errors',
        verdict: 'departure',
        why: 'decision 0042: nothing throws on a caller’s mistake',
      },
      {
        there: 'GRD-041, GRD-042, GRD-043',
        here: 'GRD-002 with the place of the field',
        verdict: 'departure',
        why: ONE_CODE,
      },
      {
        there: 'any slug is a base persona',
        here: 'one of four',
        verdict: 'departure',
        why: 'chapter 12: the bases are a closed list',
      },
    ],
  },
  {
    call: 'Grading.addGrading',
    takes: ['entry', 'grading'],
    gives: ['entry', 'errors'],
    shown: [
      { input: { entry: draft, grading: answer }, gives: { entry: { gradings: [answer] }, errors: [] } },
    ],
    differences: [
      IN_CHAPTER_08,
      NULL_ON_ERROR,
      {
        there: 'GRD-005 without personaIds, or with none',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: {
            entry: draft,
            grading: { ...answer, selectionContext: { groupId: 'demo', personaIds: [] } },
          },
          gives: { entry: null, errors: [/^GRD-005/] },
        },
      },
    ],
  },
  {
    call: 'Grading.computeAggregateGrade',
    takes: ['entry'],
    gives: ['aggregateGrade', 'rawGrade', 'maxAttainableGrade', 'normalizedScore', 'errors'],
    shown: [
      {
        input: {
          entry: { gradingTier: 'autonomous', gradings: answersTo('single-test', 5), categoricalVeto: null },
        },
        gives: {
          aggregateGrade: 'B',
          rawGrade: 'A',
          maxAttainableGrade: 'B',
          normalizedScore: 5,
          errors: [],
        },
      },
      {
        input: { entry: { gradingTier: 'group-bound', gradings: answersTo('single-test', 4) } },
        gives: { aggregateGrade: 'B', maxAttainableGrade: 'A', errors: [] },
      },
      { input: {}, gives: { aggregateGrade: null, errors: [/^GRD-001/] } },
      { input: { entry: { gradingTier: 'other', gradings: [] } }, gives: { errors: [/^GRD-003/] } },
    ],
    differences: [
      {
        there: 'maxAttainableGrade is null for an entry that cannot be read',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: {}, gives: { maxAttainableGrade: null } },
      },
      {
        there: 'an absent weight is 1, scores are not checked',
        here: 'SCO-004, SCO-001, SCO-003',
        verdict: 'departure',
        why: NO_DEFAULT,
      },
    ],
  },
  {
    call: 'Grading.applyRegradingTrigger',
    takes: ['entry', 'regradingTrigger'],
    gives: ['newEntry', 'errors'],
    shown: [
      {
        input: { entry: autonomousEntry(), regradingTrigger: 'scheduled' },
        gives: { newEntry: { gradings: [], aggregateGrade: null }, errors: [] },
      },
    ],
    differences: [
      {
        there: 'any text is a trigger; previousGradingId and trigger stand at the top',
        here: 'one of four; both stand in regradingTrigger',
        verdict: 'departure',
        why: 'chapter 08, Re-Grading Trigger',
      },
    ],
  },
  {
    call: 'Grading.checkAging',
    takes: ['entry', 'now'],
    gives: ['entry', 'agedDimensions', 'errors'],
    shown: [],
    differences: [
      IN_CHAPTER_08,
      {
        there: 'a copy of the entry with stale scores, and agedDimensions',
        here: 'the same, beside staleQuestions, agedScore and beyondRetention',
        verdict: 'both forms',
        shown: {
          input: { entry: autonomousEntry(), now: '2026-03-02T10:00:00Z' },
          gives: { entry: autonomousEntry(), agedDimensions: [], staleQuestions: [], errors: [] },
        },
      },
      {
        there: 'GRD-WARN-001 in errors for each old answer',
        here: 'beyondRetention is true',
        verdict: 'departure',
        why: 'decision 0042: no warning stands among errors',
      },
    ],
  },
  {
    call: 'Scoring.getVersion',
    takes: [],
    gives: ['version'],
    shown: [{ input: undefined, gives: { version: 'scoringSystem/1.0.0' } }],
    differences: [],
  },
  {
    call: 'Scoring.validateScore',
    takes: ['score'],
    gives: ['valid', 'errors'],
    shown: [
      ...[1, 3.5, 5, 'pass', 'fail', 'stale', 'n/a'].map((score) => ({
        input: { score },
        gives: { valid: true, errors: [] },
      })),
      { input: {}, gives: { valid: false, errors: [/^GRD-001/] } },
      { input: { score: null }, gives: { valid: false, errors: [/^GRD-001/] } },
      { input: { score: 'good' }, gives: { valid: false, errors: [/^SCO-003/] } },
      { input: { score: 6 }, gives: { valid: false, errors: [/^SCO-001/] } },
      { input: { score: Number.NaN }, gives: { valid: false, errors: [/^SCO-001/] } },
      { input: { score: true }, gives: { valid: false, errors: [/^GRD-002/] } },
    ],
    differences: [],
  },
  {
    call: 'Scoring.computeWeightedSum',
    takes: ['gradings'],
    gives: ['sum', 'weightSum', 'normalizedScore', 'errors'],
    shown: [
      {
        input: {
          gradings: [
            { score: 4, weight: 1 },
            { score: 'pass', weight: 1 },
            { score: 'n/a', weight: 1 },
          ],
        },
        gives: { sum: 9, weightSum: 2, normalizedScore: 4.5, errors: [] },
      },
      { input: {}, gives: { errors: [/^GRD-001/] } },
      { input: { gradings: 'x' }, gives: { errors: [/^GRD-002/] } },
      { input: { gradings: [{ score: 4, weight: 0 }] }, gives: { errors: [/^SCO-004/] } },
    ],
    differences: [
      { there: 'an absent weight is 1', here: 'an error', verdict: 'departure', why: NO_DEFAULT },
      {
        there: 'on an error, sums of 0',
        here: 'null',
        verdict: 'departure',
        why: 'safety: a failing part must not look like a low score',
      },
      {
        there: 'SCO-WARN-001 in errors for a stale answer',
        here: 'none; it counts in neither sum',
        verdict: 'departure',
        why: 'decision 0042: no warning stands among errors; chapter 08 asks only to leave it out',
      },
    ],
  },
  {
    call: 'Veto.getTriggers',
    takes: [],
    gives: ['triggers'],
    shown: [
      {
        input: undefined,
        gives: {
          triggers: ['malicious-module', 'api-key-domain-mismatch', 'illegal-content', 'ai-security-veto'],
        },
      },
    ],
    differences: [],
  },
  {
    call: 'Veto.applyVeto',
    takes: ['entry', 'triggeredBy', 'grader', 'evidence', 'reasoning?'],
    gives: ['entry', 'errors'],
    shown: [
      {
        input: {
          entry: autonomousEntry(),
          triggeredBy: 'illegal-content',
          grader: HUMAN,
          evidence: 'line 3',
          reasoning: null,
        },
        gives: {
          entry: {
            aggregateGrade: 'REJECTED',
            categoricalVeto: { triggeredBy: 'illegal-content', evidence: 'line 3' },
          },
          errors: [],
        },
      },
      {
        input: { entry: autonomousEntry(), triggeredBy: 'other', grader: HUMAN, evidence: 'line 3' },
        gives: { entry: null, errors: [/^VET-001/] },
      },
    ],
    differences: [
      {
        there: 'a grader of kind llm carries llmModel',
        here: 'the same; a veto of chapter 08 does not record it',
        verdict: 'taken over',
        shown: {
          input: {
            entry: autonomousEntry(),
            triggeredBy: 'illegal-content',
            grader: MODEL,
            evidence: 'line 3',
          },
          gives: { entry: { aggregateGrade: 'REJECTED' }, errors: [] },
        },
      },
      {
        there: 'VET-003 for ai-security-veto without reasoning',
        here: 'the same, also without evidence, as chapter 08 has it',
        verdict: 'taken over',
        shown: {
          input: {
            entry: autonomousEntry(),
            triggeredBy: 'ai-security-veto',
            grader: HUMAN,
            evidence: 'line 3',
          },
          gives: { entry: null, errors: [/^VET-003/] },
        },
      },
      {
        there: 'VET-002 without evidence',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { entry: autonomousEntry(), triggeredBy: 'illegal-content', grader: HUMAN },
          gives: { entry: null, errors: [/^VET-002/] },
        },
      },
      {
        there: 'grader and recordedAt in the veto, evidence of any type, VET-004 without a grader',
        here: 'graderIdentity and timestamp, evidence as text, GRD-001',
        verdict: 'departure',
        why: 'chapter 08, Categorical Veto',
      },
      NULL_ON_ERROR,
    ],
  },
  {
    call: 'Veto.isVetoed',
    takes: ['entry'],
    gives: ['vetoed', 'triggeredBy', 'errors'],
    shown: [
      { input: { entry: autonomousEntry() }, gives: { vetoed: false, triggeredBy: null } },
      { input: {}, gives: { errors: [/^GRD-001/] } },
    ],
    differences: [
      {
        there: 'vetoed is false where there is no entry',
        here: 'null',
        verdict: 'departure',
        why: 'safety: "not vetoed" must not be said of nothing',
      },
    ],
  },
  {
    call: 'Veto.validateVeto',
    takes: ['veto'],
    gives: ['valid', 'errors'],
    shown: [
      { input: {}, gives: { valid: false, errors: [/^GRD-001/] } },
      { input: { veto: 'x' }, gives: { valid: false, errors: [/^GRD-002/] } },
      {
        input: {
          veto: { triggeredBy: 'illegal-content', graderIdentity: HUMAN, evidence: 'line 3', timestamp: AT },
        },
        gives: { valid: true, errors: [] },
      },
    ],
    differences: [
      {
        there: 'grader, evidence of any type',
        here: 'graderIdentity, evidence as text',
        verdict: 'departure',
        why: 'chapter 08, Categorical Veto',
      },
    ],
  },
  {
    call: 'Veto.mapAggregateGradeToStatus',
    takes: ['aggregateGrade'],
    gives: ['status', 'errors'],
    shown: [
      { input: { aggregateGrade: 'REJECTED' }, gives: { status: 'rejected', errors: [] } },
      { input: { aggregateGrade: 'B' }, gives: { status: null, errors: [] } },
      { input: {}, gives: { status: null, errors: [/^GRD-001/] } },
    ],
    differences: [],
  },
];

function draftInput() {
  const {
    gradingId: _id,
    gradings: _g,
    categoricalVeto: _v,
    aggregateGrade: _a,
    maxAttainableGrade: _m,
    ...rest
  } = autonomousEntry();
  const { scoringSystem: _s, gradingSystem: _gs, ...bound } = rest;
  return { ...bound, subject: 'prices' };
}

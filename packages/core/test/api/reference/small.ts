import { autonomousEntry } from '../entries.js';
import type { ReferenceCall } from './row.js';

/** Reasons, partial gradings, codes, and the functions about entries. */

const FULL = { gradingMode: 'full', aggregateGrade: 'A' };
const PARTIAL = { gradingMode: 'partial', aggregateGrade: 'A' };
const CHAPTER_08 = 'chapter 08: the JSON Schema of an entry allows these fields and no others';
const CONSTANT = 'a constant of a module that its index does not export';

export const smallCalls: readonly ReferenceCall[] = [
  {
    call: 'NaReason.getAllowed',
    takes: [],
    gives: ['allowed'],
    shown: [
      {
        input: undefined,
        gives: {
          allowed: [
            'not-applicable-to-tool-type',
            'requires-private-data',
            'blocked-by-precondition',
            'out-of-scope-resource',
            'out-of-scope-prompt',
            'out-of-scope-procedure',
          ],
        },
      },
    ],
    differences: [{ there: 'ALLOWED_NA_REASONS', here: 'getAllowed', verdict: 'departure', why: CONSTANT }],
  },
  {
    call: 'NaReason.isAllowed',
    takes: ['naReason'],
    gives: ['allowed'],
    shown: [
      { input: { naReason: 'requires-private-data' }, gives: { allowed: true } },
      { input: { naReason: 'no time' }, gives: { allowed: false } },
    ],
    differences: [],
  },
  {
    call: 'NaReason.validate',
    takes: ['grade', 'naReason?'],
    gives: ['status', 'messages'],
    shown: [],
    differences: [
      {
        there: 'grade, status, messages',
        here: 'beside score, valid, errors',
        verdict: 'both forms',
        shown: {
          input: { grade: 'n/a', naReason: 'requires-private-data' },
          gives: { status: true, messages: [], valid: true, errors: [] },
        },
      },
      {
        there: 'a letter needs no reason',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { grade: 'A' }, gives: { status: true, messages: [] } },
      },
      {
        there: 'n/a without a reason of the set',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { grade: 'n/a', naReason: 'no time' },
          gives: { status: false, messages: [/^NA-001/] },
        },
      },
      {
        there: 'NA-001 without a grade',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: {}, gives: { status: false, messages: [/^NA-001/] } },
      },
      {
        there: 'a reason beside another grade is not looked at',
        here: 'NA-002',
        verdict: 'departure',
        why: 'chapter 08: a naReason says why a score is n/a; decision 0042: what is wrong stands in errors',
      },
    ],
  },
  {
    call: 'PartialGrading.getValidModes',
    takes: [],
    gives: ['modes'],
    shown: [{ input: undefined, gives: { modes: ['full', 'partial'] } }],
    differences: [],
  },
  {
    call: 'PartialGrading.buildPartialEntry',
    takes: [
      'baseEntry',
      'dimensions',
      'newGradings',
      'grader',
      'schemaHash',
      'schemaVersion',
      'area?',
      'skillId?',
    ],
    gives: ['entry', 'errors'],
    shown: [{ input: { newGradings: [] }, gives: { entry: null, errors: [/^PRT-001: \/baseEntry/] } }],
    differences: [
      {
        there: 'dimensions, grader, hash and version beside the entry',
        here: 'answers carry their question and grader, the entry its hash; other arguments are GRD-011',
        verdict: 'departure',
        why: `${CHAPTER_08}; chapter 21`,
      },
      {
        there: 'an entry without answers, with PRT-WARN-001',
        here: 'PRT-006',
        verdict: 'departure',
        why: 'an entry without a judgement is none (decision 0063)',
      },
      {
        there: 'categoricalVeto is null',
        here: 'the veto of the base entry',
        verdict: 'departure',
        why: 'safety: a partial grading lifts no veto (decision 0038)',
      },
    ],
  },
  {
    call: 'PartialGrading.validateSequence',
    takes: ['gradingFiles'],
    gives: ['valid', 'violations', 'errors'],
    shown: [],
    differences: [
      {
        there: 'gradingFiles',
        here: 'beside entries',
        verdict: 'both forms',
        shown: {
          input: { gradingFiles: [FULL, PARTIAL, FULL] },
          gives: { valid: true, violations: [], errors: [] },
        },
      },
      {
        there: 'messages with PRT-003 and PRT-004',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { gradingFiles: [FULL, { ...PARTIAL, aggregateGrade: 'B' }] },
          gives: {
            valid: false,
            violations: [{ index: 1, rule: 'partial-must-not-change-aggregate', message: /^PRT-004/ }],
          },
        },
      },
      {
        there: 'a mode that is none is a violation',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { gradingFiles: [{ gradingMode: 'wrong', aggregateGrade: 'A' }] },
          gives: {
            valid: false,
            violations: [
              { rule: 'first-must-be-full', message: /^PRT-003/ },
              { rule: 'invalid-mode', message: /^PRT-002/ },
            ],
          },
        },
      },
      {
        there: 'PRT-001 without a list',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: {}, gives: { valid: false, errors: [/^PRT-001/] } },
      },
    ],
  },
  {
    call: 'ErrorCodes.getCode',
    takes: ['code'],
    gives: ['entry', 'found', 'errors'],
    shown: [{ input: {}, gives: { found: false, errors: [/^GRD-001/] } }],
    differences: [
      {
        there: 'entry with severity in capitals and message, found',
        here: 'beside row',
        verdict: 'both forms',
        shown: {
          input: { code: 'GRD-001' },
          gives: {
            found: true,
            entry: { code: 'GRD-001', severity: 'ERROR' },
            row: { severity: 'error' },
            errors: [],
          },
        },
      },
      {
        there: 'no error for an unknown code',
        here: 'CLI-004',
        verdict: 'departure',
        why: 'decision 0042: what is wrong stands in errors',
        shown: { input: { code: 'GRD-999' }, gives: { found: false, entry: null, errors: [/^CLI-004/] } },
      },
    ],
  },
  {
    call: 'ErrorCodes.formatMessage',
    takes: ['code', 'context'],
    gives: ['message', 'errors'],
    shown: [{ input: {}, gives: { message: null, errors: [/^GRD-001/] } }],
    differences: [
      {
        there: 'the text without the code',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { code: 'GRD-001', context: { field: 'schemaId' } },
          gives: { message: 'schemaId is missing', errors: [] },
        },
      },
      {
        there: 'GRD-002 for an unknown code',
        here: 'CLI-004',
        verdict: 'departure',
        why: 'decision 0042: an unknown code is CLI-004 everywhere',
        shown: { input: { code: 'XYZ-000', context: {} }, gives: { message: null, errors: [/^CLI-004/] } },
      },
    ],
  },
  {
    call: 'ErrorCodes.listByPrefix',
    takes: ['prefix'],
    gives: ['codes', 'errors'],
    shown: [{ input: {}, gives: { codes: [], errors: [/^GRD-001/] } }],
    differences: [
      {
        there: 'codes as texts',
        here: 'the same, and rows',
        verdict: 'taken over',
        shown: {
          input: { prefix: 'VET' },
          gives: { codes: ['VET-001', 'VET-002', 'VET-003'], errors: [] },
        },
      },
      {
        there: 'an unknown prefix is an error',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { prefix: 'ZZZ' }, gives: { codes: [], errors: [/^GRD-002/] } },
      },
      {
        there: '-WARN- and -INFO- codes, VET-004, IMP-006, GRD-038, GRD-039',
        here: 'the severity is a column',
        verdict: 'departure',
        why: 'decision 0042',
      },
      {
        there: 'SKC-001 to SKC-003 alone, errors: no list, rule A, rule B',
        here: 'SKC-001 to SKC-003 as chapter 13 numbers them, warnings; SKC-004 to SKC-011 beside them',
        verdict: 'departure',
        why: 'chapter 13; decision 0036: no score follows from a finding; decision 0040',
      },
    ],
  },
  {
    call: 'ErrorCodes.listBySeverity',
    takes: ['severity'],
    gives: ['codes', 'errors'],
    shown: [{ input: {}, gives: { codes: [], errors: [/^GRD-001/] } }],
    differences: [
      {
        there: 'ERROR, WARNING, INFO',
        here: 'in either case',
        verdict: 'both forms',
        shown: { input: { severity: 'INFO' }, gives: { errors: [] } },
      },
      {
        there: 'an unknown severity is an error',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { severity: 'CRITICAL' }, gives: { codes: [], errors: [/^GRD-002/] } },
      },
    ],
  },
  {
    call: 'ErrorCodes.validateCodeFormat',
    takes: ['code'],
    gives: ['valid', 'errors'],
    shown: [{ input: { code: 'GRD-001' }, gives: { valid: true, errors: [] } }],
    differences: [
      {
        there: 'errors beside valid',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { code: 'invalid' }, gives: { valid: false, errors: [/^GRD-002/] } },
      },
      {
        there: 'GRD-WARN-001 and SEL-S1 are codes, VAL014 is none',
        here: 'the other way round',
        verdict: 'departure',
        why: 'Schemas-Spec 09: its codes have no hyphen; decision 0042: the severity is a column',
      },
    ],
  },
  {
    call: 'validateGradingEntry',
    takes: ['entry'],
    gives: ['valid', 'errors'],
    shown: [
      { input: {}, gives: { valid: false, errors: [/^GRD-001/] } },
      { input: { entry: autonomousEntry() }, gives: { valid: true, errors: [] } },
    ],
    differences: [
      {
        there: 'three fields',
        here: 'every field and rule',
        verdict: 'departure',
        why: 'chapter 08, Data Model; decision 0042',
      },
    ],
  },
  {
    call: 'getVersion',
    takes: ['rules?'],
    gives: ['scoringSystem', 'gradingSystem', 'repoVersion'],
    shown: [{ input: undefined, gives: { scoringSystem: '1.0.0', gradingSystem: '1.0.0' } }],
    differences: [
      {
        there: 'a prefix before the number',
        here: 'the bare number',
        verdict: 'departure',
        why: 'its README promises bare numbers; decision 0042',
      },
    ],
  },
];

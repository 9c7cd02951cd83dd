import { HUMAN } from '../entries.js';
import { startedEntry, TIDES } from '../started-entry.js';
import type { ReferenceCall } from './row.js';

/** SingleSchemaPhases and gradeSingleSchema. */

const WORKS = { ok: true, httpStatus: 200, workingTests: 3 };
const FAILED = { ok: false, httpStatus: 403, workingTests: 0 };
const BY_SCRIPT = { kind: 'script', name: 'unit', version: '0.0.1' };
const PROVIDER_AREAS = [
  'single-test',
  'tools-aggregate-schema',
  'tools-aggregate-namespace',
  'namespace-description',
  'namespace-skills',
  'about-namespace',
];
const CHAPTER_08 =
  'chapter 04, cascade step 1: three working tests; chapter 08: answers of code alone are no grading';
const ONE_AREA = 'chapter 08: an entry is one of its schema, and has one area';

const single = (more: object) => ({
  entry: startedEntry('single-test'),
  schemaPath: TIDES,
  area: 'single-test',
  ...more,
});

export const singleSchemaCalls: readonly ReferenceCall[] = [
  {
    call: 'SingleSchemaPhases.getTier',
    takes: [],
    gives: ['tier'],
    shown: [{ input: undefined, gives: { tier: 'autonomous' } }],
    differences: [],
  },
  {
    call: 'SingleSchemaPhases.getAreas',
    takes: [],
    gives: ['areas'],
    shown: [{ input: undefined, gives: { areas: PROVIDER_AREAS } }],
    differences: [],
  },
  {
    call: 'SingleSchemaPhases.runArea',
    takes: ['entry', 'schemaPath', 'area', 'dataPretest?'],
    gives: ['entry', 'status', 'area', 'errors'],
    shown: [],
    differences: [
      {
        there: 'an entry, and the result of a pretest',
        here: 'the same, for an entry of chapter 08, beside { schemaPath, schemaId, grader, area, … }',
        verdict: 'both forms',
        shown: {
          input: () => single({ dataPretest: WORKS }),
          gives: {
            entry: { gradings: [{ determinism: 'deterministic' }] },
            area: 'single-test',
            tier: 'autonomous',
            errors: [],
          },
        },
      },
      {
        there: 'status 200 is the answer pass, with which single-test is graded',
        here: 'no answer: pending until all questions of the area are answered, then graded',
        verdict: 'departure',
        why: CHAPTER_08,
        shown: { input: () => single({ dataPretest: WORKS }), gives: { status: 'pending' } },
      },
      {
        there: 'any other status is blocked, with the answer fail',
        here: 'blocked, without an answer',
        verdict: 'departure',
        why: 'chapters 06 and 21: what cannot be graded is blocked, with a reason; no question of single-test asks for the status',
        shown: {
          input: () => single({ dataPretest: FAILED }),
          gives: { status: 'blocked', reason: /HTTP 403/, entry: { gradings: [] }, errors: [] },
        },
      },
      {
        there: 'GRD-050 for single-test without the status of a pretest',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: () => single({}), gives: { status: 'blocked', errors: [/^GRD-050/] } },
      },
      {
        there: 'GRD-002 for an area that is not of the provider side',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: () => single({ area: 'not-a-provider-area' }),
          gives: { status: 'blocked', errors: [/^GRD-002: \/area/] },
        },
      },
      {
        there: 'any area for any entry',
        here: 'the area of the entry, else GRD-002',
        verdict: 'departure',
        why: ONE_AREA,
        shown: {
          input: () => single({ area: 'about-namespace' }),
          gives: { status: 'blocked', errors: [/^GRD-002: \/area: expected single-test/] },
        },
      },
      {
        there: 'GRD-003 for an entry of the group-bound tier',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: () =>
            single({
              entry: { ...startedEntry('single-test'), gradingTier: 'group-bound' },
              dataPretest: WORKS,
            }),
          gives: { status: 'blocked', errors: [/^GRD-003: \/entry\/gradingTier/] },
        },
      },
    ],
  },
  {
    call: 'SingleSchemaPhases.runAll',
    takes: ['entry', 'schemaPath', 'dataPretest?'],
    gives: ['entry', 'errors', 'areas', 'tier'],
    shown: [],
    differences: [
      {
        there: 'area by area, each with its status',
        here: 'the same beside results, also in our own form',
        verdict: 'both forms',
        shown: {
          input: () => ({ entry: startedEntry('single-test'), schemaPath: TIDES, dataPretest: WORKS }),
          gives: {
            tier: 'autonomous',
            areas: PROVIDER_AREAS.map((area) => ({ area, status: 'pending' })),
            errors: [],
          },
        },
      },
      {
        there: 'single-test is graded by the status 200',
        here: 'pending',
        verdict: 'departure',
        why: CHAPTER_08,
      },
      {
        there: 'a blocked area ends the cascade',
        here: 'the same with an entry; without one, each tool and the aggregate get a result',
        verdict: 'both forms',
        shown: {
          input: () => ({ entry: startedEntry('single-test'), schemaPath: TIDES, dataPretest: FAILED }),
          gives: { areas: [{ area: 'single-test', status: 'blocked' }], errors: [] },
        },
      },
    ],
  },
  {
    call: 'gradeSingleSchema',
    takes: ['schemaPath', 'schemaId', 'grader', 'options?'],
    gives: ['grading', 'errors'],
    shown: [
      {
        input: { schemaId: 'demo', grader: BY_SCRIPT },
        gives: { grading: null, errors: [/^GRD-001: \/schemaPath/] },
      },
      {
        input: { schemaPath: TIDES, schemaId: 'tidewatch.tides', grader: BY_SCRIPT, options: {} },
        gives: { grading: { gradingTier: 'autonomous', maxAttainableGrade: 'B' }, errors: [] },
      },
    ],
    differences: [
      {
        there: 'any path and a name of one part; the file is not opened',
        here: 'the file is read and has to pass the gate; the id has the namespace and the schema',
        verdict: 'departure',
        why: 'chapter 08: an entry carries hash and version of its schema, and an id of two parts',
        shown: {
          input: { schemaPath: '/nowhere/demo.mjs', schemaId: 'demo.demo', grader: BY_SCRIPT },
          gives: { grading: null, errors: [/^SRC-005/] },
        },
      },
      {
        there: 'a grade without an answer of anybody, and GRD-050 among the errors',
        here: 'no grade, storable false, and in missing what is not answered',
        verdict: 'departure',
        why: 'decision 0063: an entry without judgement is none',
        shown: {
          input: { schemaPath: TIDES, schemaId: 'tidewatch.tides', grader: HUMAN },
          gives: { grading: { aggregateGrade: null }, storable: false, errors: [] },
        },
      },
      {
        there: 'any options',
        here: 'an unknown one is GRD-011',
        verdict: 'departure',
        why: 'decision 0086',
        shown: {
          input: { schemaPath: TIDES, schemaId: 'tidewatch.tides', grader: HUMAN, options: { answer: [] } },
          gives: { grading: null, errors: [/^GRD-011: \/options\/answer/] },
        },
      },
    ],
  },
];

import type { ReferenceCall } from './row.js';
import { selectionCalls } from './selections.js';
import { singleSchemaCalls } from './single-schema.js';

/** PromptBuilder, and what stands in the two files beside this one. */

const NO_THROW = 'decision 0042: nothing throws on a mistake of the caller';
const FROM_CATALOGUE =
  'decision 0042: every prompt of an area asks the same, so template, policies and output schema come from the catalogue';

const GOAL_KEYS = ['goalBlock', 'condition', 'conditionLength', 'maxTurns'];

/** A call of the reference's form. */
const FILLED = {
  template: '{{QUESTIONS_BLOCK}}',
  persona: null,
  files: [{ path: '{{SCHEMA_PATH}}', role: 'the schema' }],
  questions: [{ id: 'Q-001', question: 'Is it exact?' }],
  outputSchema: { type: 'object' },
  policies: [{ id: 'POL-001', summary: 'stay offline' }],
  area: 'single-test',
};

/** A call of our own form. */
const OWN = {
  area: 'single-test',
  subject: 'prices.getPrice',
  schemaHash: '0123abcd',
  files: [{ path: 'providers/demo/prices/schema/a.mjs', role: 'the schema' }],
  material: [{ title: 'The tool', text: 'getPrice' }],
  gradingDataRoot: '/island',
};
const WITH_PERSONA = {
  ...OWN,
  area: 'about-namespace',
  subject: 'demo',
  persona: { basePersonaId: 'decision-maker', lensId: 'crypto-trader' },
};
const AGGREGATE = { ...WITH_PERSONA, area: 'selection-aggregate', subject: 'group' };
const REFUSED = { prompt: null, metadata: null };

const builderCalls: readonly ReferenceCall[] = [
  {
    call: 'PromptBuilder.getValidAreas',
    takes: [],
    gives: ['areas'],
    shown: [],
    differences: [
      {
        there: 'the eleven names in an order of their own',
        here: 'the same names, by the numbers of the chapters',
        verdict: 'departure',
        why: 'chapters 04 and 05 number the areas; a run asks in that order',
        shown: {
          input: undefined,
          gives: {
            areas: [
              'single-test',
              'tools-aggregate-schema',
              'tools-aggregate-namespace',
              'namespace-description',
              'namespace-skills',
              'about-namespace',
              'about-selection',
              'selection-skills-L1',
              'selection-skills-L2',
              'selection-skills-L3',
              'selection-aggregate',
            ],
          },
        },
      },
    ],
  },
  {
    call: 'PromptBuilder.isPersonaRequired',
    takes: ['area'],
    gives: ['personaRequired'],
    shown: [
      { input: { area: 'selection-aggregate' }, gives: { personaRequired: true } },
      { input: { area: 'namespace-skills' }, gives: { personaRequired: true } },
      { input: { area: 'single-test' }, gives: { personaRequired: false } },
      { input: { area: 'namespace-description' }, gives: { personaRequired: false } },
    ],
    differences: [
      {
        there: 'PB-004 for an unknown area',
        here: 'the same, with the list of areas',
        verdict: 'taken over',
        shown: {
          input: { area: 'invalid-area' },
          gives: { personaRequired: null, errors: [/^PB-004: \/area: .*invalid-area.*single-test/] },
        },
      },
      {
        there: 'PB-001 without an area, PB-002 for no text',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: {}, gives: { personaRequired: null, errors: [/^PB-001: \/area/] } },
      },
      { there: 'throws', here: 'null, and errors', verdict: 'departure', why: NO_THROW },
    ],
  },
  {
    call: 'PromptBuilder.build',
    takes: [
      'template',
      'files',
      'questions',
      'outputSchema',
      'policies',
      'area',
      'persona?',
      'predecessorGrades?',
      'goal?',
    ],
    gives: ['prompt', 'metadata'],
    shown: [
      {
        input: OWN,
        gives: {
          prompt: /\[GRADING\] DONE[\s\S]*/,
          metadata: { area: 'single-test', persona: 'neutral', fileCount: 1, personaRequired: false },
        },
      },
      {
        input: WITH_PERSONA,
        gives: { metadata: { persona: 'decision-maker--crypto-trader', personaRequired: true } },
      },
      { input: AGGREGATE, gives: { metadata: { predecessorGradeCount: 0 } } },
    ],
    differences: [
      {
        there: 'template, policies and outputSchema are the caller’s, questions are texts',
        here: 'subject, schemaHash, gradingDataRoot and ids of questions; any other argument is GRD-011',
        verdict: 'departure',
        why: FROM_CATALOGUE,
        shown: {
          input: FILLED,
          gives: {
            ...REFUSED,
            errors: [
              /^PB-001: \/subject/,
              /^PB-001: \/schemaHash/,
              /^PB-001: \/gradingDataRoot/,
              /^GRD-011: \/template/,
              /^GRD-011: \/outputSchema/,
              /^GRD-011: \/policies/,
            ],
          },
        },
      },
      {
        there: 'slots of the template are filled; the goal block stands where the template has its slot',
        here: 'fixed sections, the goal block always and last; goal is maxTurns alone',
        verdict: 'departure',
        why: 'chapter 25: the builder appends a Goal-Block; a slot that is searched for can be filled by quoted text',
      },
      {
        there: 'a slot in the path of a file stays as it is',
        here: 'PB-104',
        verdict: 'departure',
        why: 'safety: what is not filled in sends a grader nowhere',
        shown: { input: { ...OWN, files: FILLED.files }, gives: { ...REFUSED, errors: [/^PB-104/] } },
      },
      {
        there: 'a grader that cannot open a file answers with a blocker',
        here: 'no such answer: the material is in the prompt',
        verdict: 'departure',
        why: 'chapter 08: an answer has no member for a blocker; what cannot be judged is n/a with a reason',
      },
      {
        there: 'persona { id, basePersona, lens, focus? }',
        here: 'persona { basePersonaId, lensId? }; metadata name it base--lens, as there',
        verdict: 'departure',
        why: 'chapter 12: a persona is this pair and nothing else',
        shown: {
          input: { ...WITH_PERSONA, persona: { basePersonaId: 'ai-engineer' } },
          gives: { metadata: { persona: 'ai-engineer--general' }, errors: [] },
        },
      },
      {
        there: 'questionCount is the number of questions given',
        here: 'the number of those for a grader',
        verdict: 'departure',
        why: 'chapter 08: code answers its own questions, so no grader is asked them',
      },
      {
        there: 'PB-001 for a missing argument',
        here: 'the same, for each of ours',
        verdict: 'taken over',
        shown: {
          input: { ...OWN, files: undefined },
          gives: { ...REFUSED, errors: [/^PB-001: \/files: files is missing/] },
        },
      },
      {
        there: 'PB-002 for a wrong type, also of an item',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { ...OWN, files: 'not-a-list' },
          gives: { ...REFUSED, errors: [/^PB-002: \/files/] },
        },
      },
      {
        there: 'PB-003 for a missing or empty field of an item',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { ...OWN, files: [{ path: 'x.mjs' }] },
          gives: { ...REFUSED, errors: [/^PB-003: \/files\/0\/role/] },
        },
      },
      {
        there: 'PB-003 for an empty list of questions',
        here: 'the same, also if code answers all of them',
        verdict: 'taken over',
        shown: { input: { ...OWN, questions: [] }, gives: { ...REFUSED, errors: [/^PB-003/] } },
      },
      {
        there: 'PB-003 for an empty list of files',
        here: 'allowed',
        verdict: 'departure',
        why: 'decision 0042: the material in the prompt may be all there is to read',
        shown: { input: { ...OWN, files: [] }, gives: { metadata: { fileCount: 0 }, errors: [] } },
      },
      {
        there: 'PB-003 for an empty template',
        here: 'no template; an empty text is missing, PB-001',
        verdict: 'departure',
        why: FROM_CATALOGUE,
        shown: { input: { ...OWN, subject: '' }, gives: { ...REFUSED, errors: [/^PB-001: \/subject/] } },
      },
      {
        there: 'PB-004 for an unknown area, with the list',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { ...OWN, area: 'invalid-area' },
          gives: { ...REFUSED, errors: [/^PB-004: \/area: .*invalid-area.*single-test/] },
        },
      },
      {
        there: 'PB-005 without a persona where one is required; a superfluous one is ignored',
        here: 'PB-201 and PB-202',
        verdict: 'departure',
        why: 'decision 0042: the numbers of the policies on personas, which the reference lists and does not raise',
        shown: {
          input: { ...WITH_PERSONA, persona: null },
          gives: { ...REFUSED, errors: [/^PB-201: area about-namespace/] },
        },
      },
      {
        there: 'PB-006 for each missing part of a persona',
        here: 'PB-006 without a base; without a lens it is general',
        verdict: 'taken over',
        shown: {
          input: { ...WITH_PERSONA, persona: { lensId: 'y' } },
          gives: { ...REFUSED, errors: [/^PB-006: \/persona\/basePersonaId/] },
        },
      },
      {
        there: 'predecessorGrades [{ id, grade, status }]',
        here: 'id beside node; grade may be null',
        verdict: 'both forms',
        shown: {
          input: {
            ...AGGREGATE,
            predecessorGrades: [
              { id: 'btc-usd/getPrice', grade: 'A', status: 'stable' },
              { node: 'eth-usd/getPrice', grade: 'B', status: 'graded' },
            ],
          },
          gives: {
            prompt:
              /btc-usd\/getPrice: grade A, status stable[\s\S]*eth-usd\/getPrice: grade B, status graded/,
            metadata: { area: 'selection-aggregate', predecessorGradeCount: 2 },
          },
        },
      },
      {
        there: 'PB-003 for a predecessor without a status',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { ...AGGREGATE, predecessorGrades: [{ id: 'x', grade: 'A' }] },
          gives: { ...REFUSED, errors: [/^PB-003: \/predecessorGrades\/0\/status/] },
        },
      },
      { there: 'throws', here: 'null, and errors', verdict: 'departure', why: NO_THROW },
    ],
  },
  {
    call: 'PromptBuilder.buildGoalBlock',
    takes: ['condition?', 'area?', 'maxTurns?'],
    gives: GOAL_KEYS,
    shown: [],
    differences: [
      {
        there: 'a condition of one’s own',
        here: 'the same, beside { what, promptIds, maxTurns? }',
        verdict: 'both forms',
        shown: {
          input: { condition: 'Grade the provider "x" until all areas are stable', maxTurns: 12 },
          gives: {
            goalBlock: /Grade the provider "x"/,
            condition: /^Grade the provider "x" .*; or stop after 12 turns\.$/,
            maxTurns: 12,
            errors: [],
          },
        },
      },
      {
        there: 'an area, or none, and a default of 25 turns',
        here: 'the same, the default in all forms',
        verdict: 'both forms',
        shown: {
          input: { area: 'selection-aggregate' },
          gives: { condition: /selection-aggregate.*stop after 25 turns/, maxTurns: 25 },
        },
      },
      {
        there: 'the lines to surface stand in the block, under headings',
        here: 'the same lines without headings; the two numbers of PROGRESS have names',
        verdict: 'departure',
        why: 'chapter 25 gives the lines and leaves the words to the builder; decision 0042: words are no contract',
        shown: {
          input: {},
          gives: {
            goalBlock:
              /\[GRADING\] area=.*schema-valid=✓ status=[\s\S]*\[GRADING\] PROGRESS [\s\S]*\[GRADING\] DONE/,
            condition: /the area in scope/,
          },
        },
      },
      {
        there: 'PB-003 for an empty condition',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { condition: '' }, gives: { goalBlock: null, errors: [/^PB-003: \/condition/] } },
      },
      {
        there: 'PB-007 for more than 4000 characters, measured before the bound on turns is added',
        here: 'PB-007, measured with it',
        verdict: 'departure',
        why: 'chapter 25: 4000 characters are what an evaluator accepts',
        shown: {
          input: { condition: 'x'.repeat(4000) },
          gives: { goalBlock: null, condition: null, errors: [/^PB-007/] },
        },
      },
      {
        there: 'PB-008 for turns that are no whole number',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { area: 'single-test', maxTurns: 2.5 },
          gives: { goalBlock: null, errors: [/^PB-008/] },
        },
      },
      { there: 'throws', here: 'null, and errors', verdict: 'departure', why: NO_THROW },
    ],
  },
];

export const promptCalls: readonly ReferenceCall[] = [
  ...builderCalls,
  ...singleSchemaCalls,
  ...selectionCalls,
];

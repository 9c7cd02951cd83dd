import type { Place, ReferenceCall } from './row.js';

/** SelectionPhases and gradeSelection. */

const BY_SCRIPT = { kind: 'script', name: 'unit', version: '0.0.1' };
const OWN_CODES = 'decision 0042: SEL-S1, S3 and S4 are in no chapter; a code names one rule';

const MEMBERS = ['berthbook.berths', 'cranedesk.shifts', 'keelwatch.arrivals', 'lockgate.lockings'];
const ENTRY = { gradingTier: 'group-bound', gradings: [] };
const definition =
  (selectionJson: object, more: object = {}) =>
  ({ gradingDataRoot }: Place) => ({
    entry: ENTRY,
    selectionId: 'lyre-port-calls',
    selectionJson,
    gradingDataRoot,
    ...more,
  });
const membersOf = (ids: readonly string[]) => ids.map((schemaId) => ({ schemaId }));

const sel =
  (schemaIds: readonly string[], more: object = {}) =>
  ({ out }: Place) => ({
    selectionId: 'sel-1',
    schemaIds,
    grader: BY_SCRIPT,
    options: { gradingDataRoot: `${out}/none`, ...more },
  });

export const selectionCalls: readonly ReferenceCall[] = [
  {
    call: 'SelectionPhases.getTier',
    takes: [],
    gives: ['tier'],
    shown: [{ input: undefined, gives: { tier: 'group-bound' } }],
    differences: [],
  },
  {
    call: 'SelectionPhases.runS1',
    takes: ['entry', 'selectionId', 'selectionJson', 'gradingDataRoot'],
    gives: ['entry', 'errors', 'phase', 'resolved', 'missing'],
    waits: true,
    shown: [
      {
        input: definition({}, { selectionId: undefined }),
        gives: { errors: [/^GRD-004: \/selectionId/] },
      },
      {
        input: definition({}, { entry: { gradingTier: 'autonomous' } }),
        gives: { errors: [/^GRD-003: \/entry\/gradingTier/] },
      },
    ],
    differences: [
      {
        there: 'a definition and its island; entry may not be left out',
        here: 'the same, entry may be left out; beside { schemaIds, members | lockSnapshot }',
        verdict: 'both forms',
        shown: {
          input: definition({ members: membersOf(MEMBERS) }),
          gives: { entry: ENTRY, phase: 'S1', resolved: MEMBERS, missing: [] },
        },
      },
      {
        there: 'members that are pinned pass, however few',
        here: 'PRE-004 with fewer than five namespaces',
        verdict: 'departure',
        why: 'chapter 05: fewer must not run',
        shown: {
          input: definition({ members: membersOf(MEMBERS) }),
          gives: { passed: false, errors: [/^PRE-004: fewer than 5/, /^PRE-004: 4 of 4/] },
        },
      },
      {
        there: 'without a freeze nothing is missing',
        here: 'the present state of the members in the island',
        verdict: 'departure',
        why: 'decision 0042: the phases judge what is there; the gate of a run reads the freeze',
      },
      {
        there: 'a frozen member needs only its schemaId',
        here: 'PRE-004 unless it was frozen as stable, with its schemaHash',
        verdict: 'departure',
        why: 'chapter 21: only stable members pass; chapter 16: a pin has the hash',
      },
      {
        there: 'SEL-S1 for a member named twice',
        here: 'SEL-017, a warning; it counts once',
        verdict: 'departure',
        why: OWN_CODES,
        shown: {
          input: definition({ members: membersOf(['berthbook.berths', 'berthbook.berths']) }),
          gives: { errors: [/^SEL-017/, /^PRE-004/, /^PRE-004/] },
        },
      },
      {
        there: 'SEL-S1 for a member that is not pinned, and for none',
        here: 'PRE-004, which names it',
        verdict: 'departure',
        why: OWN_CODES,
        shown: {
          input: definition({ members: membersOf(['nope.x']) }),
          gives: { errors: [/^PRE-004: fewer/, /^PRE-004: .*nope\.x/], resolved: [], missing: ['nope.x'] },
        },
      },
    ],
  },
  {
    call: 'SelectionPhases.runS3',
    takes: ['entry', 'selectionId', 'selectionJson', 'gradingDataRoot'],
    gives: ['entry', 'errors', 'phase'],
    waits: true,
    shown: [],
    differences: [
      {
        there: 'names of skills in a definition',
        here: 'names, files or objects, in a definition or as { skills }; of objects level and persona too',
        verdict: 'both forms',
        shown: {
          input: definition({ skills: ['a/skill/one', 'a/skill/two'] }),
          gives: { entry: ENTRY, phase: 'S3', passed: true, errors: [] },
        },
      },
      {
        there: 'a file skills/<name>.mjs has to exist',
        here: 'no files',
        verdict: 'departure',
        why: 'chapter 19: a skill lies at skills/<name>/<name>--<time>--<hash>.mjs',
      },
      {
        there: 'SEL-S3 for more than four skills',
        here: 'SKL018',
        verdict: 'departure',
        why: OWN_CODES,
        shown: {
          input: definition({ skills: ['a', 'b', 'c', 'd', 'e'] }),
          gives: { passed: false, errors: [/^SKL018/] },
        },
      },
      {
        there: 'SEL-S3 for a skill named twice',
        here: 'it fails too, with SEL-018',
        verdict: 'departure',
        why: OWN_CODES,
        shown: {
          input: definition({ skills: ['dup', 'dup'] }),
          gives: { passed: false, errors: [/^SEL-018/] },
        },
      },
    ],
  },
  {
    call: 'SelectionPhases.runS4',
    takes: ['entry', 'selectionId', 'selectionJson', 'personaIndex'],
    gives: ['entry', 'errors', 'phase'],
    waits: true,
    shown: [],
    differences: [
      {
        there: 'personas of a definition, and an index of them',
        here: 'the same, beside { personaIds, about?, personaIndex? }',
        verdict: 'both forms',
        shown: {
          input: definition(
            { personaIds: ['p1'], domainDocId: 'doc-1' },
            { personaIndex: { p1: 'decision-maker' } },
          ),
          gives: { entry: ENTRY, phase: 'S4', passed: true, errors: [] },
        },
      },
      {
        there: 'any key of the index resolves, whatever its value',
        here: 'the value names the base persona, else GRD-002',
        verdict: 'departure',
        why: 'chapter 12: an id is a base persona or a lens over one',
        shown: {
          input: definition({ personaIds: ['p1'] }, { personaIndex: { p1: {} } }),
          gives: { passed: false, errors: [/^GRD-002: \/personaIndex\/p1/] },
        },
      },
      {
        there: 'SEL-S4 without personas',
        here: 'GRD-001',
        verdict: 'departure',
        why: OWN_CODES,
        shown: {
          input: definition({ personaIds: [] }, { personaIndex: {} }),
          gives: { passed: false, errors: [/^GRD-001: \/personaIds/] },
        },
      },
      {
        there: 'SEL-S4 for a persona that is not in the index',
        here: 'PER-001',
        verdict: 'departure',
        why: OWN_CODES,
        shown: {
          input: definition({ personaIds: ['missing'], domainDocId: 'doc' }, { personaIndex: {} }),
          gives: { passed: false, errors: [/^PER-001/] },
        },
      },
      {
        there: 'SEL-S4 without a domainDocId',
        here: 'GRD-001, unless the text of an About is given',
        verdict: 'departure',
        why: OWN_CODES,
        shown: {
          input: definition({ personaIds: ['ai-engineer'] }),
          gives: { passed: false, errors: [/^GRD-001: \/selectionJson\/domainDocId/] },
        },
      },
    ],
  },
  {
    call: 'SelectionPhases.runAll',
    takes: ['entry', 'selectionId?', 'selectionJson?', 'gradingDataRoot?', 'personaIndex?'],
    gives: ['entry', 'errors', 'phases', 'tier'],
    waits: true,
    shown: [],
    differences: [
      {
        there: 'the phases of a definition, and the errors of all',
        here: 'the same, beside the arguments of gradeSelection',
        verdict: 'both forms',
        shown: {
          input: definition({ skills: ['dup', 'dup'], personaIds: ['ai-engineer'], domainDocId: 'doc' }),
          gives: {
            entry: ENTRY,
            tier: 'group-bound',
            phases: [
              { phase: 'S1', passed: false },
              { phase: 'S3', passed: false, errors: [/^SEL-018/] },
              { phase: 'S4', passed: true, errors: [] },
            ],
            errors: [/^PRE-004/, /^PRE-004/, /^SEL-018/],
            grading: null,
          },
        },
      },
      {
        there: 'without a definition, an empty result of runAllStub',
        here: 'GRD-001 and GRD-004; runAllStub is left out',
        verdict: 'departure',
        why: 'decision 0042: a stub is no result',
      },
    ],
  },
  {
    call: 'gradeSelection',
    takes: ['selectionId', 'schemaIds', 'grader', 'options?'],
    gives: ['grading', 'errors'],
    waits: true,
    shown: [
      {
        input: { selectionId: 'sel-1', grader: BY_SCRIPT, options: { gradingDataRoot: '/nowhere' } },
        gives: { grading: null, errors: [/^GRD-001: \/schemaIds/] },
      },
    ],
    differences: [
      {
        there: 'grading.gradingTier',
        here: 'the same, beside tier',
        verdict: 'both forms',
        shown: {
          input: sel(['test.a', 'test.b']),
          gives: { grading: { selectionId: 'sel-1', tier: 'group-bound', gradingTier: 'group-bound' } },
        },
      },
      {
        there: 'grading.phases is a list of { phase, errors }; their errors are in errors too',
        here: 'the same, each with passed',
        verdict: 'taken over',
        shown: {
          input: sel(['test.a']),
          gives: {
            grading: {
              aggregateGrade: null,
              phases: [{ phase: 'S1', passed: false }, { phase: 'S3' }, { phase: 'S4' }],
            },
            errors: [/^PRE-004/, /^PRE-004/],
          },
        },
      },
      {
        there: 'the grading itself is the entry',
        here: 'the entry of chapter 08 is grading.entry; null if a phase failed',
        verdict: 'departure',
        why: 'chapter 08: an entry has no field for phases; safety: no grade beside an error',
      },
      {
        there: 'maxAttainableGrade is A',
        here: 'the same; with fewer than seven namespaces the grade is B at best (chapter 05)',
        verdict: 'taken over',
        shown: { input: sel(['test.a']), gives: { grading: { maxAttainableGrade: 'A' } } },
      },
      {
        there: 'options may be left out; the island is the working directory',
        here: 'options.gradingDataRoot is required',
        verdict: 'departure',
        why: 'decision 0042: no island has a default',
      },
      {
        there: 'options.schemaEntries, options.domainDocPath and others are taken and not used',
        here: 'GRD-011',
        verdict: 'departure',
        why: 'decision 0086',
        shown: {
          input: sel(['test.a'], { schemaEntries: [] }),
          gives: { grading: null, errors: [/^GRD-011: \/options\/schemaEntries/] },
        },
      },
      {
        there: 'any key of personaIndex resolves',
        here: 'its value names the base persona',
        verdict: 'departure',
        why: 'chapter 12: an id is a base persona or a lens over one',
      },
    ],
  },
];

import { gateCalls } from './island-gate.js';
import { indexCalls } from './island-index.js';
import { snapshotCalls } from './island-snapshots.js';
import { transferCalls } from './island-transfer.js';
import type { Place, ReferenceCall } from './row.js';

const HASH8 = /^[0-9a-f]{8}$/;

const hashCalls: readonly ReferenceCall[] = [
  {
    call: 'HashGenerator.canonicalize',
    takes: ['value'],
    gives: ['json', 'errors'],
    shown: [
      { input: { value: { b: 1, a: 2 } }, gives: { json: '{"a":2,"b":1}', errors: [] } },
      { input: { value: { arr: [3, 1, 2] } }, gives: { json: '{"arr":[3,1,2]}' } },
      { input: { value: { a: 1, b: undefined } }, gives: { json: '{"a":1}' } },
      { input: { value: { a: null } }, gives: { json: '{"a":null}' } },
      { input: {}, gives: { json: null, errors: [/^HSH-001/] } },
      { input: { value: [undefined] }, gives: { json: null, errors: [/^HSH-003/] } },
      { input: { value: Number.NaN }, gives: { json: null, errors: [/^HSH-003/] } },
    ],
    differences: [
      {
        there: 'a function or a bigint in the value is HSH-004, undefined in a list or NaN is HSH-003',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { value: { fn: () => 1 } }, gives: { json: null, errors: [/^HSH-004/] } },
      },
      {
        there:
          'a Date, a Map or any other class instance is hashed as an object of its own keys; a cycle throws',
        here: 'HSH-004',
        verdict: 'departure',
        why: 'safety: two values that differ must not have one hash; nothing throws (decision 0042)',
        shown: { input: { value: new Map([['a', 1]]) }, gives: { json: null, errors: [/^HSH-004/] } },
      },
    ],
  },
  {
    call: 'HashGenerator.computeHash',
    takes: ['value'],
    gives: ['hash', 'errors'],
    shown: [
      { input: { value: { a: 1 } }, gives: { hash: HASH8, errors: [] } },
      { input: { value: {} }, gives: { hash: '44136fa3' } },
    ],
    differences: [],
  },
  {
    call: 'HashGenerator.computeSchemaHash',
    takes: ['schema'],
    gives: ['hash', 'errors'],
    shown: [
      { input: { schema: { name: 'x', schemaHash: 'old' } }, gives: { hash: '0229d37e', errors: [] } },
      { input: { schema: { name: 'x' } }, gives: { hash: '0229d37e', errors: [] } },
      { input: {}, gives: { hash: null, errors: [/^HSH-001/] } },
      { input: { schema: [] }, gives: { hash: null, errors: [/^HSH-002/] } },
    ],
    differences: [
      {
        there: 'null for a required argument counts as missing, here and in the other groups',
        here: 'the same, except where null is a value',
        verdict: 'taken over',
        shown: { input: { schema: null }, gives: { hash: null, errors: [/^HSH-001: \/schema/] } },
      },
    ],
  },
  {
    call: 'HashGenerator.computeSelectionHash',
    takes: ['selection'],
    gives: ['hash', 'errors'],
    shown: [{ input: { selection: { selectionId: 'demo' } }, gives: { hash: HASH8, errors: [] } }],
    differences: [
      {
        there: 'the hash leaves out the top-level selectionHash',
        here: 'it leaves out the top-level references too',
        verdict: 'departure',
        why: 'decision 0074: which parts of providers a source names is no part of the selection',
      },
    ],
  },
  {
    call: 'HashGenerator.computeNamespaceHash',
    takes: ['members', 'aboutHash'],
    gives: ['hash', 'errors'],
    shown: [
      { input: { aboutHash: 'xx' }, gives: { hash: null, errors: [/^HSH-001/] } },
      { input: { members: [] }, gives: { hash: null, errors: [/^HSH-001/] } },
      { input: { members: 'a', aboutHash: 'xx' }, gives: { hash: null, errors: [/^HSH-002/] } },
    ],
    differences: [
      {
        there: 'the members may be a list of anything',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { members: [{ schemaId: 'a' }], aboutHash: 'xx' },
          gives: { hash: HASH8, errors: [] },
        },
      },
      {
        there: 'the members are hashed in the order given',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { members: ['b', 'a'], aboutHash: '00000000' }, gives: { hash: '85c07ead' } },
      },
      {
        there: 'a namespace without an About has no hash: aboutHash null is HSH-001',
        here: 'null is the hash of no About',
        verdict: 'departure',
        why: 'decision 0042: a namespace may lack an About, and its members are frozen all the same',
        shown: { input: { members: [], aboutHash: null }, gives: { hash: HASH8, errors: [] } },
      },
    ],
  },
  {
    call: 'HashGenerator.isValidHash',
    takes: ['hash'],
    gives: ['valid'],
    shown: [
      { input: { hash: 'a1b2c3d4' }, gives: { valid: true } },
      { input: { hash: 'ZZZZ' }, gives: { valid: false } },
    ],
    differences: [],
  },
];

const listCalls: readonly ReferenceCall[] = [
  {
    call: 'SharedLists.hash',
    takes: ['list'],
    gives: ['hash', 'errors'],
    shown: [
      { input: { list: { entries: [{ id: 'x' }] } }, gives: { hash: HASH8, errors: [] } },
      { input: { list: [{ id: 'x' }] }, gives: { hash: HASH8, errors: [] } },
    ],
    differences: [
      {
        there: 'without a list, or with null, SL-001',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { list: null }, gives: { hash: null, errors: [/^SL-001/] } },
      },
      {
        there: 'what is neither an object nor a list is SL-002',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { list: 'not-an-object' }, gives: { hash: null, errors: [/^SL-002/] } },
      },
    ],
  },
  {
    call: 'SharedLists.validateFilename',
    takes: ['filename'],
    gives: ['status', 'messages', 'hash', 'version'],
    shown: [{ input: {}, gives: { status: false, messages: [/^SL-001/] } }],
    differences: [
      {
        there:
          'names are <hash8>--v<version>.json, and version is that of the list (SHARED_LIST_FILENAME_REGEX)',
        here: 'names are <list>--<timestamp>--<hash8>.json, and version is the timestamp',
        verdict: 'departure',
        why: 'chapter 19; decision 0042',
        shown: {
          input: { filename: 'evmChains--2026-05-31T10-00-00Z--a1b2c3d4.json' },
          gives: { status: true, hash: 'a1b2c3d4', version: '2026-05-31T10-00-00Z', messages: [] },
        },
      },
      {
        there: 'status and messages',
        here: 'they stand beside valid and errors and say the same',
        verdict: 'both forms',
        shown: {
          input: { filename: 'a1b2--v1.0.0.json' },
          gives: { status: false, valid: false, messages: [/^SNP-003/], errors: [/^SNP-003/] },
        },
      },
      {
        there: 'a name of another form is SL-003',
        here: 'it is SNP-003',
        verdict: 'departure',
        why: 'chapter 19: a list is a snapshot like others, and SNP-003 is the code for their names',
        shown: { input: { filename: 'evmChains.json' }, gives: { status: false, messages: [/^SNP-003/] } },
      },
    ],
  },
  {
    call: 'SharedLists.load',
    takes: ['gradingDataRoot', 'listname'],
    gives: ['list', 'hash', 'version', 'errors'],
    waits: true,
    shown: [{ input: { listname: 'evmChains' }, gives: { list: null, errors: [/^SL-001/] } }],
    differences: [
      {
        there: 'list is the content of the file; hash and version stand beside it',
        here: 'the same, and list also has name and version',
        verdict: 'both forms',
        shown: {
          input: ({ gradingDataRoot }: Place) => ({ gradingDataRoot, listname: 'lyrePorts' }),
          gives: {
            errors: [],
            hash: HASH8,
            version: '1.0.0',
            list: {
              name: 'lyrePorts',
              version: '1.0.0',
              meta: { name: 'lyrePorts' },
              entries: [{}, {}, {}, {}],
            },
          },
        },
      },
      {
        there: 'a list that is not there is SL-003',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ gradingDataRoot }: Place) => ({ gradingDataRoot, listname: 'does-not-exist' }),
          gives: { list: null, errors: [/^SL-003/] },
        },
      },
      {
        there: 'the newest is the one with the highest version in its name, in shared-lists alone',
        here: 'the newest is the one with the latest time, also among the lists that providers brought',
        verdict: 'departure',
        why: 'chapter 19: the newest snapshot is the latest; decision 0075',
      },
    ],
  },
];

/** Hashes, lists, snapshots, indexes, the gate, and the way in and out of the island. */
export const islandCalls: readonly ReferenceCall[] = [
  ...hashCalls,
  ...listCalls,
  ...snapshotCalls,
  ...indexCalls,
  ...gateCalls,
  ...transferCalls,
];

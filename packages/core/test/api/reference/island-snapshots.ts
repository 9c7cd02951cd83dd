import type { Place, ReferenceCall } from './row.js';

const HASH8 = /^[0-9a-f]{8}$/;
const SNAPSHOT = 'sampleSnapshot--2026-05-30T10-15-00Z--a1b2c3d4.mjs';

/** Copies of sources. */
export const snapshotCalls: readonly ReferenceCall[] = [
  {
    call: 'SourceSnapshot.create',
    takes: ['sourcePath', 'gradingDataRoot', 'namespace', 'schemaName', 'schemaHash'],
    gives: ['snapshotPath', 'created', 'errors'],
    waits: true,
    shown: [{ input: {}, gives: { snapshotPath: null, created: false, errors: [/^SNP-001/, /^SNP-001/] } }],
    differences: [
      {
        there: 'copies any file under the namespace, name and hash that the caller states',
        here: 'imports that one file through the gate; the three are optional, and others than the file has are SNP-004',
        verdict: 'departure',
        why: 'decision 0042: an unchecked snapshot would pass for one that the gate has seen',
        shown: {
          input: ({ gradingDataRoot, providerPath }: Place) => ({
            gradingDataRoot,
            sourcePath: `${providerPath}/tides.mjs`,
            namespace: 'tidewatch',
            schemaName: 'tides',
            schemaHash: 'a1b2c3d4',
          }),
          gives: { snapshotPath: null, created: false, errors: [/^SNP-004/] },
        },
      },
      {
        there:
          'the second call with the same content gives the absolute path that exists, and writes nothing',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ gradingDataRoot, providerPath }: Place) => ({
            gradingDataRoot,
            sourcePath: `${providerPath}/tides.mjs`,
            namespace: 'tidewatch',
            schemaName: 'tides',
          }),
          gives: {
            created: false,
            errors: [],
            snapshotPath: /^\/.*\/providers\/tidewatch\/tides\/schema\/tides--.*--[0-9a-f]{8}\.mjs$/,
          },
        },
      },
      {
        there: 'other bytes with a hash that is stored are a conflict, SNP-004',
        here: 'they are a new snapshot with the same hash',
        verdict: 'departure',
        why: 'decision 0010: a comment changes the bytes and not main, which the hash covers',
      },
      {
        there: 'a schemaName that no schema can have is SNP-003, before the file is read',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ gradingDataRoot, providerPath }: Place) => ({
            gradingDataRoot,
            sourcePath: `${providerPath}/tides.mjs`,
            schemaName: '1-bad name',
          }),
          gives: { created: false, errors: [/^SNP-003: \/schemaName/] },
        },
      },
      {
        there: 'a malformed schemaHash is SNP-003',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ gradingDataRoot, providerPath }: Place) => ({
            gradingDataRoot,
            sourcePath: `${providerPath}/tides.mjs`,
            schemaHash: 'ZZZ',
          }),
          gives: { created: false, errors: [/^SNP-003: \/schemaHash/] },
        },
      },
      {
        there: 'a file that cannot be read is SNP-005',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ gradingDataRoot, out }: Place) => ({ gradingDataRoot, sourcePath: `${out}/none.mjs` }),
          gives: { created: false, errors: [/^SNP-005/] },
        },
      },
    ],
  },
  {
    call: 'SourceSnapshot.parseSnapshotFilename',
    takes: ['filename'],
    gives: ['name', 'timestamp', 'hash', 'errors'],
    shown: [
      {
        input: { filename: SNAPSHOT },
        gives: { name: 'sampleSnapshot', timestamp: '2026-05-30T10-15-00Z', hash: 'a1b2c3d4', errors: [] },
      },
      { input: { filename: 'a1b2c3d4--v1.0.0.mjs' }, gives: { name: null, errors: [/^SNP-003/] } },
      { input: { filename: 'broken.mjs' }, gives: { name: null, errors: [/^SNP-003/] } },
    ],
    differences: [
      {
        there: 'without a name SNP-001, with another type SNP-002, in all four methods',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: {}, gives: { name: null, errors: [/^SNP-001: \/filename/] } },
      },
      {
        there: 'only names that end in .mjs are those of snapshots (SNAPSHOT_FILENAME_REGEX)',
        here: 'any extension is, and the result has it',
        verdict: 'departure',
        why: 'chapter 19: About, lists and definitions are snapshots too',
        shown: { input: { filename: SNAPSHOT.replace('mjs', 'md') }, gives: { extension: 'md', errors: [] } },
      },
    ],
  },
  {
    call: 'SourceSnapshot.verify',
    takes: ['snapshotPath'],
    gives: ['valid', 'expectedHash', 'actualHash', 'errors'],
    waits: true,
    shown: [
      { input: {}, gives: { valid: false, errors: [/^SNP-001/] } },
      { input: { snapshotPath: 'broken.mjs' }, gives: { valid: false, errors: [/^SNP-003/] } },
      {
        input: ({ out }: Place) => ({ snapshotPath: `${out}/${SNAPSHOT}` }),
        gives: { valid: false, expectedHash: 'a1b2c3d4', actualHash: null, errors: [/^SNP-005/] },
      },
    ],
    differences: [
      {
        there: 'a hash other than that of the name gives valid: false without an error',
        here: 'it is an error too, SNP-004',
        verdict: 'departure',
        why: 'decision 0042: what is wrong is told in errors',
      },
      {
        there: 'the file is run to read its export; one without main and schema is SNP-003',
        here: 'it is read from its syntax tree; one without any known export is SNP-005',
        verdict: 'departure',
        why: 'safety: a schema is never executed in node; SNP-003 is about names',
      },
    ],
  },
  {
    call: 'SourceSnapshot.listForNamespace',
    takes: ['gradingDataRoot', 'namespace'],
    gives: ['snapshots', 'errors'],
    waits: true,
    shown: [
      {
        input: ({ gradingDataRoot }: Place) => ({ gradingDataRoot, namespace: 'tidewatch' }),
        gives: {
          errors: [],
          snapshots: [
            { schemaName: 'stations', name: 'stations', hash: HASH8, path: /^\/.*\.mjs$/ },
            { schemaName: 'tides', name: 'tides', hash: HASH8, path: /^\/.*\.mjs$/ },
          ],
        },
      },
      {
        input: { gradingDataRoot: '/no/such/path', namespace: 'x' },
        gives: { snapshots: [], errors: [] },
      },
    ],
    differences: [
      {
        there: 'any text is looked up as a namespace',
        here: 'a name that no namespace can have is ISL-003',
        verdict: 'departure',
        why: 'safety: a name from outside must not lead out of the island',
        shown: {
          input: ({ gradingDataRoot }: Place) => ({ gradingDataRoot, namespace: '../x' }),
          gives: { snapshots: [], errors: [/^ISL-003/] },
        },
      },
    ],
  },
];

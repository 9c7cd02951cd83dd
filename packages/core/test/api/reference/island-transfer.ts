import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place, ReferenceCall } from './row.js';

const HASH8 = /^[0-9a-f]{8}$/;

/** A new provider folder outside the island, with these files. */
function placeProvider({ out }: Place, files: Readonly<Record<string, string>>): object {
  const providerPath = mkdtempSync(join(out, 'provider-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(providerPath, name), text);
  return { providerPath, gradingDataRoot: `${providerPath}-island` };
}

/** A schema as thin as those that the reference is tried with. */
const thin = (namespace: string) =>
  `export const main = { namespace: '${namespace}', name: 'Thin', version: 'flowmcp/4.0.0', tools: { foo: { method: 'GET', path: '/foo', description: 'foo' } } };\n`;

const fresh = ({ providerPath, out }: Place) => ({
  providerPath,
  gradingDataRoot: mkdtempSync(join(out, 'island-')),
});
const exported = ({ gradingDataRoot, out }: Place) => ({
  target: join(gradingDataRoot, 'providers/tidewatch'),
  exportDir: join(out, 'export'),
});

/** Into the island and out of it. */
export const transferCalls: readonly ReferenceCall[] = [
  {
    call: 'GradingImport.run',
    takes: ['providerPath', 'gradingDataRoot', 'validateGate?'],
    gives: ['status', 'namespace', 'imported', 'skipped', 'normalizedSkills', 'indexPath', 'errors'],
    waits: true,
    shown: [
      {
        input: (place: Place) => placeProvider(place, {}),
        gives: { status: false, indexPath: null, errors: [/^IMP-001/] },
      },
      {
        input: (place: Place) => placeProvider(place, { 'has space.mjs': thin('etherscan') }),
        gives: { status: false, errors: [/^IMP-003/, /^VAL013/, /^VAL015/, /^VAL014/, /^VAL035/] },
      },
    ],
    differences: [
      {
        there:
          'namespace, imported, skipped, normalizedSkills and indexPath stand at the top level, with absolute paths',
        here: 'they do for a single result, and beside them results has all of them',
        verdict: 'both forms',
        shown: {
          input: fresh,
          gives: {
            status: true,
            namespace: 'tidewatch',
            imported: [
              {
                schema: 'stations',
                name: 'Tidewatch Stations',
                hash: HASH8,
                snapshotPath: /^\/.*stations--.*\.mjs$/,
              },
              { schema: 'tides', name: 'Tidewatch Tides', hash: HASH8, snapshotPath: /^\/.*tides--.*\.mjs$/ },
            ],
            skipped: [],
            normalizedSkills: [],
            indexPath: /^\/.*\/providers\/tidewatch\/index\.json$/,
            errors: [],
            results: [{ flow: 'provider', namespace: 'tidewatch' }],
          },
        },
      },
      {
        there: 'the same file again is skipped, with its schema, name and hash',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ providerPath, gradingDataRoot }: Place) => ({ providerPath, gradingDataRoot }),
          gives: {
            status: true,
            imported: [],
            skipped: [
              { schema: 'stations', name: 'Tidewatch Stations', hash: HASH8 },
              { schema: 'tides', name: 'Tidewatch Tides', hash: HASH8 },
            ],
          },
        },
      },
      {
        there: 'validateGate replaces the gate',
        here: 'it is GRD-011, and nothing is imported',
        verdict: 'departure',
        why: 'chapter 22, step 2: the gate is that of the specification; a caller can check before',
        shown: {
          input: (place: Place) => ({
            ...fresh(place),
            validateGate: () => ({ valid: false, errors: ['no'] }),
          }),
          gives: { status: false, results: [], errors: [/^GRD-011: \/validateGate/] },
        },
      },
      {
        there: 'a schema needs a namespace, a name and one tool; its version may be flowmcp/4.0.0',
        here: 'a schema needs all that the Schemas-Spec asks of one, and its version is 4.0.0',
        verdict: 'departure',
        why: 'Schemas-Spec 01 and 09 (VAL013, VAL014, VAL015, VAL035) are binding; the Grading-Spec only shows flowmcp/4.0.0 in its examples',
        shown: {
          input: (place: Place) => placeProvider(place, { 'getA.mjs': thin('etherscan') }),
          gives: { status: false, namespace: null, errors: [/^VAL013/, /^VAL015/, /^VAL014/, /^VAL035/] },
        },
      },
      {
        there: 'what the gate refuses, or what cannot be read, is IMP-002',
        here: 'each rule has its own code (VAL…), and so has each way of reading (SRC-…)',
        verdict: 'departure',
        why: 'Schemas-Spec 09 numbers the rules',
      },
      {
        there: 'in 2.1, status is true although every schema is refused, and a blocked record is written',
        here: 'status is false, and nothing is written',
        verdict: 'departure',
        why: 'chapter 22, step 2: the gate comes before anything is written; chapter 08: a blocked record is no entry',
      },
      {
        there: 'several namespaces in one folder are IMP-005, in other words',
        here: 'the code is the same',
        verdict: 'departure',
        why: 'decision 0042: words are no contract, codes are',
        shown: {
          input: (place: Place) =>
            placeProvider(place, { 'getA.mjs': thin('etherscan'), 'getB.mjs': thin('polygonscan') }),
          gives: { status: false, indexPath: null, results: [] },
        },
      },
      {
        there: 'skills inside main become files, listed in normalizedSkills',
        here: 'they are VAL016, and normalizedSkills is always empty',
        verdict: 'departure',
        why: 'Schemas-Spec 09, VAL016; those of a selection become files (decision 0041)',
      },
      {
        there:
          'in 2.1 the folder stands in for a missing namespace and is renamed later (fallbackUsed, renamedFrom, IMP-006 to IMP-008)',
        here: 'a missing namespace is VAL010',
        verdict: 'departure',
        why: 'decision 0042: the name of a folder decides nothing here',
      },
      {
        there: 'a missing argument is IMP-001',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ gradingDataRoot }: Place) => ({ gradingDataRoot }),
          gives: { status: false, errors: [/^IMP-001: \/providerPath/] },
        },
      },
      {
        there: 'an argument of another type is IMP-001',
        here: 'it is GRD-002',
        verdict: 'departure',
        why: 'decision 0086: IMP-001 also says that a path holds nothing to import',
        shown: {
          input: (place: Place) => ({ ...fresh(place), providerPath: 5 }),
          gives: { status: false, errors: [/^GRD-002: \/providerPath/] },
        },
      },
    ],
  },
  {
    call: 'GradingExport.run',
    takes: ['target', 'exportDir', 'includeSchemas?'],
    gives: ['status', 'flow', 'indexExportPath', 'schemaExports', 'errors'],
    waits: true,
    shown: [],
    differences: [
      {
        there: 'target is the folder in the island, which says where the island is',
        here: 'an absolute path of that folder does; a name as in commands needs gradingDataRoot',
        verdict: 'both forms',
        shown: {
          input: exported,
          gives: { status: true, flow: 'namespace', indexExportPath: /^\/.*\/index\.json$/, errors: [] },
        },
      },
      {
        there: 'without includeSchemas only index.json is written',
        here: 'the same; the command line exports the schemas unless told not to',
        verdict: 'taken over',
        shown: { input: exported, gives: { status: true, schemaExports: [] } },
      },
      {
        there: 'a schema is exported under its plain name: schemaName, sourceSnapshot, exportPath',
        here: 'the same, beside schema, from and to',
        verdict: 'both forms',
        shown: {
          input: (place: Place) => ({ ...exported(place), includeSchemas: true }),
          gives: {
            status: true,
            schemaExports: [
              { schemaName: 'stations', exportPath: /^\/.*\/schemas\/stations\.mjs$/ },
              {
                schemaName: 'tides',
                sourceSnapshot: /^\/.*\/tides--.*\.mjs$/,
                exportPath: /^\/.*\/schemas\/tides\.mjs$/,
              },
            ],
          },
        },
      },
      {
        there: 'exportDir is the folder of the export and must not exist (EXP-003)',
        here: 'each export makes a fresh folder in exportDir; the result names it',
        verdict: 'departure',
        why: 'chapter 22: an export overwrites nothing; a second one needs no new argument',
        shown: {
          input: (place: Place) => ({ ...exported(place), exportDir: place.out }),
          gives: { status: true, exportDir: /\/providers_tidewatch--[^/]*$/ },
        },
      },
      {
        there: 'a target without index.json is EXP-005',
        here: 'it is TGT-005; EXP-005 says here that a snapshot is damaged',
        verdict: 'departure',
        why: 'decision 0042: TGT-… is what everything says of a target',
        shown: {
          input: (place: Place) => {
            const target = join(place.gradingDataRoot, 'providers/empty');
            mkdirSync(join(target, 'getX'), { recursive: true });
            return { ...exported(place), target };
          },
          gives: { status: false, errors: [/^TGT-005/] },
        },
      },
      {
        there: 'a missing argument is EXP-001',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ out }: Place) => ({ exportDir: join(out, 'export') }),
          gives: { status: false, errors: [/^EXP-001: \/target/] },
        },
      },
      {
        there:
          'an argument of another type, and a target that is not there, are EXP-001; a target of unclear kind is EXP-002',
        here: 'they are GRD-002, TGT-001 and IDX-009',
        verdict: 'departure',
        why: 'decision 0086, and decision 0042 for targets',
        shown: {
          input: (place: Place) => ({
            ...exported(place),
            target: join(place.gradingDataRoot, 'elsewhere/x'),
          }),
          gives: { status: false, errors: [/^IDX-009/] },
        },
      },
      {
        there: 'unknown arguments are ignored',
        here: 'they are GRD-011, with the name that may have been meant, in every function of these groups',
        verdict: 'departure',
        why: 'decision 0086: no argument is dropped in silence',
        shown: {
          input: (place: Place) => ({ ...exported(place), includeSchema: true }),
          gives: { status: false, errors: [/^GRD-011: \/includeSchema.*includeSchemas/] },
        },
      },
    ],
  },
];

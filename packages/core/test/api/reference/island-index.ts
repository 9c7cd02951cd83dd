import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place, ReferenceCall } from './row.js';

const WHOLE = { indexVersion: 2, namespace: 'x', status: 'partial', updatedAt: '2026-05-31T12-00-00Z' };

/** Empty files in a new folder, whose names alone count. */
function placeFiles({ out }: Place, names: readonly string[]): string {
  const folder = mkdtempSync(join(out, 'files-'));
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
}

const resolve = (names: readonly string[], logicalName: string) => ({
  input: (place: Place) => ({ dir: placeFiles(place, names), logicalName }),
});

/** index.json: finding, deriving and judging it. */
export const indexCalls: readonly ReferenceCall[] = [
  {
    call: 'RebuildIndex.resolveLatest',
    takes: ['dir', 'logicalName'],
    gives: ['status', 'reason', 'file', 'path', 'errors'],
    waits: true,
    shown: [
      {
        ...resolve(
          ['prices--2026-05-29T10-00-00Z--ffffffff.mjs', 'prices--2026-05-31T10-00-00Z--00000000.mjs'],
          'prices',
        ),
        gives: {
          status: true,
          reason: null,
          file: 'prices--2026-05-31T10-00-00Z--00000000.mjs',
          path: /^\/.*\/prices--2026-05-31T10-00-00Z--00000000\.mjs$/,
          errors: [],
        },
      },
      {
        ...resolve(
          ['single-test--2026-05-30T09-00-00Z.json', 'single-test--2026-05-31T09-00-00Z.json'],
          'single-test',
        ),
        gives: { status: true, file: 'single-test--2026-05-31T09-00-00Z.json' },
      },
      { ...resolve([], 'nothing'), gives: { status: false, reason: 'no-version', file: null } },
      {
        input: ({ out }: Place) => ({ dir: join(out, 'none'), logicalName: 'x' }),
        gives: { status: false, reason: 'no-version' },
      },
      {
        ...resolve(['prices-detail--2026-05-31T10-00-00Z--00000000.mjs'], 'prices'),
        gives: { status: false, reason: 'no-version' },
      },
    ],
    differences: [
      {
        there: 'a missing argument is IDX-001, one of another type IDX-002, with the reason invalid-input',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { dir: '/x' },
          gives: { status: false, reason: 'invalid-input', errors: [/^IDX-001: \/logicalName/] },
        },
      },
    ],
  },
  {
    call: 'RebuildIndex.rebuildNamespaceIndex',
    takes: ['namespaceDir'],
    gives: ['status', 'indexPath', 'index', 'errors'],
    waits: true,
    shown: [
      {
        input: ({ gradingDataRoot }: Place) => ({
          namespaceDir: join(gradingDataRoot, 'providers/tidewatch'),
        }),
        gives: { status: true, index: { indexVersion: 2, namespace: 'tidewatch' }, errors: [] },
      },
    ],
    differences: [
      {
        there: 'indexPath is absolute',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: ({ gradingDataRoot }: Place) => ({
            namespaceDir: join(gradingDataRoot, 'providers/tidewatch'),
          }),
          gives: { indexPath: /^\/.*\/providers\/tidewatch\/index\.json$/ },
        },
      },
      {
        there: 'an entry has an area and a grade, a status of its own, or { blocked, blockedReason }',
        here: 'an entry is one of chapter 08; any other file is left out (IDX-004)',
        verdict: 'departure',
        why: 'chapter 08; decision 0042',
      },
      {
        there: 'a folder without a snapshot is a pending schema',
        here: 'it is none',
        verdict: 'departure',
        why: 'decision 0020: an import says which schemas are members, and a folder alone proves none',
      },
      {
        there: 'after new content the reason is "schema changed, regrade required", for one rebuild',
        here: 'its words differ, and it stays until the schema is graded again',
        verdict: 'departure',
        why: 'chapter 21: an entry is bound to the hash of what it graded; words are no contract, codes are',
      },
      {
        there: 'a folder that is not there is IDX-006',
        here: 'it is TGT-001, and one that can be no namespace of an island is IDX-009',
        verdict: 'departure',
        why: 'decision 0042: TGT-001 is what everything says of a target that is not in the island',
        shown: {
          input: ({ gradingDataRoot }: Place) => ({ namespaceDir: join(gradingDataRoot, 'providers/ghost') }),
          gives: { status: false, index: null, indexPath: null, errors: [/^TGT-001/] },
        },
      },
      {
        there: 'a file that cannot be written is IDX-008; a damaged index counts as absent',
        here: 'problems of the disk are ISL-…; a damaged index stops the rebuild (IDX-011)',
        verdict: 'departure',
        why: 'chapter 23: the lockSnapshot in it must not be lost (decision 0007)',
      },
    ],
  },
  {
    call: 'RebuildIndex.rebuildSelectionIndex',
    takes: ['selectionDir', 'providersRoot?'],
    gives: ['status', 'indexPath', 'index', 'errors'],
    waits: true,
    shown: [
      {
        input: ({ gradingDataRoot }: Place) => ({
          selectionDir: join(gradingDataRoot, 'selections/lyre-port-calls'),
          providersRoot: join(gradingDataRoot, 'providers'),
        }),
        gives: {
          status: true,
          indexPath: /^\/.*\/selections\/lyre-port-calls\/index\.json$/,
          index: {
            selectionId: 'lyre-port-calls',
            members: { 'berthbook.berths': { resolvedArtifact: /berthbook\/berths\/schema\/berths--/ } },
          },
          errors: [],
        },
      },
    ],
    differences: [
      {
        there: 'members are looked up in providersRoot, and are blocked without it',
        here: 'members are those of the same island; providersRoot may be left out, and another folder is GRD-002',
        verdict: 'departure',
        why: 'chapter 19: an island holds its selections and their members; no argument is ignored (decision 0042)',
        shown: {
          input: ({ gradingDataRoot, out }: Place) => ({
            selectionDir: join(gradingDataRoot, 'selections/lyre-port-calls'),
            providersRoot: out,
          }),
          gives: { status: false, index: null, errors: [/^GRD-002: \/providersRoot/] },
        },
      },
      {
        there: 'any JSON is a definition, and without one SEL-001',
        here: 'a definition has the fields of chapter 16 (IDX-012); without one TGT-006',
        verdict: 'departure',
        why: 'chapter 16: description and skills are mandatory',
      },
      {
        there: 'a member has the status of its newest tools-aggregate-schema entry',
        here: 'it has that of its schema in the index of its namespace',
        verdict: 'departure',
        why: 'chapter 23; decision 0006',
      },
      {
        there: 'the first rebuild freezes the members, and later ones keep that',
        here: 'a rebuild freezes nothing: a run does, and every rebuild keeps what it froze',
        verdict: 'departure',
        why: 'chapters 16 and 23: lockSnapshot is written at the start of a grading',
      },
    ],
  },
  {
    call: 'RebuildIndex.validateIndex',
    takes: ['index'],
    gives: ['valid', 'errors'],
    shown: [{ input: {}, gives: { valid: false, errors: [/^IDX-001/] } }],
    differences: [
      {
        there: 'the least that is valid: version, namespace, status, time, a description and skills',
        here: 'the same; what files of the island have to contain besides is checked where they are read',
        verdict: 'taken over',
        shown: {
          input: { index: { ...WHOLE, description: { status: 'pending' }, skills: {} } },
          gives: { valid: true, errors: [] },
        },
      },
      {
        there: 'another indexVersion than 2 is IDX-003',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { index: { ...WHOLE, indexVersion: 1, description: { status: 'pending' }, skills: {} } },
          gives: { valid: false, errors: [/^IDX-003/] },
        },
      },
      {
        there: 'the status of a node as that of the whole is IDX-007',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { index: { ...WHOLE, status: 'graded', description: { status: 'pending' }, skills: {} } },
          gives: { valid: false, errors: [/^IDX-007: \/status/] },
        },
      },
      {
        there: 'a missing description and missing skills are named, each with IDX-001',
        here: 'the same',
        verdict: 'taken over',
        shown: {
          input: { index: WHOLE },
          gives: { valid: false, errors: [/^IDX-001: \/description/, /^IDX-001: \/skills/] },
        },
      },
      {
        there: 'an unknown status of a skill is IDX-007 and names the skill',
        here: 'the same; places are JSON pointers',
        verdict: 'taken over',
        shown: {
          input: {
            index: { ...WHOLE, description: { status: 'graded' }, skills: { 'a.b': { status: 'made-up' } } },
          },
          gives: { valid: false, errors: [/^IDX-007: \/skills\/a\.b/] },
        },
      },
    ],
  },
  {
    call: 'RebuildIndex.mapAggregateGradeToStatus',
    takes: ['aggregateGrade'],
    gives: ['status', 'errors'],
    shown: [
      { input: { aggregateGrade: 'REJECTED' }, gives: { status: 'rejected', errors: [] } },
      { input: { aggregateGrade: 'C' }, gives: { status: 'graded', errors: [] } },
      { input: { aggregateGrade: 'F' }, gives: { status: 'graded', errors: [] } },
    ],
    differences: [
      {
        there: 'A and B are graded; another step made them stable',
        here: 'A and B are stable',
        verdict: 'departure',
        why: 'chapter 21; decision 0042',
        shown: { input: { aggregateGrade: 'A' }, gives: { status: 'stable', errors: [] } },
      },
      {
        there: 'an unknown letter is IDX-007',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: { aggregateGrade: 'Z' }, gives: { status: null, errors: [/^IDX-007/] } },
      },
      {
        there: 'no letter is IDX-001',
        here: 'the same',
        verdict: 'taken over',
        shown: { input: {}, gives: { status: null, errors: [/^IDX-001/] } },
      },
      {
        there: 'null counts as no letter',
        here: 'null is pending',
        verdict: 'departure',
        why: 'chapter 21: what was never graded is pending',
        shown: { input: { aggregateGrade: null }, gives: { status: 'pending', errors: [] } },
      },
    ],
  },
];

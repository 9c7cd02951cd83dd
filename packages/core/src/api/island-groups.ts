import { problem } from '../problems/error-codes.js';
import * as gradingExport from './grading-export.js';
import * as gradingImport from './grading-import.js';
import { type ArgumentCodes, codesOf, guard, guardOne } from './guard.js';
import { any, flag, moment, object, optional, orNull, text } from './kinds.js';
import { validateOverride as runValidateOverride } from './lock-snapshot.js';
import * as preConditionCheck from './pre-condition-check.js';
import * as rebuildIndex from './rebuild-index.js';
import { closedGate, noExport, noImport, noIndex, noSnapshot } from './refused.js';
import * as sharedLists from './shared-lists.js';
import * as sourceSnapshot from './source-snapshot.js';

export { OVERRIDE_WHITELIST } from './lock-snapshot.js';

/** What each public function about an island takes, as in `groups.ts`. */

const INVALID = { valid: false };

export const SharedLists = guard(sharedLists, codesOf('SL-001', 'SL-002'), {
  hash: { takes: { list: any }, refused: { hash: null } },
  validateFilename: {
    takes: { filename: text },
    refused: { ...INVALID, status: false, name: null, version: null, hash: null, messages: [] },
  },
  load: {
    takes: { gradingDataRoot: text, listname: text },
    refused: { list: null, hash: null, version: null },
    waits: true,
  },
});

export const SourceSnapshot = guard(sourceSnapshot, codesOf('SNP-001', 'SNP-002'), {
  create: {
    takes: {
      gradingDataRoot: text,
      sourcePath: text,
      namespace: optional(text),
      schemaName: optional(text),
      schemaHash: optional(text),
    },
    refused: noSnapshot(),
    waits: true,
  },
  parseSnapshotFilename: {
    takes: { filename: text },
    refused: { name: null, timestamp: null, hash: null, extension: null },
  },
  verify: {
    takes: { snapshotPath: text },
    refused: { valid: false, expectedHash: null, actualHash: null },
    waits: true,
  },
  listForNamespace: {
    takes: { gradingDataRoot: text, namespace: text },
    refused: { snapshots: [] },
    waits: true,
  },
});

const LOCK = codesOf('LCK-001', 'LCK-002');
export const validateOverride = guardOne(runValidateOverride, LOCK, {
  takes: { override: any },
  refused: INVALID,
});

export const RebuildIndex = guard(rebuildIndex, codesOf('IDX-001', 'IDX-002'), {
  resolveLatest: {
    takes: { dir: text, logicalName: text },
    refused: { status: false, reason: 'invalid-input', file: null, path: null },
    waits: true,
  },
  rebuildNamespaceIndex: {
    takes: { namespaceDir: text, now: optional(moment) },
    refused: noIndex(),
    waits: true,
  },
  rebuildSelectionIndex: {
    takes: { selectionDir: text, providersRoot: optional(text), now: optional(moment) },
    refused: noIndex(),
    waits: true,
  },
  buildLockSnapshot: {
    takes: {
      selectionDef: object,
      members: any,
      selectionVersion: optional(orNull(text)),
      generatedAt: optional(moment),
    },
    refused: { lockSnapshot: null },
    codes: LOCK,
  },
  validateIndex: { takes: { index: object }, refused: INVALID },
  mapAggregateGradeToStatus: { takes: { aggregateGrade: orNull(text) }, refused: { status: null } },
});

export const PreConditionCheck = guard(preConditionCheck, codesOf('PRE-001'), {
  check: {
    takes: { gradingDataRoot: text, selectionId: optional(text), namespace: optional(text) },
    refused: closedGate(),
    waits: true,
  },
  checkLockfile: { takes: { lockfile: any }, refused: closedGate() },
});

const IMPORT: ArgumentCodes = {
  missing: (field, where) => problem('IMP-001', where, { found: `${field} is missing` }),
  wrongType: 'GRD-002',
};
export const GradingImport = guard(gradingImport, IMPORT, {
  run: {
    takes: {
      providerPath: text,
      gradingDataRoot: text,
      dryRun: optional(flag),
      keepGoing: optional(flag),
      strict: optional(flag),
      retire: optional(flag),
    },
    refused: noImport(),
    waits: true,
  },
});

export const GradingExport = guard(gradingExport, codesOf('EXP-001'), {
  run: {
    takes: {
      target: text,
      gradingDataRoot: optional(text),
      exportDir: text,
      includeSchemas: optional(flag),
      allowRejected: optional(flag),
    },
    refused: noExport(),
    waits: true,
  },
});

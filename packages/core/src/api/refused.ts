/**
 * Empty results, beside `errors`: for a call whose arguments are refused, and for one that fails later. Every call makes
 * a new one, so that what a program adds to one is not in the next.
 */

export function closedGate() {
  return { passed: false, blockedMembers: [], missingSingleGradings: [] };
}

export function noExport() {
  return {
    status: false,
    results: [],
    flow: null,
    exportDir: null,
    indexExportPath: null,
    schemaExports: [],
  };
}

/** The parts of an import that stand beside `results` if there is a single one. */
export function noSingleImport() {
  return { namespace: null, imported: [], skipped: [], normalizedSkills: [], indexPath: null };
}

export function noImport() {
  return { status: false, results: [], ...noSingleImport() };
}

export function noSnapshot() {
  return { snapshotPath: null, created: false, hash: null };
}

export function noIndex() {
  return { status: false, indexPath: null, index: null, changed: false };
}

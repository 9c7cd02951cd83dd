import { formatJson, readDocument } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { SANDBOX_ENGINE } from '../sandbox/engine-identity.js';
import { isComputed } from '../sandbox/evaluate-main.js';
import { type EvaluatedMain, evaluatedMain } from '../sandbox/logic/evaluated-main.js';
import type { ModuleReading } from '../sources/logic/module-reading.js';
import { parseModule } from '../sources/parse-module.js';
import { sha256 } from '../spec/hash.js';
import type { SchemaMain } from '../spec/schema-main.js';

/** The file beside a snapshot with the value of its computed `main` at import (decision 0049). */
export function evaluatedMainPath(snapshotPath: string): string {
  return snapshotPath.replace(/\.mjs$/, '.main.json');
}

/** That file, ready to be created. */
export function placeEvaluatedMain(snapshotPath: string, bytes: Uint8Array, main: SchemaMain) {
  const evaluated: EvaluatedMain = { engine: SANDBOX_ENGINE, sourceSha256: sha256(bytes), main: { ...main } };
  return { path: evaluatedMainPath(snapshotPath), bytes: formatJson(evaluated) };
}

/** The content of a schema's snapshot: from its syntax tree, or, if `main` is computed, from the file beside it. */
export function readSnapshot(island: Island, path: string, text: string): ModuleReading {
  return withEvaluatedMain(island, path, parseModule(text, { exports: ['main', 'schema'] }));
}

/** Runs no code. A damaged file leaves the snapshot unreadable, as a missing one does. */
export function withEvaluatedMain(island: Island, path: string, reading: ModuleReading): ModuleReading {
  if (!isComputed(reading)) return reading;
  const stored = readDocument(island, evaluatedMainPath(path), evaluatedMain);
  if (!stored || 'problem' in stored) return reading;
  return { ...reading, value: stored.value.main, problems: [], refused: [] };
}

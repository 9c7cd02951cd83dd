import { SANDBOX_ENGINE } from '../adapters/sandbox/engine-identity.js';
import { isComputed } from '../adapters/sandbox/evaluate-main.js';
import { parseModule } from '../adapters/schema-source/parse-module.js';
import { sha256 } from '../engine/hash.js';
import { formatJson, readDocument } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { type EvaluatedMain, evaluatedMain } from '../model/evaluated-main.js';
import type { ModuleReading } from '../model/module-reading.js';
import type { SchemaMain } from '../model/schema-main.js';

/** The file beside a snapshot that holds what its computed `main` came out as at import (decision 0049). */
export function evaluatedMainPath(snapshotPath: string): string {
  return snapshotPath.replace(/\.mjs$/, '.main.json');
}

/** That file, as it is to be created. */
export function placeEvaluatedMain(snapshotPath: string, bytes: Uint8Array, main: SchemaMain) {
  const evaluated: EvaluatedMain = { engine: SANDBOX_ENGINE, sourceSha256: sha256(bytes), main: { ...main } };
  return { path: evaluatedMainPath(snapshotPath), bytes: formatJson(evaluated) };
}

/** What a snapshot of a schema says: from its syntax tree, or, where `main` is computed, from the file beside it. */
export function readSnapshot(island: Island, path: string, text: string): ModuleReading {
  return withEvaluatedMain(island, path, parseModule(text, { exports: ['main', 'schema'] }));
}

/** Nothing runs. A file that is damaged leaves the snapshot unreadable, as one that is not there does. */
export function withEvaluatedMain(island: Island, path: string, reading: ModuleReading): ModuleReading {
  if (!isComputed(reading)) return reading;
  const stored = readDocument(island, evaluatedMainPath(path), evaluatedMain);
  if (!stored || 'problem' in stored) return reading;
  return { ...reading, value: stored.value.main, problems: [], refused: [] };
}

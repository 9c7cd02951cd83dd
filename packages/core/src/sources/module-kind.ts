import { basename, dirname, resolve } from 'node:path';
import { buildModuleScope } from './module-scope.js';
import { parseSource } from './parse-source.js';
import { peekFile } from './peek-file.js';
import { READING_LIMITS } from './reading-limits.js';

export type ModuleKind = 'schema' | 'selection';

/** Determines the kind of a module file; reads each file only once. */
export type ModuleKinds = (file: string) => ModuleKind;

const WORD = 'selection';
const EXPORTED = /\bexport\s*(?:\{|(?:const|let|var|function|class)\s+selection\b)/;
/** Used if the text cannot be parsed. */
const DECLARED = /^export\s+const\s+selection\b/m;
const SCHEMA = /\bexport\s+(?:const|let|var)\s+(?:main|schema)\b/;

/**
 * Nearly every module is a schema, which its own reader parses later. So this only searches the text for the word, and
 * parses a module only if it seems to export a selection.
 */
export function createModuleKinds(): ModuleKinds {
  const known = new Map<string, ModuleKind>();
  return (file) => {
    const path = resolve(file);
    const kind = known.get(path) ?? lookAt(path);
    known.set(path, kind);
    return kind;
  };
}

function lookAt(path: string): ModuleKind {
  const isPlaced = isPlaceOfSelections(path);
  const bytes = peekFile(path, READING_LIMITS.maxBytes);
  // Its reader reports what is wrong with it.
  if (bytes === null) return isPlaced ? 'selection' : 'schema';
  const hasWord = bytes.includes(WORD);
  if (!hasWord && !isPlaced) return 'schema';
  const text = bytes.toString('utf8');
  if (hasWord && EXPORTED.test(text)) {
    const kind = parseKind(text);
    if (kind !== null) return kind;
  }
  return isPlaced && !SCHEMA.test(text) ? 'selection' : 'schema';
}

/**
 * The kind of a module. One that exports `main` is a schema, whatever else it exports, so that existing schemas stay
 * schemas. null: it exports neither.
 */
function parseKind(text: string): ModuleKind | null {
  const parsed = parseSource(text, READING_LIMITS);
  if ('code' in parsed) return DECLARED.test(text) && !SCHEMA.test(text) ? 'selection' : null;
  const { exports } = buildModuleScope(parsed.program);
  if (exports.has('main') || exports.has('schema')) return 'schema';
  return exports.has('selection') ? 'selection' : null;
}

/** `selections/<selection>/selection.mjs`, `selections/<namespace>/*.mjs` or `selections/*.mjs` (Schemas-Spec 14, 17). */
function isPlaceOfSelections(path: string): boolean {
  const folder = dirname(path);
  return (
    basename(path) === 'selection.mjs' ||
    basename(folder) === 'selections' ||
    basename(dirname(folder)) === 'selections'
  );
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ZodType } from 'zod';
import { isNamespaceIndex, isSelectionIndex } from '../../src/island/index-shape.js';
import {
  parseEntryName,
  parseSnapshotName,
  parseTestName,
  parseTrialName,
} from '../../src/island/logic/names.js';
import { parseJournal } from '../../src/island/logic/parse-journal.js';
import { RULES_FILE } from '../../src/island/logic/paths.js';
import { bookOf, DEFAULT_BOOK, isBookVersions, versionsOf } from '../../src/spec/books/registered.js';
import { gradingEntry } from '../../src/spec/entry.js';
import { evaluatedMain } from '../../src/spec/evaluated-main.js';
import { schemaFacts, testRecord } from '../../src/spec/facts.js';
import { memberList } from '../../src/spec/members.js';
import { promptsFile } from '../../src/spec/prompts.js';
import { stateFile } from '../../src/spec/state.js';
import { HARNESSES } from '../../src/spec/vocabulary.js';
import { parseTrial } from '../../src/trials/logic/trial-lines.js';
import { readUpstream } from '../conformance/shared-vectors.js';
import { readTree } from './island-tree.js';

const DOCUMENTS: Record<string, ZodType> = {
  'state.json': stateFile,
  'prompts.json': promptsFile,
  'summary.json': schemaFacts,
};

/** Where upstream's schemas lie, by the number of the specification: those of the first one at the top. */
const FOLDERS: Readonly<Record<string, string>> = { '2.0.0': 'upstream', '3.0.3': 'upstream/3.0.3' };

/** Upstream's entry and index schemas by specification; null if the checkout stands alone. */
const upstream = new Map(
  Object.entries(FOLDERS).map(([number, folder]) => [number, compileUpstream(folder)]),
);

/**
 * Every fault in an island: documents checked against our shapes, entries also against the JSON Schemas of every
 * specification, indexes against that of their own, and names that match no grammar.
 */
export function findNonconforming(root: string): string[] {
  return [...readTree(root)].flatMap(([path, { text }]) => {
    const found = checkFile(path, Buffer.from(text, 'latin1').toString('utf8'));
    return found === null ? [] : [`${path}: ${found}`];
  });
}

function checkFile(path: string, text: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (path.includes('/_gradings/')) {
    if (!parseEntryName(name)) return 'no name of an entry';
    const found = [...upstream.values()].map(({ entry }) => byUpstream(entry, text));
    return byShape(gradingEntry, text) ?? found.find((one) => one !== null) ?? null;
  }
  if (name === 'audit.jsonl') return checkJournal(text);
  if (name === 'index.json') return checkIndexText(text);
  const shape = DOCUMENTS[name];
  if (shape) return byShape(shape, text);
  if (parseTestName(name) !== null) return byShape(testRecord, text);
  if (parseSnapshotName(name.replace(/\.main\.json$/, '.mjs')) && name.endsWith('.main.json')) {
    return byShape(evaluatedMain, text);
  }
  const snapshot = parseSnapshotName(name);
  if (snapshot)
    return snapshot.name === 'members' && snapshot.extension === 'json' ? byShape(memberList, text) : null;
  if (path.startsWith('trials/') && parseTrialName(name)) {
    const found = parseTrial(text);
    return 'reason' in found ? found.reason : null;
  }
  if (path === RULES_FILE) return isBookVersions(JSON.parse(text)) ? null : 'not three versions';
  const known =
    path === '.gitignore' ||
    ['lock-snapshot.json', 'skill.md'].includes(name) ||
    /\/(?:scores|evaluations)\//.test(path);
  return known ? null : 'no name of the grammar';
}

function checkJournal(text: string): string | null {
  const { breaks, torn } = parseJournal(Buffer.from(text));
  return breaks.length === 0 && torn === null ? null : JSON.stringify({ breaks, torn });
}

function byShape(shape: ZodType, text: string): string | null {
  const { error } = shape.safeParse(JSON.parse(text));
  return error ? error.message : null;
}

/** Checks an index by the JSON Schema of the specification that it names, and below `schemas` and `members` by ours. */
export function checkIndexText(text: string): string | null {
  const index = JSON.parse(text) as { readonly summary?: { readonly gradingSpec?: string } };
  if (!isNamespaceIndex(index) && !isSelectionIndex(index)) return 'not the shape of an index';
  // Rules that a test makes up are known by now no more, and have no JSON Schema.
  const book = bookOf({ ...versionsOf(DEFAULT_BOOK), gradingSpec: index.summary.gradingSpec });
  const schemas = book && upstream.get(book.spec.index);
  return schemas ? byUpstream(schemas.index, text) : null;
}

function byUpstream(validate: ValidateFunction | null, text: string): string | null {
  if (validate === null || validate(JSON.parse(text))) return null;
  return JSON.stringify(validate.errors);
}

/** The file is not strict-clean; decision D12 widens the enum of harness. */
function compileUpstream(folder: string): { entry: ValidateFunction | null; index: ValidateFunction | null } {
  const entry = readUpstream(`${folder}/08-grading-model.schema.json`);
  const index = readUpstream(`${folder}/index.schema.json`);
  const compile = (schema: object) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    return ajv.compile(schema);
  };
  const widened =
    entry === null ? null : (JSON.parse(entry) as { properties: { harness: { enum: string[] } } });
  if (widened) widened.properties.harness.enum = [...HARNESSES];
  return { entry: widened && compile(widened), index: index === null ? null : compile(JSON.parse(index)) };
}

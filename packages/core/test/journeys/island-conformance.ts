import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ZodType } from 'zod';
import { parseEntryName, parseSnapshotName, parseTestName } from '../../src/island/logic/names.js';
import { parseJournal } from '../../src/island/logic/parse-journal.js';
import { RULES_FILE } from '../../src/island/logic/paths.js';
import { isBookVersions } from '../../src/spec/books/registered.js';
import { gradingEntry } from '../../src/spec/entry.js';
import { evaluatedMain } from '../../src/spec/evaluated-main.js';
import { schemaFacts, testRecord } from '../../src/spec/facts.js';
import { memberList } from '../../src/spec/members.js';
import { promptsFile } from '../../src/spec/prompts.js';
import { stateFile } from '../../src/spec/state.js';
import { HARNESSES } from '../../src/spec/vocabulary.js';
import { readUpstream } from '../conformance/shared-vectors.js';
import { readTree } from './island-tree.js';

const DOCUMENTS: Record<string, ZodType> = {
  'state.json': stateFile,
  'prompts.json': promptsFile,
  'summary.json': schemaFacts,
};

/** Upstream's entry and index schemas; each null if the checkout stands alone. */
const upstream = compileUpstream();

/**
 * Every fault in an island: documents checked against our shapes, entries and indexes also against upstream's JSON
 * Schemas, and names that match no grammar.
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
    return byShape(gradingEntry, text) ?? byUpstream(upstream.entry, text);
  }
  if (name === 'audit.jsonl') return checkJournal(text);
  if (name === 'index.json') return byUpstream(upstream.index, text);
  const shape = DOCUMENTS[name];
  if (shape) return byShape(shape, text);
  if (parseTestName(name) !== null) return byShape(testRecord, text);
  if (parseSnapshotName(name.replace(/\.main\.json$/, '.mjs')) && name.endsWith('.main.json')) {
    return byShape(evaluatedMain, text);
  }
  const snapshot = parseSnapshotName(name);
  if (snapshot)
    return snapshot.name === 'members' && snapshot.extension === 'json' ? byShape(memberList, text) : null;
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

function byUpstream(validate: ValidateFunction | null, text: string): string | null {
  if (validate === null || validate(JSON.parse(text))) return null;
  return JSON.stringify(validate.errors);
}

/** The file is not strict-clean; decision D12 widens the enum of harness. */
function compileUpstream(): { entry: ValidateFunction | null; index: ValidateFunction | null } {
  const entry = readUpstream('upstream/08-grading-model.schema.json');
  const index = readUpstream('upstream/index.schema.json');
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

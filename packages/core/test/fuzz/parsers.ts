import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { checkEvaluation } from '../../src/evaluators/logic/check-evaluation.js';
import { parseIntake } from '../../src/evaluators/logic/judge/intake.js';
import { readJudgement } from '../../src/evaluators/logic/judge/read-judgement.js';
import { readAnswer } from '../../src/evaluators/read-answer.js';
import { parsePayload } from '../../src/features/evaluate/logic/schema-score.js';
import { parseClientServers } from '../../src/features/lint/logic/client-servers.js';
import { buildLintReport } from '../../src/features/lint/logic/report.js';
import { readSnapshotFile } from '../../src/features/lint/mcp/snapshot-file.js';
import { parseProtocolScores } from '../../src/features/protocol-v1/logic/parse-scores.js';
import { readConfig } from '../../src/files/config-file.js';
import { createCsvReader, ROW_OPTIONS } from '../../src/files/logic/csv-rows.js';
import { createRecordCollector, parseRecord } from '../../src/files/logic/dataset.js';
import { createArraySplitter, parseElement } from '../../src/files/logic/json-elements.js';
import { parseEntry } from '../../src/grade/entry/check-entry.js';
import { parseScores } from '../../src/grade/entry/parse-scores.js';
import {
  readDocument,
  readLockSnapshot,
  readNamespaceIndex,
  readSelectionIndex,
} from '../../src/island/documents.js';
import { nodeFiles } from '../../src/island/files.js';
import { Island } from '../../src/island/island.js';
import {
  parseEntryName,
  parsePersona,
  parseSnapshotName,
  parseTestName,
  toolFolderName,
} from '../../src/island/logic/names.js';
import { parseJournal } from '../../src/island/logic/parse-journal.js';
import { readServerParams } from '../../src/keys/env-file.js';
import { maskKeyForms } from '../../src/keys/logic/key-form-text.js';
import { createRedactor } from '../../src/keys/logic/redact.js';
import { GradingError, type Problem } from '../../src/problems/problem.js';
import { namesAbout, namesLimitations, parseAboutHeadings } from '../../src/rules/about/about.js';
import { parseSelectionSections } from '../../src/rules/about/selection-sections.js';
import { flowmcp1 } from '../../src/rules/mcp/flowmcp-1/rule-set.js';
import { validateSchema } from '../../src/rules/schema/validate-schema.js';
import { validateSelection } from '../../src/rules/selection/validate-selection.js';
import { validateSkill } from '../../src/rules/skill/validate-skill.js';
import { readBaseline } from '../../src/sources/baseline-file.js';
import { parseJson } from '../../src/sources/parse-json.js';
import { parseModule } from '../../src/sources/parse-module.js';
import { readInline } from '../../src/sources/read-about.js';
import { readListCatalogue } from '../../src/sources/shared-lists.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { gradingEntry } from '../../src/spec/entry.js';
import { schemaFacts } from '../../src/spec/facts.js';
import { memberList } from '../../src/spec/members.js';
import { promptsFile } from '../../src/spec/prompts.js';
import { stateFile } from '../../src/spec/state.js';
import { buildSkillScope } from '../../src/target/logic/skill-scope.js';
import { parseTask } from '../../src/tasks/logic/task.js';
import { isNestedBeyond } from '../../src/values/json-depth.js';

/** A parser of handed-in files; returns their problems. */
export type Parser = (bytes: Buffer) => readonly Problem[] | Promise<readonly Problem[]>;

const FILE = 'given.mjs';
const NOW = new Date('2026-03-01T10:00:00Z');
const SCOPE = buildSkillScope({ namespace: 'demo', schemas: {}, skills: {} });
const redactor = createRedactor(['a-key-of-ours', '\\\\\\\\"\'%41']);

const textOf = (bytes: Buffer) => bytes.toString('utf8');
const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return textOf(bytes);
  }
};

/** The text of a refusal; any other exception is a bug of ours. */
function refusalOf(run: () => unknown): Problem[] {
  try {
    run();
    return [];
  } catch (error) {
    if (error instanceof GradingError) return [error.problem];
    throw error;
  }
}

/** An island in which each file has this content. */
function islandOf(bytes: Buffer): Island {
  const files = { ...nodeFiles, read: () => bytes, kind: () => null };
  return new Island('/nowhere', files, { book: DEFAULT_BOOK });
}

function document(bytes: Buffer, shape: Parameters<typeof readDocument>[2]): Problem[] {
  const parsed = readDocument(islandOf(bytes), 'a/document.json', shape);
  return parsed && 'problem' in parsed ? [parsed.problem] : [];
}

/** Parsers of text and bytes. Those of modules and of documents for the gate also name the file. */
export const PARSERS: Readonly<Record<string, Parser>> = {
  schema: (bytes) => {
    const reading = parseModule(textOf(bytes), { exports: ['main', 'schema'] });
    return validateSchema({ reading, file: FILE, lists: [], schemasSpec: '4.3' });
  },
  'schema in JSON': (bytes) =>
    validateSchema({
      reading: parseJson(textOf(bytes), { root: 'main' }),
      file: FILE,
      lists: [],
      schemasSpec: '4.3',
    }),
  skill: (bytes) => {
    const reading = parseModule(textOf(bytes), { exports: ['skill'] });
    return validateSkill({ reading, file: FILE, skillName: 'given', scope: SCOPE });
  },
  selection: (bytes) =>
    validateSelection({
      reading: parseModule(textOf(bytes), { exports: ['selection'] }),
      file: FILE,
      skillPaths: [],
    }),
  'selection in JSON': (bytes) =>
    validateSelection({
      reading: parseJson(textOf(bytes), { root: 'selection' }),
      file: FILE,
      skillPaths: [],
    }),
  JSON: (bytes) => parseJson(textOf(bytes), { root: '' }).problems,
  'client configuration': (bytes) => {
    const reading = parseJson(textOf(bytes), { root: '', anyKey: true, comments: true });
    const servers = parseClientServers({ file: FILE, reading }, { variables: new Map(), start: [] });
    return 'code' in servers ? [servers] : servers.flatMap(({ problems }) => problems);
  },
  About: (bytes) => {
    const text = textOf(bytes);
    namesAbout(text, 'demo');
    namesLimitations(text);
    parseAboutHeadings(text);
    parseSelectionSections(text);
    const read = readInline(text, { file: FILE });
    return read.kind === 'none' ? [] : read.problems;
  },
  scores: (bytes) => parseScores(bytes).problems,
  'scores of protocol v1': (bytes) => parseProtocolScores(bytes, NOW).problems,
  names: (bytes) => {
    const text = textOf(bytes);
    for (const parse of [parseSnapshotName, parseEntryName, parseTestName, parsePersona, toolFolderName])
      parse(text);
    return [];
  },
  entry: (bytes) => parseEntry(textOf(bytes)).problems,
  'entry of the island': (bytes) => document(bytes, gradingEntry),
  'index of a namespace': (bytes) => refusalOf(() => readNamespaceIndex(islandOf(bytes), 'providers/demo')),
  'index of a selection': (bytes) => refusalOf(() => readSelectionIndex(islandOf(bytes), 'selections/demo')),
  'lock snapshot': (bytes) => refusalOf(() => readLockSnapshot(islandOf(bytes), 'selections/demo', null)),
  prompts: (bytes) => document(bytes, promptsFile),
  state: (bytes) => document(bytes, stateFile),
  members: (bytes) => document(bytes, memberList),
  facts: (bytes) => document(bytes, schemaFacts),
  journal: (bytes) => {
    parseJournal(bytes);
    return [];
  },
  'line of a dataset': (bytes) => {
    const parsed = parseRecord(bytes);
    return parsed && 'code' in parsed ? [parsed] : [];
  },
  dataset: (bytes) => {
    const collector = createRecordCollector(FILE, (record) => ({ record }));
    for (const [at, line] of textOf(bytes).split('\n').entries()) {
      collector.take(at + 1, parseRecord(Buffer.from(line)));
    }
    return collector.finish().problems;
  },
  'dataset that is an array': (bytes) => {
    const splitter = createArraySplitter();
    const parts = splitter.push(bytes);
    if ('code' in parts) return [{ ...parts, where: { ...parts.where, file: FILE } }];
    const problems = [...parts.map((part) => parseElement(part.bytes)), splitter.finish()];
    return problems.filter((found) => found !== null && 'code' in found);
  },
  'dataset in CSV': (bytes) => {
    const reader = createCsvReader((text) => parseCsv(text, ROW_OPTIONS));
    const rows = textOf(bytes)
      .split('\n')
      .map((line, at) => reader.take({ number: at + 1, bytes: Buffer.from(line) }));
    const found = [...rows, reader.finish()].map((row) => (row && 'parsed' in row ? row.parsed : row));
    return found.filter((row) => row !== null && 'code' in row);
  },
  'line of a task file': (bytes) => {
    const parsed = parseRecord(bytes);
    const task = parsed && 'record' in parsed ? parseTask(parsed.record, { file: FILE, line: 1 }) : null;
    return task && 'code' in task ? [task] : [];
  },
  payload: (bytes) => refusalOf(() => parsePayload(bytes)),
  'answer of an evaluator': async (bytes) => {
    const answer = await readAnswer(bytes, redactor);
    const outcome =
      answer !== 'too-large' && 'value' in answer ? checkEvaluation(answer.value, 'unit', 'x') : null;
    return outcome && 'problem' in outcome ? [outcome.problem] : [];
  },
  intake: (bytes) => {
    const parsed = parseIntake(textOf(bytes), FILE);
    return 'problems' in parsed ? parsed.problems : [];
  },
  judgement: (bytes) => {
    readJudgement(jsonOf(bytes), null, 'unit');
    readJudgement(jsonOf(bytes), null, 'grade');
    return [];
  },
  'texts of a server': (bytes) => {
    const tools = [{ name: 'given', description: textOf(bytes) }];
    const server = { target: FILE, incomplete: [], snapshot: { tools, resources: [], prompts: [] } };
    buildLintReport(server, { ruleSet: flowmcp1 });
    return [];
  },
  redaction: (bytes) => {
    redactor.text(textOf(bytes));
    const value = jsonOf(bytes);
    // Callers check the nesting of a value before they redact it.
    if (!isNestedBeyond(value, 200)) redactor.value(value);
    maskKeyForms(textOf(bytes));
    return [];
  },
};

function withFile<T>(name: string, bytes: Buffer, run: (folder: string, file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  try {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return run(folder, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Parsers that read files themselves. */
export const FILE_PARSERS: Readonly<Record<string, Parser>> = {
  baseline: (bytes) => withFile('baseline.json', bytes, (folder) => readBaseline(folder).problems),
  config: (bytes) => withFile('.flowmcp/config.json', bytes, (home) => refusalOf(() => readConfig(home))),
  'list in JSON': (bytes) => withFile('l.json', bytes, (folder) => readListCatalogue([folder]).problems),
  list: (bytes) => withFile('l.mjs', bytes, (folder) => readListCatalogue([folder]).problems),
  'snapshot of a server': (bytes) =>
    withFile('s.json', bytes, (_, file) => {
      const read = readSnapshotFile(file);
      return 'code' in read ? [read] : [];
    }),
};

/** The key file is read without blocking. */
export async function readKeys(bytes: Buffer): Promise<readonly Problem[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  try {
    writeFileSync(join(folder, '.env'), bytes);
    const read = await readServerParams({
      envPath: join(folder, '.env'),
      names: ['A', '__proto__', 'constructor'],
    });
    return read.problems;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { gradeAnswers } from '../../../../src/grade/grade.js';
import { formatJson } from '../../../../src/island/documents.js';
import type { Island } from '../../../../src/island/island.js';
import { formatEntryName, formatTimestamp } from '../../../../src/island/logic/names.js';
import { factsFile, snapshotFolder } from '../../../../src/island/logic/paths.js';
import { questionById } from '../../../../src/questions/lookup.js';
import { DEFAULT_BOOK } from '../../../../src/spec/books/registered.js';
import type { GradingEntry } from '../../../../src/spec/entry.js';
import type { SchemaFacts } from '../../../../src/spec/facts.js';
import { sha256 } from '../../../../src/spec/hash.js';
import type { Subject } from '../../../../src/target/logic/subjects.js';
import { deriveNamespace } from '../../../../src/target/rebuild/derive-namespace.js';

import {
  entryOf,
  entryPath,
  providerTarget,
  putProvider,
  rebuild,
  subjectsOf,
} from '../../../journeys/selection-island.js';

/** Many providers of all kinds, as imports, tests and graders leave them; the same on each call. */

export interface SampleParts {
  readonly namespaces: number;
  readonly toolsPerSchema?: number;
  readonly schemas?: number;
  /** Most entries of a graded node. */
  readonly entries?: number;
}

const WORDS = [
  'harbour',
  'tide',
  'lock',
  'pilot',
  'berth',
  'wave',
  'crane',
  'buoy',
  'ferry',
  'quay',
  'canal',
  'light',
];
const REASONS = [
  'The description says what is returned, but not in which unit, and leaves out that only the last 24 hours are covered.',
  'Two of its three parameters have no description; a model has to guess that `area` is a code and not a name.',
  'The name says list, but a single item comes back.',
  'An empty answer and a refused one look the same to a caller.',
  'Its tests repeat one request with three spellings.',
];
const FIRST = Date.parse('2026-01-05T09:00:00Z');
const WEEK = 7 * 24 * 60 * 60 * 1000;

/** The time of the newest entry and all tests. */
export const SAMPLE_NOW = new Date(FIRST + 10 * WEEK);

export function putSampleIsland(island: Island, parts: SampleParts): void {
  const random = createRandom();
  for (let at = 0; at < parts.namespaces; at++) {
    const namespace = `${WORDS[at % WORDS.length]}-${Math.floor(at / WORDS.length)}`;
    putSampleProvider(island, namespace, parts, random);
  }
}

function putSampleProvider(
  island: Island,
  namespace: string,
  parts: SampleParts,
  random: () => number,
): void {
  const { schemas = 1, toolsPerSchema = 5, entries = 6 } = parts;
  const names = Array.from({ length: schemas }, (_, at) => ['data', 'search', 'admin'][at] ?? `part${at}`);
  const tools = Array.from(
    { length: toolsPerSchema },
    (_, at) => `${['get', 'list', 'find'][at % 3]}Item${at}`,
  );
  const at = formatTimestamp(new Date(FIRST));
  putProvider(island, { namespace, schemas: names, tools, about: `# ${namespace}\n\nText.\n`, at });
  const target = providerTarget(namespace);
  putFacts(island, namespace, random);
  const level = 2.4 + random() * 2.6;
  for (const subject of subjectsOf(island, target)) {
    if (random() < 0.08) continue;
    const times = 1 + Math.floor(random() * entries);
    for (let nth = 0; nth < times; nth++) {
      const when = formatTimestamp(new Date(FIRST + (10 - times + nth) * WEEK));
      const aim = level + random() - 0.6 + nth * 0.12;
      const entry = gradedEntry(entryOf(target, subject, { at: when }), aim, random);
      island.create(entryPath(target, subject, { at: when }), formatJson(entry));
    }
  }
  if (random() < 0.01) putVeto(island, namespace, subjectsOf(island, target)[0]);
  rebuild(island, target, SAMPLE_NOW);
}

function gradedEntry(entry: GradingEntry, aim: number, random: () => number): GradingEntry {
  const gradings = entry.gradings.map((answer) => {
    const score = Math.max(1, Math.min(5, Math.round(aim + (random() - 0.5) * 2)));
    const isBoolean = questionById(answer.questionId)?.scoreType === 'boolean';
    const reasoning = REASONS[Math.floor(random() * REASONS.length)] ?? '';
    return {
      ...answer,
      score: isBoolean ? (score < 3 ? ('fail' as const) : ('pass' as const)) : score,
      reasoning,
    };
  });
  const { aggregateGrade } = gradeAnswers({
    answers: gradings,
    tier: entry.gradingTier,
    rules: DEFAULT_BOOK,
  });
  return { ...entry, gradings, aggregateGrade: aggregateGrade ?? entry.aggregateGrade };
}

function putVeto(island: Island, namespace: string, subject: Subject | undefined): void {
  if (!subject) return;
  const target = providerTarget(namespace);
  const at = formatTimestamp(SAMPLE_NOW);
  const given = { at, grade: 'REJECTED', evidence: 'The terms forbid what the tool does.' } as const;
  const name = formatEntryName({ area: subject.area, persona: null, timestamp: at });
  const path = `${target.folder}/${subject.folder}/_gradings/${name}`;
  island.create(path, formatJson(entryOf(target, subject, given)));
}

/** Facts of the pretest and findings: some tools are blocked, some descriptions are promotional. */
function putFacts(island: Island, namespace: string, random: () => number): void {
  const { index } = deriveNamespace({ island, namespace, now: SAMPLE_NOW });
  for (const [schema, { snapshot, tools }] of Object.entries(index.schemas)) {
    if (!snapshot) continue;
    const file = `${snapshotFolder(namespace, schema)}/${snapshot.file}`;
    const facts: SchemaFacts = {
      namespace,
      schema,
      schemaHash: snapshot.hash,
      fileSha256: sha256(island.readBytes(file) ?? ''),
      checkedAt: SAMPLE_NOW.toISOString(),
      bar: 3,
      tools: Object.fromEntries(
        Object.keys(tools).map((tool) => [tool, random() < 0.06 ? BLOCKED : WORKING]),
      ),
      findings: Object.keys(tools).flatMap((tool) =>
        random() < 0.1
          ? [
              {
                id: 'description-promotional',
                code: 'FND-001',
                severity: 'warning' as const,
                where: { file, path: `main.tools.${tool}.description`, line: 1, column: 40 },
                args: { phrase: 'the most powerful tides on the market' },
              },
            ]
          : [],
      ),
    };
    island.replace(factsFile(namespace, schema), formatJson(facts));
  }
}

const COMMON = { total: 3, bar: 3, docs: null, outputMatches: null, records: [] };
const WORKING: SchemaFacts['tools'][string] = { ...COMMON, working: 3, status: 'ok' };
const BLOCKED: SchemaFacts['tools'][string] = {
  ...COMMON,
  working: 1,
  status: 'blocked',
  reason: 'fewer than 3 working tests (1 of 3)',
  causes: ['2 × HTTP 404'],
};

/** A small generator of numbers from 0 to 1, the same sequence every time (mulberry32). */
function createRandom(): () => number {
  let state = 8;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

import { formatJson } from '../../packages/core/src/island/documents.js';
import { formatSnapshotName, formatTestName } from '../../packages/core/src/island/logic/names.js';
import {
  factsFile,
  namespaceFolder,
  snapshotFolder,
  testsFolder,
} from '../../packages/core/src/island/logic/paths.js';
import type { SchemaFacts, TestRecord } from '../../packages/core/src/spec/facts.js';
import { hashSchema, sha256 } from '../../packages/core/src/spec/hash.js';
import type { SchemaMain } from '../../packages/core/src/spec/schema-main.js';
import { schemaText } from './schemas.js';

/** A file of the island; the path is relative to the island. */
export interface IslandFile {
  readonly path: string;
  readonly text: string;
}

/** One schema after import and pretest. */
export interface StoredSchema {
  readonly schema: string;
  readonly tools: readonly string[];
  readonly snapshot: { readonly file: string; readonly hash: string; readonly fileSha256: string };
  readonly files: readonly IslandFile[];
}

const RESPONSE = Array.from({ length: 4 }, (_, at) => ({
  id: `p${at}`,
  name: 'spring wheat',
  region: 'north',
  unit: 'EUR/t',
  price: `${200 + at}`,
  updatedAt: '2026-05-31T12:00:00Z',
}));

/** Snapshot, test records and facts of a schema. */
export function storeSchema({
  namespace,
  schema,
  main,
  at,
}: {
  namespace: string;
  schema: string;
  main: SchemaMain;
  at: string;
}): StoredSchema {
  const text = schemaText(main);
  const hash = hashSchema(main);
  const file = formatSnapshotName({ name: schema, timestamp: at, hash, extension: 'mjs' });
  const bound = { schemaHash: hash, fileSha256: sha256(text) };
  const checkedAt = isoOf(at);
  const tools = Object.entries(main.tools ?? {});
  const records = tools.flatMap(([tool, { tests = [] }]) =>
    tests.map(
      (_, number): IslandFile => ({
        path: `${testsFolder(namespace, schema, tool)}/${formatTestName(number + 1)}`,
        text: formatJson(recordOf({ tool, test: number + 1, ...bound, checkedAt })),
      }),
    ),
  );
  const facts: SchemaFacts = {
    namespace,
    schema,
    ...bound,
    checkedAt,
    bar: 3,
    tools: Object.fromEntries(
      tools.map(([tool, { tests = [] }]) => [
        tool,
        {
          working: tests.length,
          total: tests.length,
          bar: 3,
          status: 'ok',
          docs: null,
          outputMatches: true,
          records: tests.map((_, number) => `tools/${tool}/tests/${formatTestName(number + 1)}`),
        },
      ]),
    ),
  };
  return {
    schema,
    tools: tools.map(([tool]) => tool),
    snapshot: { file, hash, fileSha256: bound.fileSha256 },
    files: [
      { path: `${snapshotFolder(namespace, schema)}/${file}`, text },
      ...records,
      { path: factsFile(namespace, schema), text: formatJson(facts) },
    ],
  };
}

/** The list of a namespace's schemas, as an import writes it. */
export function memberFile(
  namespace: string,
  schemas: readonly string[],
  at: string,
  hash: string,
): IslandFile {
  const name = formatSnapshotName({ name: 'members', timestamp: at, hash, extension: 'json' });
  return { path: `${namespaceFolder(namespace)}/${name}`, text: formatJson({ namespace, schemas }) };
}

function recordOf(
  more: Pick<TestRecord, 'tool' | 'test' | 'schemaHash' | 'fileSha256' | 'checkedAt'>,
): TestRecord {
  return {
    ...more,
    description: 'Prices at one market in spring',
    status: 'working',
    httpStatus: 200,
    working: true,
    durationMs: 120,
    responseBytes: JSON.stringify(RESPONSE).length,
    large: false,
    truncated: false,
    error: null,
    response: RESPONSE,
  };
}

function isoOf(timestamp: string): string {
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19).replaceAll('-', ':')}.000Z`;
}

import { usualBar } from '../grade/tool-standing.js';
import { formatJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { recordFacts } from '../island/journal/record-facts.js';
import { formatTestName, parseTestName, toolFolderName } from '../island/logic/names.js';
import { factsFile, schemaFolder, testsFolder } from '../island/logic/paths.js';
import { parseSendKeys } from '../keys/logic/send-keys.js';
import type { PretestResult } from '../pretest/run.js';
import type { Problem } from '../problems/problem.js';
import type { Finding } from '../rules/finding.js';
import type { SpecRules } from '../spec/books/book.js';
import { specOfFacts } from '../spec/books/registered.js';
import type { SchemaFacts, ToolFacts } from '../spec/facts.js';
import type { Gathered } from '../spec/gathered.js';
import type { LoadedSchema } from '../target/load-namespace.js';
import { hashesOf, type ListHashes } from '../target/logic/provider-lists.js';
import { type Subject, selectSubjects } from '../target/logic/subjects.js';
import type { DerivedNamespace } from '../target/rebuild/derive-namespace.js';
import type { NamespaceContent } from './namespace-content.js';
import type { EmitOptions } from './options.js';
import { dueForTests } from './plan-due.js';
import {
  type PretestSurroundings,
  pretestLoaded,
  pretestSurroundings,
  refuseTests,
} from './pretest-loaded.js';
import type { NamespaceContext, TestedTools } from './run-context.js';

type Findings = ReadonlyMap<string, readonly Finding[]>;

/**
 * Tests every tool in scope that has no full grade for its content, is asked about again, or is due for tests alone.
 * Tools of vetoed schemas are not tested.
 */
export async function testTools(
  { options, surroundings, target, now }: NamespaceContext,
  {
    before,
    candidates,
    content,
    vetoed,
    findings,
  }: {
    before: DerivedNamespace;
    candidates: readonly Subject[];
    content: NamespaceContent;
    /** Vetoed schemas: no request is made for them. */
    vetoed: ReadonlySet<string>;
    findings: Findings;
  },
): Promise<TestedTools> {
  const asked = new Set(
    [...candidates, ...dueForTests(before, target, options)]
      .filter(({ tool }) => tool !== null)
      .map(({ node }) => node),
  );
  const inPart = selectSubjects(before.subjects, { scope: target.scope, areas: ['single-test'] });
  const inPlay = inPart.filter(
    ({ schema, node, status }) =>
      !vetoed.has(schema ?? '') &&
      (asked.has(node) || status.status === 'pending' || status.status === 'blocked'),
  );
  const toolsOf = ({ schema }: LoadedSchema) =>
    inPlay.filter((subject) => subject.schema === schema).flatMap(({ tool }) => tool ?? []);
  const testsOf = (schema: LoadedSchema) =>
    toolsOf(schema).flatMap((tool) => schema.main.tools?.[tool]?.tests ?? []);
  const total = [...content.schemas.values()].flatMap(testsOf).length;
  let done = 0;
  const surrounding = {
    ...pretestSurroundings({ options, surroundings, now }, before.lists),
    onTest: () => surroundings.onTest?.(done++, total),
  };
  // Wait for all schemas even if one fails: no test may write after the run has released its lock.
  const settled = await Promise.allSettled(
    [...content.schemas.values()].map((schema) => {
      const tools = toolsOf(schema);
      if (tools.length === 0) return null;
      const known = before.facts.get(schema.schema) ?? null;
      const reusable = reusableFacts(before.facts, options).get(schema.schema) ?? null;
      const refused = refuseTests(schema, findings.get(schema.schema) ?? []);
      return testSchema(surrounding, {
        ...{ namespace: target.id, schema, tools, known, reusable, refused },
      });
    }),
  );
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  const tested = settled.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : []));
  recordFacts(options.island, target.folder, { own: tested.flatMap(({ records }) => records), now });
  return {
    facts: new Map([...before.facts, ...tested.map(({ facts }) => [facts.schema, facts] as const)]),
    secrets: [...new Set(tested.flatMap(({ secrets }) => secrets))],
    problems: tested.flatMap(({ problems }) => problems),
    tools: new Set(inPlay.map(({ subject }) => subject)),
  };
}

/** Writes findings with the facts of the tests, so that every view of a node can show them. */
export function writeAllFacts(
  { options, target, now }: NamespaceContext,
  { schemas }: NamespaceContent,
  { facts, voidFacts }: { facts: ReadonlyMap<string, SchemaFacts>; voidFacts: ReadonlySet<string> },
  findings: Findings,
): void {
  const { spec } = options.island.book;
  for (const schema of schemas.values()) {
    // A schema that has to be tested again keeps its mark until it has been tested.
    if (voidFacts.has(schema.schema) && !facts.has(schema.schema)) continue;
    const known = facts.get(schema.schema) ?? untestedFacts(target.id, schema, { now, spec });
    const found = [...(findings.get(schema.schema) ?? [])];
    writeFacts(options.island, target.id, { ...known, findings: found });
  }
}

interface TestedSchema {
  readonly facts: SchemaFacts;
  /** The new records, relative to the island. */
  readonly records: readonly string[];
  /** Values of the keys that were used; no output may contain them. */
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Tests some tools of a schema and writes a record per test (stage 1, spec 06). Returns the new facts; facts of tools
 * that were not tested are kept if they describe this content.
 *
 * @param known facts about this content, or null
 * @param reusable known facts that this run may rely on
 * @param refused tools that must not be run, and why
 */
async function testSchema(
  surroundings: PretestSurroundings,
  {
    namespace,
    schema,
    tools,
    known,
    reusable,
    refused,
  }: {
    namespace: string;
    schema: LoadedSchema;
    tools: readonly string[];
    known: SchemaFacts | null;
    reusable: SchemaFacts | null;
    refused: ReadonlyMap<string, Problem>;
  },
): Promise<TestedSchema> {
  const { island, client, lists: provider, now } = surroundings;
  const asked = { namespace, schema, tools, refused, previous: reusable };
  const { result, params } = await pretestLoaded(surroundings, asked);
  const references = schema.main.sharedLists ?? [];
  const records = writeRecords(island, namespace, schema.schema, result);
  return {
    // An offline run does not request the terms, so their facts stay, whichever facts this run may rely on.
    facts: mergeFacts({
      ...{ namespace, schema, known, records, now, spec: island.book.spec },
      result: client ? result : { ...result, terms: known?.terms ?? null },
      lists: hashesOf(provider.resolve(references)),
    }),
    records: [...records.values()].flat().map((path) => `${schemaFolder(namespace, schema.schema)}/${path}`),
    secrets: Object.values(params?.values ?? {}),
    problems: params?.problems ?? [],
  };
}

/** Facts about a schema before any of its tools has been tested. */
export function untestedFacts(
  namespace: string,
  { schema, snapshot }: Pick<LoadedSchema, 'schema' | 'snapshot'>,
  { now, spec }: { readonly now: Date; readonly spec: SpecRules },
): SchemaFacts {
  return {
    namespace,
    schema,
    schemaHash: snapshot.hash,
    fileSha256: snapshot.fileSha256,
    checkedAt: now.toISOString(),
    ...specOfFacts(spec),
    bar: usualBar(spec),
    tools: {},
  };
}

/** Writes summary.json if it would change. */
function writeFacts(island: Island, namespace: string, facts: SchemaFacts): void {
  const file = factsFile(namespace, facts.schema);
  const text = formatJson(facts);
  if (island.readText(file) !== text) island.replace(file, text);
}

/** @returns for each tool, the paths of its new records, relative to the schema's folder */
export function writeRecords(
  island: Island,
  namespace: string,
  schema: string,
  { records }: PretestResult,
): Map<string, string[]> {
  const written = new Map<string, string[]>();
  const files = records.map(({ tool, record }) => {
    const folder = testsFolder(namespace, schema, tool);
    const numbers = island.listFiles(folder).map((file) => parseTestName(file) ?? 0);
    const ofTool = written.get(tool) ?? [];
    const file = formatTestName(Math.max(0, ...numbers) + 1 + ofTool.length);
    written.set(tool, [...ofTool, `tools/${toolFolderName(tool)}/tests/${file}`]);
    return { path: `${folder}/${file}`, bytes: formatJson(record) };
  });
  island.createAll(files);
  return written;
}

function mergeFacts({
  namespace,
  schema,
  known,
  result,
  records,
  lists,
  now,
  spec,
}: {
  namespace: string;
  schema: LoadedSchema;
  known: SchemaFacts | null;
  result: PretestResult;
  records: ReadonlyMap<string, readonly string[]>;
  lists: ListHashes | undefined;
  now: Date;
  spec: SpecRules;
}): SchemaFacts {
  const isNew = (tool: string, facts: ToolFacts) => facts !== known?.tools[tool];
  const tested = Object.entries(result.tools).filter(([tool, facts]) => isNew(tool, facts));
  if (known && tested.length === 0) return known;
  const kept = Object.entries(known?.tools ?? {}).map(([tool, facts]) => [
    tool,
    { ...facts, checkedAt: facts.checkedAt ?? known?.checkedAt ?? now.toISOString() },
  ]);
  const fresh = tested.map(([tool, facts]) => [tool, { ...facts, records: [...(records.get(tool) ?? [])] }]);
  return {
    ...untestedFacts(namespace, schema, { now, spec }),
    tools: Object.fromEntries([...kept, ...fresh]),
    terms: result.terms,
    ...(lists && { lists }),
  };
}

type Gathering = Pick<EmitOptions, 'originMap' | 'allowHosts' | 'handlers' | 'sendKeys' | 'anyFacts'>;

/**
 * Checks whether a run with these options would have gathered the fact too. A fact without a record of its options is
 * accepted.
 */
function isReusable(gathered: Gathered | undefined, options: Gathering): boolean {
  const { originMap = {}, allowHosts = [], handlers = 'sandbox', sendKeys = {}, anyFacts = false } = options;
  if (anyFacts) return true;
  const { pairs } = parseSendKeys(sendKeys);
  return (
    (!gathered?.originMap || Object.keys(originMap).length > 0) &&
    (!gathered?.allowedHost || allowHosts.length > 0) &&
    (gathered?.handlers !== 'trust' || handlers === 'trust') &&
    (gathered?.sentKeys ?? []).every((pair) => pairs.includes(pair))
  );
}

/** Facts, without those that only a run with other options would gather (decision 0067). */
export function reusableFacts(
  facts: ReadonlyMap<string, SchemaFacts>,
  options: Gathering,
): Map<string, SchemaFacts> {
  return new Map(
    [...facts].map(([schema, known]) => {
      const tools = Object.entries(known.tools).filter(([, { gathered }]) => isReusable(gathered, options));
      const terms = isReusable(known.terms?.gathered, options) ? known.terms : null;
      return [schema, { ...known, tools: Object.fromEntries(tools), ...(terms !== undefined && { terms }) }];
    }),
  );
}

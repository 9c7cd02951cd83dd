import { parseSendKeys } from '../../packages/core/src/keys/logic/send-keys.js';
import type { HttpClient } from '../../packages/core/src/net/logic/http.js';
import { chooseHandling } from '../../packages/core/src/pretest/choose-handling.js';
import { countDistinct, shapeOfTool } from '../../packages/core/src/pretest/logic/judge-tool.js';
import { reasonNotToRun } from '../../packages/core/src/pretest/logic/reason-not-to-run.js';
import { pretestSchema } from '../../packages/core/src/pretest/run.js';
import type { RuleBook } from '../../packages/core/src/spec/books/book.js';
import type { SchemaMain, ToolDefinition } from '../../packages/core/src/spec/schema-main.js';
import { describeCause } from './causes.js';
import { createAnswers } from './mock/answers.js';
import { createMockClient, type Exchange } from './mock/client.js';
import { parseModuleText } from './mock/find-reads.js';
import type { CatalogueSchema } from './read-catalogue.js';

/** How one tool fares with a server that always answers well. */
export interface ToolReach {
  /** `namespace.schema.tool`. */
  readonly id: string;
  /** Working tests, and how many of them differ. */
  readonly working: number;
  readonly distinct: number;
  readonly isParameterless: boolean;
  /** By version of the specification. */
  readonly bars: Readonly<Record<string, number>>;
  /** Why it stays below the bar, by version; null: it does not. */
  readonly causes: Readonly<Record<string, string | null>>;
  /** What was sent and answered; for people, and never stored. */
  readonly exchanges: readonly Exchange[];
}

interface Conditions {
  readonly books: readonly RuleBook[];
  /** Ids of the tools to test; null: all. */
  readonly wanted: ReadonlySet<string> | null;
  /** Tools that were tested before, by all that can change between the steps. */
  readonly tested: Map<string, Promise<ToolReach>>;
}

/** Runs the declared tests of every tool of a schema against the mock server, in the sandbox. */
export async function testSchema(found: CatalogueSchema, conditions: Conditions): Promise<ToolReach[]> {
  const { main } = found;
  if (main === null) return [];
  const program = parseModuleText(found.text);
  const tools = Object.entries(main.tools ?? {}).filter(
    ([name]) => conditions.wanted?.has(idOf(found, main, name)) ?? true,
  );
  return Promise.all(
    tools.map(([name, tool]) => {
      const key = JSON.stringify([found.file, name, tool, { ...main, tools: null }]);
      const result =
        conditions.tested.get(key) ?? testOnce({ ...found, main, program, name, tool }, conditions);
      conditions.tested.set(key, result);
      return result;
    }),
  );
}

interface KnownTool extends CatalogueSchema {
  readonly main: SchemaMain;
  readonly program: ReturnType<typeof parseModuleText>;
  readonly name: string;
  readonly tool: ToolDefinition;
}

async function testOnce(known: KnownTool, conditions: Conditions): Promise<ToolReach> {
  const exchanges: Exchange[] = [];
  const answers = createAnswers(known.program, known.name, known.tool);
  const client = createMockClient(answers, (exchange) => exchanges.push(exchange));
  return { ...(await testTool({ ...known, client }, conditions)), exchanges };
}

async function testTool(input: KnownTool & { readonly client: HttpClient }, { books }: Conditions) {
  const { main, name, tool, lists, schema } = input;
  const { handlers } = input.reading;
  const serverParams = dummyKeys(main);
  const [book] = books;
  if (!book) throw new Error('no rule book is known');
  const { tools, records } = await pretestSchema({
    ...{ namespace: main.namespace, schema, main, handlers, lists, serverParams, book },
    ...{ schemaHash: input.sha256.slice(0, 8), fileSha256: input.sha256, tools: [name] },
    handling: chooseHandling({
      ...({ mode: 'sandbox', source: input.text, lists, folder: null } as const),
      libraries: main.requiredLibraries ?? [],
    }),
    client: input.client,
    ...{ missingKeys: [], envPath: '', allowWrites: true, refused: new Map(), previous: null },
    sendKeys: parseSendKeys({}),
    now: () => new Date(0),
  });
  const facts = tools[name];
  if (!facts) throw new Error(`${schema}.${name} was not tested`);
  const held = reasonNotToRun({
    ...({ name, tool, main, handlers, lists, serverParams, handlerMode: 'sandbox' } as const),
    ...{ missingKeys: [], envPath: '', allowWrites: true },
  });
  const tests = tool.tests ?? [];
  const evidence = {
    ...{ held, reason: facts.reason ?? '', records: records.map(({ record }) => record) },
    ...{ declared: tests.length, distinct: countDistinct(tool, tests) },
  };
  const shape = shapeOfTool(tool, lists);
  const judged = books.map(({ spec }) => {
    const bar = spec.bar(shape);
    const isPassed = facts.working >= bar && !held;
    return { version: spec.version, bar, cause: isPassed ? null : describeCause({ ...evidence, bar }) };
  });
  return {
    id: idOf(input, main, name),
    working: records.filter(({ record }) => record.working).length,
    distinct: facts.working,
    isParameterless: shape.sets === 'parameterless',
    bars: Object.fromEntries(judged.map(({ version, bar }) => [version, bar])),
    causes: Object.fromEntries(judged.map(({ version, cause }) => [version, cause])),
  };
}

/** The id of a tool in the table: `namespace.schema.tool`. */
export function idOf({ schema }: Pick<CatalogueSchema, 'schema'>, main: SchemaMain, tool: string): string {
  return `${main.namespace}.${schema}.${tool}`;
}

/** A value for every key that the schema declares: nothing is sent anywhere, so none has to be real. */
function dummyKeys({ requiredServerParams = [] }: SchemaMain): Record<string, string> {
  return Object.fromEntries(
    requiredServerParams.map((name) => [name, `dummy${name.toLowerCase().replace(/[^a-z0-9]/g, '')}`]),
  );
}

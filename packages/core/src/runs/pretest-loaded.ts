import type { Island } from '../island/island.js';
import { readServerParams } from '../keys/env-file.js';
import { parseSendKeys, type SendKeys } from '../keys/logic/send-keys.js';
import type { HttpClient } from '../net/logic/http.js';
import { chooseHandling } from '../pretest/choose-handling.js';
import { type PretestResult, pretestSchema } from '../pretest/run.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import type { Finding } from '../rules/finding.js';
import type { HandlerMode } from '../sandbox/logic/handlers.js';
import { resolveSharedLists } from '../sources/shared-lists.js';
import type { SchemaFacts } from '../spec/facts.js';
import { type LoadedSchema, writingProblem } from '../target/load-namespace.js';
import type { ProviderLists } from '../target/logic/provider-lists.js';
import { formatValuePath } from '../values/value-path.js';
import type { GivenContext } from './run-context.js';

/** What the tests of a run need besides their schema. */
export interface PretestSurroundings {
  readonly island: Island;
  /** null if the run is offline. */
  readonly client: HttpClient | null;
  readonly keys: { readonly path: string; readonly shownAs: string } | null;
  readonly sendKeys: SendKeys;
  readonly lists: ProviderLists;
  readonly allowWrites: boolean;
  readonly handlers: HandlerMode;
  /** Libraries for trusted handler code. */
  readonly libraries: { readonly path: string; readonly shownAs: string } | null;
  readonly now: Date;
  readonly onTest?: (() => void) | undefined;
}

/** @param lists those of the provider */
export function pretestSurroundings(
  { options, surroundings, now }: Pick<GivenContext, 'options' | 'surroundings' | 'now'>,
  lists: ProviderLists,
): PretestSurroundings {
  return {
    island: options.island,
    client: surroundings.client,
    keys: options.keys ?? null,
    sendKeys: parseSendKeys(options.sendKeys ?? {}),
    lists,
    allowWrites: options.allowWrites ?? false,
    handlers: options.handlers ?? 'sandbox',
    libraries: options.libraries ?? null,
    now,
  };
}

interface AskedTests {
  readonly namespace: string;
  readonly schema: LoadedSchema;
  readonly tools: readonly string[];
  /** The only test to run; default: all tests of the tools. */
  readonly only?: number | undefined;
  /** Tools that must not be run, and why. */
  readonly refused: ReadonlyMap<string, Problem>;
  /** Facts that this run may rely on. */
  readonly previous: SchemaFacts | null;
}

/** Tests tools of a schema of the island, with the keys that its API needs. Writes nothing. */
export async function pretestLoaded(
  {
    island,
    client,
    keys,
    sendKeys,
    lists: provider,
    allowWrites,
    handlers,
    libraries,
    now,
    onTest,
  }: PretestSurroundings,
  { namespace, schema, tools, only, refused, previous }: AskedTests,
): Promise<{
  readonly result: PretestResult;
  /** The keys that were used; null if none was read. */
  readonly params: Awaited<ReturnType<typeof readServerParams>> | null;
}> {
  const { main, reading } = schema;
  const names = main.requiredServerParams ?? [];
  const params =
    keys && client && names.length > 0
      ? await readServerParams({ envPath: keys.path, names, shownPath: keys.shownAs })
      : null;
  const references = main.sharedLists ?? [];
  const lists = resolveSharedLists(references, provider.filesFor(references));
  const result = await pretestSchema({
    namespace,
    schema: schema.schema,
    schemaHash: schema.snapshot.hash,
    fileSha256: schema.snapshot.fileSha256,
    main,
    handlers: reading.handlers,
    tools,
    only,
    handling: chooseHandling({
      ...{ mode: handlers, source: schema.text, lists },
      libraries: main.requiredLibraries ?? [],
      folder: libraries,
    }),
    lists,
    client,
    serverParams: keys ? (params?.values ?? {}) : null,
    missingKeys: params?.missing ?? [],
    sendKeys,
    envPath: keys?.shownAs ?? '',
    allowWrites,
    refused,
    previous,
    now: () => now,
    onTest,
    book: island.book,
  });
  return { result, params };
}

/**
 * A schema's tools that must never be run, and why: all of them if the handlers write to main (decision 0068), and
 * those that require OAuth, which is not a veto (spec 02, grading-rules §4).
 */
export function refuseTests(schema: LoadedSchema, findings: readonly Finding[]): Map<string, Problem> {
  return new Map([...refuseOAuth(schema, findings), ...refuseWriting(schema)]);
}

function refuseWriting({ main, writesTo }: LoadedSchema): [string, Problem][] {
  if (!writesTo) return [];
  const found = writingProblem(writesTo);
  return Object.keys(main.tools ?? {}).map((tool) => [tool, found]);
}

function refuseOAuth({ main, reading }: LoadedSchema, findings: readonly Finding[]): [string, Problem][] {
  const found = findings.filter(({ id }) => id === 'oauth-only');
  const root = reading.exportName ?? 'main';
  return Object.keys(main.tools ?? {}).flatMap((tool): [string, Problem][] => {
    const own = `${formatValuePath(root, ['tools', tool])}.`;
    const finding = found.find(({ where }) =>
      isOf(where?.path ?? '', own, `${formatValuePath(root, ['tools'])}`),
    );
    const evidence = String(finding?.args?.evidence ?? '');
    return finding ? [[tool, problem('DPT-111', undefined, { evidence })]] : [];
  });
}

/** Checks whether a finding is about this tool, or about the schema as a whole. */
function isOf(path: string, tool: string, tools: string): boolean {
  return path.startsWith(tool) || !path.startsWith(tools);
}

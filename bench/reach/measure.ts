import { describeProblem } from '../../packages/core/src/problems/error-codes.js';
import type { Problem } from '../../packages/core/src/problems/problem.js';
import { DEFAULT_BOOK, otherBooks } from '../../packages/core/src/spec/books/registered.js';
import { readCatalogue } from './read-catalogue.js';
import { idOf, type ToolReach, testSchema } from './test-schema.js';

export interface Reach {
  /** Versions of the specification, the default first. */
  readonly versions: readonly string[];
  readonly tools: readonly ToolReach[];
  /** Why the gate refuses a schema, one text for each. */
  readonly refused: readonly string[];
  /** Why the folder could not be read as a catalogue. */
  readonly problems: readonly Problem[];
}

/** One book for each known specification. */
const BOOKS = [DEFAULT_BOOK, ...otherBooks(DEFAULT_BOOK)].filter(
  ({ spec }, at, all) => all.findIndex((other) => other.spec === spec) === at,
);

/**
 * Tests every tool of a catalogue against the mock server.
 *
 * @param wanted ids of the tools to test; null: all
 */
export async function measureReach(
  folder: string,
  wanted: ReadonlySet<string> | null = null,
): Promise<Reach> {
  const { schemas, problems } = readCatalogue(folder);
  const tools: ToolReach[] = [];
  const refused: string[] = [];
  for await (const schema of schemas) {
    if (schema.main === null) refused.push(describeRefusal(schema.problems));
    else tools.push(...(await testSchema(schema, { books: BOOKS, wanted })));
  }
  return { versions: BOOKS.map(({ spec }) => spec.version), tools, refused, problems };
}

/** The ids of all tools of a catalogue; none is tested. */
export async function listTools(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const schema of readCatalogue(folder).schemas) {
    const { main } = schema;
    if (main) ids.push(...Object.keys(main.tools ?? {}).map((tool) => idOf(schema, main, tool)));
  }
  return ids;
}

function describeRefusal(problems: readonly Problem[]): string {
  const first = problems.find(({ severity }) => severity === 'error');
  return first ? `${first.code} ${describeProblem(first).message}` : 'no reason given';
}

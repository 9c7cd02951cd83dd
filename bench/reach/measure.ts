import { describeProblem } from '../../packages/core/src/problems/error-codes.js';
import type { Problem } from '../../packages/core/src/problems/problem.js';
import { DEFAULT_BOOK, otherBooks } from '../../packages/core/src/spec/books/registered.js';
import { type CatalogueProvider, type CatalogueSchema, readCatalogue } from './read-catalogue.js';
import { rewrite, type Step } from './steps.js';
import { idOf, type ToolReach, testSchema } from './test-schema.js';

/** A catalogue at one step. */
interface StepReach {
  readonly step: string;
  readonly tools: readonly ToolReach[];
  /** Why the gate refuses a schema, one text for each. */
  readonly refused: readonly string[];
}

export interface Reach {
  /** Versions of the specification, the default first. */
  readonly versions: readonly string[];
  /** The catalogue as it is, then after each step. */
  readonly steps: readonly [StepReach, ...StepReach[]];
  /** Why the folder could not be read as a catalogue. */
  readonly problems: readonly Problem[];
}

/** One book for each known specification. */
const BOOKS = [DEFAULT_BOOK, ...otherBooks(DEFAULT_BOOK)].filter(
  ({ spec }, at, all) => all.findIndex((other) => other.spec === spec) === at,
);

/** What is measured, and how. */
interface Measurement {
  /** What authors do with the catalogue, one step after the other. */
  readonly steps?: readonly Step[];
  /** Ids of the tools to test; null: all. */
  readonly wanted?: ReadonlySet<string> | null;
}

/** Tests every tool of a catalogue against the mock server: as it is, and after each step. */
export async function measureReach(
  folder: string,
  { steps = [], wanted = null }: Measurement = {},
): Promise<Reach> {
  const { providers, problems } = readCatalogue(folder);
  const start = begin('as it is');
  const after = steps.map(({ name }) => begin(name));
  const measured = [start, ...after];
  for await (const provider of providers) {
    const tested = new Map<string, Promise<ToolReach>>();
    let { schemas } = provider;
    for (const [at, { tools, refused }] of measured.entries()) {
      const step = steps[at - 1];
      if (step) schemas = await take(step, schemas, provider);
      for (const schema of schemas) {
        if (schema.main === null) refused.push(describeRefusal(schema.problems));
        else tools.push(...(await testSchema(schema, { books: BOOKS, wanted, tested })));
      }
    }
  }
  return { versions: BOOKS.map(({ spec }) => spec.version), steps: [start, ...after], problems };
}

function begin(step: string): { step: string; tools: ToolReach[]; refused: string[] } {
  return { step, tools: [], refused: [] };
}

/** The schemas after a step. */
async function take(
  step: Step,
  schemas: readonly CatalogueSchema[],
  { reread }: CatalogueProvider,
): Promise<CatalogueSchema[]> {
  const texts = rewrite(step, schemas);
  const taken: CatalogueSchema[] = [];
  for (const schema of schemas) {
    const text = texts.get(schema.file);
    taken.push(text === undefined ? schema : await reread(schema, text));
  }
  return taken;
}

/** The ids of all tools of a catalogue; none is tested. */
export async function listTools(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { schemas } of readCatalogue(folder).providers) {
    for (const schema of schemas) {
      const { main } = schema;
      if (main) ids.push(...Object.keys(main.tools ?? {}).map((tool) => idOf(schema, main, tool)));
    }
  }
  return ids;
}

function describeRefusal(problems: readonly Problem[]): string {
  const first = problems.find(({ severity }) => severity === 'error');
  return first ? `${first.code} ${describeProblem(first).message}` : 'no reason given';
}

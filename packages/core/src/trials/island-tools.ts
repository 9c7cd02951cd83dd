import type { CatalogueSchema, SearchedItem } from '../catalogue/logic/catalogue.js';
import { readIsland } from '../catalogue/read-catalogue.js';
import type { Island } from '../island/island.js';
import { splitId } from '../island/logic/names.js';
import { problem } from '../problems/error-codes.js';
import { type Problem, splitProblems } from '../problems/problem.js';
import { hashValue } from '../spec/hash.js';
import { loadSelection } from '../target/load-selection.js';
import type { Target } from '../target/logic/target.js';

/** The schemas whose tools a trial of a target offers. */
export interface TargetSchemas {
  readonly schemas: readonly CatalogueSchema[];
  /** Schemas that cannot be read, and TRI-019 for members that are not there: without them, choosing is easier. */
  readonly errors: readonly Problem[];
}

/** Reads the current schemas of a namespace, or the members of a selection, with their shared lists. No code runs. */
export async function readTargetSchemas(island: Island, target: Target): Promise<TargetSchemas> {
  if (target.flow === 'provider') return onlyErrors(await readIsland(island, [target.id], WITH_LISTS), []);
  const members = loadSelection(island, target.id)?.definition.members ?? [];
  const ids = new Set(members.map(({ schemaId }) => schemaId));
  const namespaces = [...new Set([...ids].map((id) => splitId(id)[0]))].sort();
  const { schemas } = await readIsland(island, namespaces, WITH_LISTS);
  const found = schemas.filter(({ schemaId }) => ids.has(schemaId));
  const missing = [...ids].filter((id) => found.every(({ schemaId }) => schemaId !== id));
  const gone = problem('TRI-019', undefined, { target: target.name, members: missing.sort().join(', ') });
  return onlyErrors({ schemas: found }, missing.length > 0 ? [gone] : []);
}

const WITH_LISTS = { withLists: true };

function onlyErrors(
  { schemas }: { readonly schemas: readonly CatalogueSchema[] },
  more: readonly Problem[],
): TargetSchemas {
  const { errors } = splitProblems(schemas.flatMap(({ problems }) => problems));
  return { schemas, errors: [...more, ...errors] };
}

export function toolsOfSchema({ items }: CatalogueSchema): SearchedItem[] {
  return items.filter(({ kind }) => kind === 'tool');
}

/** Hash of tools as a model is shown them: a new address of an API leaves it as it is, a new word does not. */
export function hashShownTools(schemas: readonly CatalogueSchema[]): string {
  const tools = schemas.flatMap(toolsOfSchema);
  return hashValue(
    tools.map(({ wireName, name, description, inputSchema = null }) => [
      wireName,
      name,
      description,
      inputSchema,
    ]),
  );
}

import type { SearchedItem } from '../../catalogue/logic/catalogue.js';
import type { Engine } from '../../catalogue/logic/search.js';
import { type CatalogueOptions, placeOf, readCatalogue } from '../../catalogue/read-catalogue.js';
import { problem } from '../../problems/error-codes.js';
import { type Problem, splitProblems } from '../../problems/problem.js';
import { canonicalJson, sha256 } from '../../spec/hash.js';
import { byCodeUnit } from '../../values/code-unit-order.js';

/** Which other tools are offered beside those of the target, and how. */
export interface Among extends CatalogueOptions {
  /** So many tools of other namespaces; or all tools of the catalogue, behind a search. */
  readonly what: number | 'search';
  /** The search; flowmcp-cli by default. */
  readonly engine?: Engine | undefined;
}

interface Target {
  readonly items: readonly SearchedItem[];
  /** Ids of its schemas: they take the place of those in the catalogue. */
  readonly schemaIds: ReadonlySet<string>;
  readonly seed: number;
}

/**
 * Adds tools of a catalogue to those of a target.
 *
 * @returns all tools, those of the target first; TRI-015 if there are fewer others than wanted, or warnings about
 *   schemas that cannot be read and tools that are left out (TRI-016)
 */
export async function addDistractors(
  { items: own, schemaIds, seed }: Target,
  among: Among,
): Promise<{ readonly items: readonly SearchedItem[]; readonly problems: readonly Problem[] }> {
  const { schemas, problems } = await readCatalogue(among);
  const unread = schemas.flatMap((schema) => splitProblems(schema.problems).errors);
  const warnings = unread.map((found): Problem => ({ ...found, severity: 'warning' }));
  const others = schemas
    .filter(({ schemaId }) => !schemaIds.has(schemaId))
    .flatMap(({ items }) => items.filter(({ kind }) => kind === 'tool'));
  const { named, left } = leaveOutNamesakes(own, others);
  const namespaces = new Set(own.map(({ namespace }) => namespace));
  const chosen =
    among.what === 'search'
      ? named
      : lowest(
          named.filter(({ namespace }) => !namespaces.has(namespace)),
          { seed, count: among.what },
        );
  const wanted = among.what === 'search' ? 1 : among.what;
  const notes = [...problems, ...warnings];
  if (chosen.length < wanted) {
    const args = { found: chosen.length, wanted, place: placeOf(among) };
    return { items: own, problems: [...notes, problem('TRI-015', undefined, args)] };
  }
  if (among.what === 'search' && left.length > 0) {
    const tools = left.slice(0, MOST_NAMED).join(', ');
    notes.push(problem('TRI-016', undefined, { count: left.length, tools }));
  }
  return { items: [...own, ...chosen], problems: notes };
}

const MOST_NAMED = 5;

/** A call says a name alone: of several tools with one name, only the first can be meant. */
function leaveOutNamesakes(own: readonly SearchedItem[], others: readonly SearchedItem[]) {
  const taken = new Set(own.map(({ wireName }) => wireName));
  const named: SearchedItem[] = [];
  const left: string[] = [];
  for (const item of others) {
    if (taken.has(item.wireName)) left.push(item.address);
    else named.push(item);
    taken.add(item.wireName);
  }
  return { named, left };
}

/** Another tool in the catalogue leaves the choice among the others as it is. */
function lowest(
  items: readonly SearchedItem[],
  { seed, count }: { readonly seed: number; readonly count: number },
): SearchedItem[] {
  return items
    .map((item) => ({ item, place: sha256(canonicalJson([seed, item.address])) }))
    .sort((a, b) => byCodeUnit(a.place, b.place))
    .slice(0, count)
    .map(({ item }) => item);
}

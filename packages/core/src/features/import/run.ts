import { basename } from 'node:path';
import { isInside } from '../../files/is-inside.js';
import type { Island } from '../../island/island.js';
import { listNamespaces, listSelections } from '../../island/list-namespace.js';
import { chooseRules, hasNamed } from '../../island/logic/choose-rules.js';
import {
  isNamespaceName,
  isSelectionName,
  namespaceFolder,
  selectionFolder,
} from '../../island/logic/paths.js';
import { takeRules } from '../../island/take-rules.js';
import { fatal, problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { memberOf } from '../../rules/schema/schema-members.js';
import { Sandbox } from '../../sandbox/sandbox.js';
import type { SchemaFileGroup } from '../../sources/find-files.js';
import { type FoundSources, findSources, type SelectionSource } from '../../sources/find-sources.js';
import type { SourceKind } from '../../sources/logic/source-kind.js';
import { readSchemaFile, readSelection, readSource } from '../../sources/read-schema-file.js';
import { createListSource } from '../../sources/shared-lists.js';
import {
  type BookVersions,
  DEFAULT_BOOK,
  freedTools,
  sameVersions,
  sayVersions,
  versionsOf,
} from '../../spec/books/registered.js';
import { isInShard, type Shard } from '../../target/logic/shard.js';
import { eachTarget } from '../../target/targets.js';
import { importProvider } from './import-provider.js';
import { importSelection } from './import-selection.js';
import { createListHolders } from './list-holders.js';
import { isError } from './logic/sources.js';
import { createProviderLookup, type PlannedProviders } from './provider-contents.js';
import type { ImportedNamespace, ImportedSelection, ImportOptions, ImportResult } from './result.js';

export type { ImportedNamespace, ImportedSelection, ImportOptions, ImportResult } from './result.js';

/**
 * Stage 0: reads provider folders and selections, validates every file, and stores new snapshots. A folder or a
 * selection with an invalid file is not imported at all unless `keepGoing` is set; all problems of all files are
 * reported. Providers come first, so that a selection finds the members that the same command imports.
 *
 * @throws GradingError RUL-001 if the island follows other rules than those asked for, RUL-002 or RUL-003 if these
 *   cannot be used
 * @see spec 22, IN; design/schema-intake
 */
export async function importSources(asked: ImportOptions): Promise<ImportResult> {
  const { dryRun = false, shard = null } = asked;
  const found = shardSources(findSources(asked.paths), shard);
  const { island, chosen } = settleRules(asked, { hasSources: () => holdsGraded(found) });
  const options = { ...asked, island };
  const errors: Problem[] = [...found.problems];
  const listsOf = createListSource(asked.listRoots);
  const holders = createListHolders(island);
  const namespaces = new Map<string, string>();
  const selections = new Map<string, string>();
  const planned: PlannedProviders = new Map();
  const freed = new Map<string, number>();
  const providers = createProviderLookup(island, planned);
  const sandbox = options.evaluate === 'sandbox' ? new Sandbox() : null;
  const steps: Step[] = [
    ...found.groups.map((group): Step => {
      const name = group.folder ?? group.files[0] ?? '';
      return {
        name,
        run: (onFile) =>
          importProvider(
            {
              ...{ group, name, lists: listsOf(group), holders, options },
              ...{ claimed: namespaces, freed, planned, sandbox, onFile },
            },
            errors,
          ),
      };
    }),
    ...found.selections.map((source) => ({
      name: source.file,
      run: () => importSelection({ source, options, claimed: selections, providers }, errors),
    })),
  ];
  const taken = await eachTarget(steps, errors, ({ name, run }, at) => {
    options.onProgress?.(at, steps.length, name);
    // Snapshots are not sources: importing them would turn them into schemas and retire the real ones.
    if (isInside(island.root, name)) throw fatal('IMP-011', { file: name });
    return run((done, total) => options.onProgress?.(at, steps.length, name, { done, total }));
  });
  const results = taken.filter((result) => result !== null);
  // A shard may hold nothing.
  if (shard === null && results.length === 0 && !errors.some(isError)) errors.push(problem('IMP-023'));
  return {
    status: !errors.some(isError),
    stage: 0,
    dryRun,
    ...(chosen && { chosen }),
    ...freedTools(island.book, [...freed.values()]),
    results,
    ...(shard && { leftOut: found.leftOut }),
    errors,
  };
}

/** Whether there is anything to grade among the sources, valid or not. */
function holdsGraded({ groups, selections }: FoundSources): boolean {
  const isGraded = ({ kind }: SourceKind) => /^(?:schema|old-schema|selection|unknown)$/.test(kind);
  return (
    groups.some(({ files }) => files.some((file) => isGraded(readSource(file).kind))) ||
    selections.some(({ file }) => isGraded(readSelection(file).kind))
  );
}

/** The import of one provider or one selection. */
interface Step {
  readonly name: string;
  readonly run: (
    onFile: (done: number, total: number) => void,
  ) => Promise<ImportedNamespace | ImportedSelection | null>;
}

interface ShardedSources extends FoundSources {
  /** Files of selections that are left for another command. */
  readonly leftOut: readonly string[];
}

/**
 * The sources of one shard: providers are assigned by namespace, so that two folders of one namespace always end up in
 * the same shard. Selections depend on namespaces from every shard, so they are left out if there are providers
 * (decision 0060).
 *
 * @param shard null: all sources
 */
function shardSources(found: FoundSources, shard: Shard | null): ShardedSources {
  if (shard === null) return { ...found, leftOut: [] };
  const { groups, selections } = found;
  const hasProviders = groups.length > 0;
  return {
    ...found,
    groups: groups.filter((group) => isInShard(targetOfGroup(group), shard)),
    selections: hasProviders ? [] : selections.filter((one) => isInShard(targetOfSelection(one), shard)),
    leftOut: hasProviders ? selections.map(({ file }) => file) : [],
  };
}

/**
 * The target of the first file that declares a namespace. If no file does, the group will be refused, in the shard that
 * its name determines.
 */
function targetOfGroup({ folder, files }: SchemaFileGroup): string {
  for (const file of files) {
    const namespace = memberOf(readSchemaFile(file).reading.value, 'namespace');
    if (typeof namespace === 'string' && isNamespaceName(namespace)) return namespaceFolder(namespace);
  }
  return basename(folder ?? files[0] ?? '');
}

function targetOfSelection({ file }: SelectionSource): string {
  const { value } = readSelection(file).reading;
  const id = memberOf(value, 'selectionId') ?? memberOf(value, 'name');
  return typeof id === 'string' && isSelectionName(id) ? selectionFolder(id) : basename(file);
}

/** The island as an import sees it. */
interface Settled {
  readonly island: Island;
  /** Rules that are not the default ones, chosen for a new island. */
  readonly chosen: BookVersions | null;
}

/**
 * Chooses the rules of a new island, and writes them down before anything else: from then on no version of the tool and
 * no setting changes them. Any other island keeps its own. Without anything to grade, no island is begun.
 *
 * @throws GradingError RUL-001 to RUL-003
 */
function settleRules(
  { island, rules, rulesOfNew = [], dryRun = false }: ImportOptions,
  { hasSources }: { readonly hasSources: () => boolean },
): Settled {
  if (!isNew(island)) {
    const asked = chooseRules(rules ?? []);
    if (hasNamed(island.book, asked.named)) return { island, chosen: null };
    const named = {
      rules: sayVersions(versionsOf(island.book)),
      asked: Object.values(asked.named).join(','),
    };
    throw fatal('RUL-001', undefined, named);
  }
  const names = rules ?? rulesOfNew;
  // Without a name, a new island is one of the default rules, however many are known.
  const book = names.length === 0 ? DEFAULT_BOOK : chooseRules(names).book;
  const versions = versionsOf(book);
  if (sameVersions(versions, versionsOf(DEFAULT_BOOK)) || !hasSources()) return { island, chosen: null };
  return { island: dryRun ? island.under(book) : takeRules(island, book), chosen: versions };
}

/** An island that follows no rules yet, because there is nothing in it. */
function isNew(island: Island): boolean {
  const isEmpty = listNamespaces(island).length === 0 && listSelections(island).length === 0;
  return isEmpty && typeof island.rulesText !== 'string';
}

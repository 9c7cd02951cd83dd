import { isAbsolute, relative, resolve, sep } from 'node:path';
import { Sandbox } from '../adapters/sandbox/sandbox.js';
import { findSources } from '../adapters/schema-source/find-sources.js';
import { isError } from '../engine/import/sources.js';
import type { Problem } from '../model/problem.js';
import { fatal } from '../tables/error-codes.js';
import { eachTarget } from './each-target.js';
import { createListSource } from './import/import-lists.js';
import { importProvider } from './import/import-provider.js';
import { importSelection } from './import/import-selection.js';
import { createListHolders } from './import/list-holders.js';
import { createProviderLookup, type PlannedProviders } from './import/provider-contents.js';
import type { ImportedNamespace, ImportedSelection, ImportOptions, ImportResult } from './import/result.js';
import { shardSources } from './import/shard-sources.js';

export type { ImportedNamespace, ImportedSelection, ImportOptions, ImportResult } from './import/result.js';

/**
 * Stage 0: reads provider folders and selections, validates every file, and snapshots what is new. A folder or a selection
 * with an invalid file is left alone as a whole unless `keepGoing`; all problems of all files are reported. Providers come
 * first, so that a selection finds the members that the same command imports.
 *
 * @see spec 22, IN; design/schema-intake
 */
export async function importSources(options: ImportOptions): Promise<ImportResult> {
  const { island, dryRun = false, shard = null } = options;
  const found = shardSources(findSources(options.paths), shard);
  const errors: Problem[] = [...found.problems];
  const listsOf = createListSource();
  const holders = createListHolders(island);
  const namespaces = new Map<string, string>();
  const selections = new Map<string, string>();
  const planned: PlannedProviders = new Map();
  const providers = createProviderLookup(island, planned);
  const sandbox = options.evaluate === 'sandbox' ? new Sandbox() : null;
  const steps: { name: string; run: () => Promise<ImportedNamespace | ImportedSelection | null> }[] = [
    ...found.groups.map((group) => {
      const name = group.folder ?? group.files[0] ?? '';
      return {
        name,
        run: () =>
          importProvider(
            { group, name, lists: listsOf(group), holders, options, claimed: namespaces, planned, sandbox },
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
    if (isInside(island.root, name)) throw fatal('IMP-011', { file: name });
    return run();
  });
  const results = taken.filter((result) => result !== null);
  return {
    status: !errors.some(isError),
    stage: 0,
    dryRun,
    results,
    ...(shard && { leftOut: found.leftOut }),
    errors,
  };
}

/** Snapshots are no sources: importing them would make schemas of them and retire the real ones. */
function isInside(root: string, path: string): boolean {
  const below = relative(root, resolve(path));
  return below === '' || !(below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below));
}

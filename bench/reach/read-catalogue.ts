import { readSources } from '../../packages/core/src/features/import/read-sources.js';
import type { Problem } from '../../packages/core/src/problems/problem.js';
import { Sandbox } from '../../packages/core/src/sandbox/sandbox.js';
import { findSources } from '../../packages/core/src/sources/find-sources.js';
import type { HandlersReading } from '../../packages/core/src/sources/logic/module-reading.js';
import { readSchemaFile } from '../../packages/core/src/sources/read-schema-file.js';
import { createListSource, resolveSharedLists } from '../../packages/core/src/sources/shared-lists.js';
import { DEFAULT_BOOK } from '../../packages/core/src/spec/books/registered.js';
import type { SchemaMain } from '../../packages/core/src/spec/schema-main.js';
import type { SharedLists } from '../../packages/core/src/spec/shared-list.js';

/** One schema of a catalogue, as an import would read it. */
export interface CatalogueSchema {
  readonly file: string;
  readonly schema: string;
  readonly text: string;
  readonly sha256: string;
  readonly handlers: HandlersReading;
  /** null: the gate refuses it. */
  readonly main: SchemaMain | null;
  readonly lists: SharedLists;
  readonly problems: readonly Problem[];
}

interface Catalogue {
  readonly schemas: AsyncIterable<CatalogueSchema>;
  /** Paths without schemas, folders that cannot be read. */
  readonly problems: readonly Problem[];
}

/** Reads every schema below a folder, with the shared lists that an import would find. */
export function readCatalogue(folder: string): Catalogue {
  const { groups, problems } = findSources([folder]);
  return { problems, schemas: readGroups(groups) };
}

async function* readGroups(
  groups: ReturnType<typeof findSources>['groups'],
): AsyncGenerator<CatalogueSchema> {
  const listsOf = createListSource();
  const { schemasSpec } = DEFAULT_BOOK.spec;
  const sandbox = new Sandbox();
  for (const group of groups) {
    const lists = listsOf(group);
    const { sources } = await readSources(group, { lists, strict: false, schemasSpec, sandbox });
    for (const { file, schema, main, problems } of sources) {
      const { text, sha256, reading } = readSchemaFile(file);
      yield {
        ...{ file, schema, text, sha256, main, problems, handlers: reading.handlers },
        lists: resolveSharedLists(main?.sharedLists ?? [], lists.files),
      };
    }
  }
}

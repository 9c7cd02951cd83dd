import { readSources } from '../../packages/core/src/features/import/read-sources.js';
import type { Problem } from '../../packages/core/src/problems/problem.js';
import { validateSchema } from '../../packages/core/src/rules/schema/validate-schema.js';
import { evaluateMain } from '../../packages/core/src/sandbox/evaluate-main.js';
import { Sandbox } from '../../packages/core/src/sandbox/sandbox.js';
import { findSources } from '../../packages/core/src/sources/find-sources.js';
import type { ModuleReading } from '../../packages/core/src/sources/logic/module-reading.js';
import { parseModule, refuseWrites } from '../../packages/core/src/sources/parse-module.js';
import { readSchemaFile } from '../../packages/core/src/sources/read-schema-file.js';
import { createListSource, resolveSharedLists } from '../../packages/core/src/sources/shared-lists.js';
import { DEFAULT_BOOK } from '../../packages/core/src/spec/books/registered.js';
import { sha256 } from '../../packages/core/src/spec/hash.js';
import type { SchemaMain } from '../../packages/core/src/spec/schema-main.js';
import type { SharedLists } from '../../packages/core/src/spec/shared-list.js';

/** One schema of a catalogue, as an import would read it. */
export interface CatalogueSchema {
  readonly file: string;
  readonly schema: string;
  readonly text: string;
  readonly sha256: string;
  readonly reading: ModuleReading;
  /** null: the gate refuses it. */
  readonly main: SchemaMain | null;
  readonly lists: SharedLists;
  readonly problems: readonly Problem[];
}

/** The schemas of one provider folder. */
export interface CatalogueProvider {
  readonly schemas: readonly CatalogueSchema[];
  /** A schema of it with another text, which refers to the same lists. */
  reread(schema: CatalogueSchema, text: string): Promise<CatalogueSchema>;
}

interface Catalogue {
  readonly providers: AsyncIterable<CatalogueProvider>;
  /** Paths without schemas, folders that cannot be read. */
  readonly problems: readonly Problem[];
}

/** Reads every schema below a folder, with the shared lists that an import would find. */
export function readCatalogue(folder: string): Catalogue {
  const { groups, problems } = findSources([folder]);
  return { problems, providers: readGroups(groups) };
}

async function* readGroups(
  groups: ReturnType<typeof findSources>['groups'],
): AsyncGenerator<CatalogueProvider> {
  const listsOf = createListSource();
  const { schemasSpec } = DEFAULT_BOOK.spec;
  const sandbox = new Sandbox();
  for (const group of groups) {
    const lists = listsOf(group);
    const { sources } = await readSources(group, { lists, strict: false, schemasSpec, sandbox });
    const schemas = sources.map(({ file, schema, main, problems }): CatalogueSchema => {
      const { text, sha256, reading } = readSchemaFile(file);
      const used = resolveSharedLists(main?.sharedLists ?? [], lists.files);
      return { file, schema, text, sha256, reading, main, problems, lists: used };
    });
    const reread: CatalogueProvider['reread'] = async (schema, text) => {
      const written = refuseWrites(parseModule(text, { exports: ['main', 'schema'] }));
      const { reading } = await evaluateMain(sandbox, text, written);
      const { file } = schema;
      const problems = validateSchema({ reading, file, lists: lists.files, schemasSpec, strict: false });
      const isRefused = problems.some(({ severity }) => severity === 'error');
      // The gate refuses everything that does not have the shape of a main.
      const main = isRefused ? null : (reading.value as SchemaMain);
      return { ...schema, text, sha256: sha256(text), reading, main, problems };
    };
    yield { schemas, reread };
  }
}

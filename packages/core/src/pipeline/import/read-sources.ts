import { basename } from 'node:path';
import type { SchemaFileGroup } from '../../adapters/schema-source/find-files.js';
import { readSchemaFile } from '../../adapters/schema-source/read-schema-file.js';
import type { ListCatalogue } from '../../adapters/shared-lists.js';
import { checkNames, type ImportSource } from '../../engine/import-plan.js';
import { validateSchema } from '../../engine/validate-schema.js';
import type { SchemaMain } from '../../model/schema-main.js';

/** Reads the files of a group and sends each through the gate. Nothing of them is run. */
export function readSources(
  group: SchemaFileGroup,
  { lists, strict }: { lists: ListCatalogue; strict: boolean },
): ImportSource[] {
  return group.files.map((file) => {
    const { bytes, reading } = readSchemaFile(file);
    const schema = basename(file, '.mjs');
    const found = validateSchema({ reading, file, lists: lists.files, strict });
    // What the gate has passed has the shape of a main; it refuses everything else.
    const main = found.some(({ severity }) => severity === 'error') ? null : (reading.value as SchemaMain);
    return { file, schema, bytes, main, problems: [...found, ...checkNames(file, schema, main)] };
  });
}

import type { SearchedItem } from '../../../src/catalogue/logic/catalogue.js';
import { describeSchema } from '../../../src/catalogue/logic/catalogue.js';
import { parseModule } from '../../../src/sources/parse-module.js';

/** A schema as if it had been read from a file. */
export function readSchema(main: { readonly namespace?: string }, schema = 'main') {
  const reading = parseModule(`export const main = ${JSON.stringify(main)}`, { exports: ['main'] });
  return describeSchema({ file: `${schema}.mjs`, schema, folder: 'folder', reading });
}

/** A tool with a name and a description alone. */
export function tool(name: string, description: string, namespace = 'ports'): SearchedItem {
  return {
    ...{ kind: 'tool', address: `${namespace}/tool/main.${name}`, name, wireName: name, description },
    ...{ keys: [], namespace, tags: [], title: '' },
  };
}

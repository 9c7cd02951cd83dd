import { defineFinding, type Filled, type FoundPlace } from '../finding.js';
import { resourcesOf } from '../schema/schema-members.js';

const SNAPSHOT_NAMES = new Set([
  ...['schemaHash', 'schemaVersion', 'selectionHash', 'selectionVersion', 'aboutHash', 'skillHash'],
]);

/**
 * Looks for the names of snapshot data only where a snapshot would have them: a parameter or an output with such a name
 * belongs to the API.
 */
export const finding = defineFinding({
  id: 'in-source-hash',
  code: 'FND-070',
  severity: 'warning',
  text: 'the source carries {name}; a source is neutral',
  hint: 'Remove it. The hash and version of a snapshot are in its file name and in the index.',
  areas: ['tools-aggregate-schema'],
  why: 'A hash inside what it is the hash of is wrong after the next edit; it belongs into the file name and the index (grading spec 15).',
  check({ main, code }) {
    const owners = [{ value: main, path: [] }, ...resourcesOf(main)];
    const members = owners.flatMap(({ value, path }): Filled<FoundPlace, 'name'>[] =>
      Object.keys(value)
        .filter((name) => SNAPSHOT_NAMES.has(name))
        .map((name) => ({ path: [...path, name], args: { name } })),
    );
    const names = code.topLevelNames
      .filter(({ name }) => SNAPSHOT_NAMES.has(name))
      .map(({ name, at }) => ({ position: at, args: { name } }));
    return [...members, ...names];
  },
  examples: {
    pass: {
      source: `export const main = {
    version: '4.0.0',
    tools: { read: { output: { schema: { properties: { schemaVersion: {} } } } } }
}`,
    },
    fail: { source: "export const main = {\n    version: '4.0.0',\n    schemaHash: '0a1b2c3d'\n}\n" },
  },
});

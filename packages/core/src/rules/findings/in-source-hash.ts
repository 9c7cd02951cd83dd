import type { FoundPlace } from '../finding.js';
import { resourcesOf } from '../schema/schema-members.js';
import { defineFinding } from './define.js';

const SNAPSHOT_NAMES = new Set([
  ...['schemaHash', 'schemaVersion', 'selectionHash', 'selectionVersion', 'aboutHash', 'skillHash'],
]);

/** Looked for where a snapshot would carry them: a parameter or an output of that name belongs to the API. */
export const finding = defineFinding({
  id: 'in-source-hash',
  code: 'FND-070',
  areas: ['tools-aggregate-schema'],
  why: 'A hash inside what it is the hash of is wrong after the next edit; it belongs into the file name and the index (grading spec 15).',
  check({ main, code }) {
    const owners = [{ value: main, path: [] }, ...resourcesOf(main)];
    const members = owners.flatMap(({ value, path }): FoundPlace[] =>
      Object.keys(value)
        .filter((name) => SNAPSHOT_NAMES.has(name))
        .map((name) => ({ path: [...path, name], args: { name } })),
    );
    const names = code.topLevelNames
      .filter(({ name }) => SNAPSHOT_NAMES.has(name))
      .map(({ name, at }): FoundPlace => ({ position: at, args: { name } }));
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

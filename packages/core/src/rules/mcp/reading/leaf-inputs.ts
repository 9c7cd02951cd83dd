import { isRecord } from '../../../values/is-record.js';
import type { SnapshotPath } from '../lint.js';
import type { Members } from '../members.js';
import type { LeafInput } from '../share-rule.js';
import { own, resolveSchema } from './schema-nodes.js';

const DEEPEST = 6;

/**
 * The inputs of a tool that hold no further inputs: servers that wrap everything in one object are judged by what is
 * inside it.
 */
export function leafInputs(inputSchema: unknown): LeafInput[] {
  if (!isRecord(inputSchema)) return [];
  const root = inputSchema;
  const found: LeafInput[] = [];
  const visit = (
    properties: Members,
    path: SnapshotPath,
    way: readonly Members[],
    names: readonly string[],
  ) => {
    for (const [name, value] of Object.entries(properties)) {
      if (value === null || value === false) continue;
      const schema = isRecord(value) ? value : {};
      const at = [...path, name];
      const resolved = resolveSchema({ schema, root, path: at });
      const inner = innerProperties(resolved, root);
      const whole = [...names, name];
      if (!inner) {
        found.push({ name: whole.join('.'), schema, resolved: resolved.schema, root, path: at });
      } else if (way.length < DEEPEST && !way.includes(inner.properties)) {
        visit(inner.properties, inner.path, [...way, inner.properties], whole);
      }
    }
  };
  const top = resolveSchema({ schema: root, root, path: ['inputSchema'] });
  const inner = propertiesAt(top);
  if (inner) visit(inner.properties, inner.path, [inner.properties], []);
  return found;
}

/** The arguments of a prompt. */
export function promptArguments(prompt: Members): LeafInput[] {
  if (!Array.isArray(prompt.arguments)) return [];
  return prompt.arguments.map((value: unknown, at) => {
    const schema = isRecord(value) ? value : {};
    const name =
      typeof schema.name === 'string' && schema.name.trim() !== '' ? schema.name : `arguments/${at}`;
    return { name, schema, resolved: schema, root: schema, path: ['arguments', at] };
  });
}

interface Place {
  readonly schema: Members;
  readonly path: SnapshotPath;
}

function innerProperties(at: Place, root: Members) {
  const direct = propertiesAt(at);
  if (direct) return direct;
  const items = own(at.schema, 'items');
  if (!isRecord(items)) return undefined;
  return propertiesAt(resolveSchema({ schema: items, root, path: [...at.path, 'items'] }));
}

function propertiesAt({ schema, path }: Place) {
  const properties = own(schema, 'properties');
  if (!isRecord(properties) || Object.keys(properties).length === 0) return undefined;
  return { properties, path: [...path, 'properties'] };
}

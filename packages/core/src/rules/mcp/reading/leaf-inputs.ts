import { isRecord } from '../../../values/is-record.js';
import type { SnapshotPath } from '../lint.js';
import { type Members, trimmedText } from '../members.js';
import type { LeafInput } from '../share-rule.js';
import { own, resolveSchema } from './schema-nodes.js';

/** Inputs this deep count as leaves, whatever they hold. */
const DEEPEST = 6;
/** After so many properties of one tool, inputs count as leaves: definitions can refer to each other in too many ways. */
const MOST_OPENED = 10_000;

/**
 * The inputs of a tool that hold no further inputs: servers that wrap everything in one object are judged by what is
 * inside it. An input that holds one of those around it counts neither as a leaf nor again.
 */
export function leafInputs(inputSchema: unknown): LeafInput[] {
  if (!isRecord(inputSchema)) return [];
  const root = inputSchema;
  const found: LeafInput[] = [];
  let seen = 0;
  const visit = ({ properties, path }: Inner, way: readonly Members[], names: readonly string[]) => {
    for (const [name, value] of Object.entries(properties)) {
      if (value === null || value === false) continue;
      seen += 1;
      const schema = isRecord(value) ? value : {};
      const at = [...path, name];
      const resolved = resolveSchema({ schema, root, path: at });
      const inner = innerProperties(resolved, root);
      const whole = [...names, name];
      if (!inner || way.length === DEEPEST || seen > MOST_OPENED) {
        found.push({ name: whole.join('.'), schema, resolved: resolved.schema, root, path: at });
      } else if (!way.includes(inner.properties)) {
        visit(inner, [...way, inner.properties], whole);
      }
    }
  };
  const top = propertiesAt(resolveSchema({ schema: root, root, path: ['inputSchema'] }));
  if (top) visit(top, [top.properties], []);
  return found;
}

/** A description of an input. */
type InputDescription = {
  readonly text: string;
  /** Whether it stands at the input or at the target of its `$ref`, and not only in a branch or in its items. */
  readonly isAtInput: boolean;
};

/** The description of an input: its own, or else the first in a branch or in its items. */
export function describeInput({ resolved, root, path }: LeafInput): InputDescription | undefined {
  const text = trimmedText(resolved.description);
  if (text !== '') return { text, isAtInput: true };
  for (const schema of innerSchemas(resolved)) {
    const inner = trimmedText(resolveSchema({ schema, root, path }).schema.description);
    if (inner !== '') return { text: inner, isAtInput: false };
  }
  return undefined;
}

/** Branches of a schema and schemas of its items; not followed further. */
function innerSchemas({ anyOf, oneOf, allOf, items }: Members): Members[] {
  return [anyOf, oneOf, allOf, items].flat().filter(isRecord);
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

interface Inner {
  readonly properties: Members;
  readonly path: SnapshotPath;
}

/** Properties of a schema, or else of its items. */
function innerProperties(at: Place, root: Members): Inner | undefined {
  const direct = propertiesAt(at);
  if (direct) return direct;
  const items = own(at.schema, 'items');
  if (!isRecord(items)) return undefined;
  return propertiesAt(resolveSchema({ schema: items, root, path: [...at.path, 'items'] }));
}

function propertiesAt({ schema, path }: Place): Inner | undefined {
  const properties = own(schema, 'properties');
  if (!isRecord(properties) || Object.keys(properties).length === 0) return undefined;
  return { properties, path: [...path, 'properties'] };
}

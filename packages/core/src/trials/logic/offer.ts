import { canonicalJson, sha256 } from '../../spec/hash.js';
import { byCodeUnit } from '../../values/code-unit-order.js';
import { isRecord } from '../../values/is-record.js';

/** A tool as a model is shown it. */
export interface OfferedTool {
  /** As the target names it; reports use this name. */
  readonly name: string;
  /** As the model sees it: many APIs refuse other characters and longer names. */
  readonly alias: string;
  readonly description?: string;
  /** JSON Schema, always with a type. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const LONGEST_ALIAS = 64;
const OUTSIDE = /[^a-zA-Z0-9_-]/g;

/**
 * Prepares a server's tools for a model. A tool without a name cannot be called, so it is left out; a missing input
 * schema becomes one without properties, and a schema without a type gets `object`, which APIs require.
 *
 * @param tools as the server sent them
 */
export function offerTools(tools: readonly unknown[]): OfferedTool[] {
  const taken = new Set<string>();
  return tools.flatMap((tool) => {
    if (!isRecord(tool) || typeof tool.name !== 'string' || tool.name === '') return [];
    const { name, description, inputSchema } = tool;
    const alias = aliasOf(name, taken);
    taken.add(alias);
    return {
      name,
      alias,
      ...(typeof description === 'string' && { description }),
      inputSchema: isRecord(inputSchema)
        ? { type: 'object', ...inputSchema }
        : { type: 'object', properties: {} },
    };
  });
}

function aliasOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(OUTSIDE, '_').slice(0, LONGEST_ALIAS);
  for (let count = 2, alias = plain; ; count += 1) {
    if (!taken.has(alias)) return alias;
    const suffix = `_${count}`;
    alias = `${plain.slice(0, LONGEST_ALIAS - suffix.length)}${suffix}`;
  }
}

/**
 * The tools in the order of one sample. A sample is the same task with the tools in another order: at temperature 0
 * plain repeats would mostly be copies. All tasks of a sample share its order.
 *
 * @param sample 0: as declared
 */
export function orderTools(
  tools: readonly OfferedTool[],
  { seed, sample }: { readonly seed: number; readonly sample: number },
): readonly OfferedTool[] {
  if (sample === 0) return tools;
  const place = (name: string) => sha256(canonicalJson([seed, sample, name]));
  return tools
    .map((tool) => ({ tool, place: place(tool.alias) }))
    .sort((a, b) => byCodeUnit(a.place, b.place))
    .map(({ tool }) => tool);
}

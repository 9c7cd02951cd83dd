import type { Material } from '../../../../documents/quoted-text.js';
import type { SchemaMain, ToolDefinition } from '../../../../spec/schema-main.js';
import { capPrimitive, capText } from '../cap.js';
import { count, json, LIMITS, section } from './render.js';

/** A schema under its name in the island, which is not its `main.name`. */
export interface NamedSchema {
  readonly schema: string;
  readonly main: SchemaMain;
}

/** Lengths of descriptions, tried in turn until a namespace fits; 0: names only. */
const DESCRIPTION_LIMITS = [300, 100, 0];
/** Characters of a description if the tool has a line of its own. */
const DESCRIPTION_SHOWN = 600;

export function toolsOf(main: SchemaMain): Readonly<Record<string, ToolDefinition>> {
  return main.tools ?? {};
}

/** How to call a tool, on one line. */
export function toolLine(tool: string, { method, path, description, parameters }: ToolDefinition): string {
  const types = parameters.map(
    ({ position, z }) => `${position.key}: ${capPrimitive(z.primitive, LIMITS.enumValues)}`,
  );
  const short = capText(description, DESCRIPTION_SHOWN);
  return json({ tool, method, path, description: short, parameters: types });
}

/** One line for every schema and every tool, with descriptions cut so that all fit. */
export function namespaceToolsMaterial(schemas: readonly NamedSchema[]): Material {
  const tools = schemas.reduce((sum, { main }) => sum + Object.keys(toolsOf(main)).length, 0);
  const renderings = DESCRIPTION_LIMITS.map((max) => ({ max, lines: namespaceLines(schemas, max) }));
  const fits = ({ lines }: { lines: readonly string[] }) => lines.join('\n').length <= LIMITS.section;
  const chosen = renderings.find(fits) ?? { max: 0, lines: namespaceLines(schemas, 0) };
  const left = chosen.max === 0 ? '; descriptions are left out, there are too many tools' : '';
  return {
    title: `${count(tools, 'tool')} in ${count(schemas.length, 'schema')}, a schema or a tool per line${left}`,
    text: section(chosen.lines),
  };
}

function namespaceLines(schemas: readonly NamedSchema[], max: number): string[] {
  const described = (text: string) => (max === 0 ? {} : { description: capText(text, max) });
  return schemas.flatMap(({ schema, main }) => [
    json({ schema, ...described(main.description) }),
    ...Object.entries(toolsOf(main)).map(([tool, definition]) =>
      json({ tool, ...described(definition.description) }),
    ),
  ]);
}

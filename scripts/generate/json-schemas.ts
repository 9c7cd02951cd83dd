import type { documentShapes } from './document-shapes.js';

/** spec/schemas/‹name›.schema.json: JSON Schema 2020-12 of what a writer of that document has to provide. */
export function buildJsonSchemas(shapes: typeof documentShapes): { path: string; text: string }[] {
  return Object.entries(shapes).map(([name, { title, shape }]) => {
    const { $schema, ...rest } = shape.toJSONSchema({ io: 'input' });
    return {
      path: `spec/schemas/${name}.schema.json`,
      text: `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`,
    };
  });
}

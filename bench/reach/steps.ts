import { applyEdits, type Edit } from '../../packages/core/src/features/edit/logic/edits.js';
import { planFix } from '../../packages/core/src/features/edit/logic/fix/plan-fix.js';
import { planProposals } from '../../packages/core/src/features/edit/logic/propose/plan-proposals.js';
import { READING_LIMITS } from '../../packages/core/src/sources/logic/module-reading.js';
import { type ParsedSource, parseSource } from '../../packages/core/src/sources/parse-source.js';
import type { SchemaMain } from '../../packages/core/src/spec/schema-main.js';
import type { CatalogueSchema } from './read-catalogue.js';

/** A schema that the gate passes, with its syntax tree. */
interface EditableSchema extends CatalogueSchema {
  readonly main: SchemaMain;
  readonly module: ParsedSource;
}

/** Something that authors can do with a catalogue. */
export interface Step {
  readonly name: string;
  /** The edits of one provider's schemas, in the order of the schemas. */
  plan(schemas: readonly EditableSchema[]): readonly (readonly Edit[])[];
}

/** Different parameter sets that a tool should have: the most that a bar asks for. */
const SETS = 3;

/** Each step begins with what the one before has left. */
export const STEPS: readonly Step[] = [
  {
    name: 'after fix',
    plan: (schemas) => schemas.map((schema) => planFix({ ...schema, only: null }).edits),
  },
  {
    name: 'after all proposed tests',
    plan: (schemas) => planProposals(schemas, SETS).map(({ edits }) => edits),
  },
];

/** The new texts of one provider's schemas, by file. A schema that the gate refuses, or without edits, has none. */
export function rewrite({ plan }: Step, schemas: readonly CatalogueSchema[]): ReadonlyMap<string, string> {
  const editable = schemas.flatMap((schema): EditableSchema[] => {
    const { main } = schema;
    const module = parseSource(schema.text, READING_LIMITS);
    return main === null || 'code' in module ? [] : [{ ...schema, main, module }];
  });
  const edits = plan(editable);
  return new Map(
    editable.flatMap(({ file, module }, at): [string, string][] => {
      const own = edits[at] ?? [];
      return own.length === 0 ? [] : [[file, applyEdits(module.source, own)]];
    }),
  );
}

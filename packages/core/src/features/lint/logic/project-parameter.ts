import { KINDS, splitCall } from '../../../rules/schema/parameter-type.js';
import { isTextList, type Members, memberOf } from '../../../rules/schema/schema-members.js';
import { isOptional, listEnumValues, typedDefaultOf } from '../../../sources/logic/parameter-options.js';
import type { ParameterDefinition } from '../../../spec/schema-main.js';
import type { SharedLists } from '../../../spec/shared-list.js';

/** JSON Schema of one input. */
export type PropertySchema = Readonly<Record<string, unknown>>;

export interface ProjectedParameter {
  readonly key: string;
  readonly schema: PropertySchema;
  readonly required: boolean;
}

/**
 * The definition of a parameter as clients of a FlowMCP server see it: its z block as JSON Schema (Schemas-Spec 02, Z
 * Block). An unknown primitive leaves out the type.
 *
 * @param parameter of the definition; any content besides `position.key` is accepted
 */
export function projectParameter(parameter: Members, lists: SharedLists): ProjectedParameter {
  const definition = toDefinition(parameter);
  const kind = splitCall(definition.z.primitive)?.[0] ?? '';
  const description = memberOf(parameter, 'description') ?? memberOf(memberOf(parameter, 'z'), 'description');
  const fallback = typedDefaultOf(definition);
  return {
    key: definition.position.key,
    schema: {
      ...(KINDS.has(kind) && describeKind(kind, definition, lists)),
      ...describeLimits(kind, definition),
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
    },
    required: !isOptional(definition),
  };
}

function toDefinition(parameter: Members): ParameterDefinition {
  const position = memberOf(parameter, 'position');
  const z = memberOf(parameter, 'z');
  const primitive = memberOf(z, 'primitive');
  const options = memberOf(z, 'options');
  return {
    position: { key: String(memberOf(position, 'key')), value: '', location: 'query' },
    z: {
      primitive: typeof primitive === 'string' ? primitive.trim() : '',
      options: isTextList(options) ? options : [],
    },
  };
}

function describeKind(kind: string, definition: ParameterDefinition, lists: SharedLists): PropertySchema {
  if (kind === 'array') return { type: 'array', items: { type: 'string' } };
  if (kind !== 'enum') return { type: kind };
  const values = listEnumValues(definition, lists) ?? [];
  return { type: 'string', ...(values.length > 0 && { enum: values }) };
}

/** Ignores options that have no meaning for a type, as the specification requires (Option Rules 2 and 3). */
function describeLimits(kind: string, { z }: ParameterDefinition): PropertySchema {
  const options = new Map((z.options ?? []).flatMap((text) => [splitCall(text)].filter((one) => !!one)));
  const [min, max, length] = ['min', 'max', 'length'].map((name) => numberIn(options.get(name)));
  if (kind === 'number') return known({ minimum: min, maximum: max });
  if (kind === 'array') return known({ minItems: length, maxItems: length });
  if (kind !== 'string') return {};
  return known({
    minLength: length ?? min,
    maxLength: length ?? max,
    pattern: patternIn(options.get('regex')),
  });
}

function known(members: PropertySchema): PropertySchema {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function numberIn(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Not in the specification, but in use: the pattern alone, or between slashes. JSON Schema has no flags, so they are
 * dropped.
 */
function patternIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [undefined, text, ''];
  return flags === '' ? pattern : undefined;
}

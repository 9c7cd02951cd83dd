import type { Material } from '../../../../documents/quoted-text.js';
import type { SchemaMain } from '../../../../spec/schema-main.js';
import { splitId } from '../../../../target/logic/names.js';
import { capText } from '../cap.js';
import { toolLine, toolsOf } from './namespace-tools.js';
import { count, json, LIMITS, section } from './render.js';

/** A member of a selection, with the schema it resolves to. */
export interface SelectionMember {
  /** `<namespace>.<schema>`, as the definition names it. */
  readonly schemaId: string;
  /** null: the island has no such schema. */
  readonly main: SchemaMain | null;
}

interface Rendering {
  readonly lines: readonly string[];
  /** Note for the title about what was left out. */
  readonly left: string;
}

/** Lengths of descriptions, tried in turn until all members fit; 0: names only. */
const DESCRIPTION_LIMITS = [600, 300, 100, 0];
const ALL_LEFT_OUT = '; descriptions are left out, there is too much of them';

/** The namespaces of the members, without repetition, in the order of the members. */
export function namespacesOf(schemaIds: readonly string[]): string[] {
  return [...new Set(schemaIds.map((id) => splitId(id)[0]))];
}

/** One line per member: its description, and the names of its tools. */
export function membersMaterial(members: readonly SelectionMember[]): Material {
  const renderings = DESCRIPTION_LIMITS.map((max) => ({
    lines: members.map(({ schemaId, main }) => memberLine(schemaId, main, max)),
    left: max === 0 ? ALL_LEFT_OUT : '',
  }));
  return material(members, 'a member per line', renderings);
}

/** One line per member and per tool; the line shows how to call the tool if all of that fits. */
export function memberToolsMaterial(members: readonly SelectionMember[]): Material {
  const called = toolLines(members, 600, toolLine);
  const described = DESCRIPTION_LIMITS.slice(1).map((max) => ({
    lines: toolLines(members, max, (tool, { description }) => json({ tool, ...shortened(description, max) })),
    left: max === 0 ? ALL_LEFT_OUT : '; how the tools are called is left out, there are too many',
  }));
  return material(members, 'a member or a tool per line', [{ lines: called, left: '' }, ...described]);
}

function material(
  members: readonly SelectionMember[],
  perLine: string,
  renderings: readonly Rendering[],
): Material {
  const fits = ({ lines }: Rendering) => lines.join('\n').length <= LIMITS.section;
  const { lines, left } = renderings.find(fits) ?? renderings.at(-1) ?? { lines: [], left: '' };
  const namespaces = namespacesOf(members.map(({ schemaId }) => schemaId));
  const of = `${count(members.length, 'member')} of ${count(namespaces.length, 'namespace')}`;
  return { title: `${of}, ${perLine}${left}`, text: lines.length === 0 ? '(none)' : section(lines) };
}

function memberLine(member: string, main: SchemaMain | null, max: number): string {
  if (main === null) return json({ member, state: 'not imported' });
  return json({ member, ...shortened(main.description, max), tools: Object.keys(toolsOf(main)) });
}

function toolLines(members: readonly SelectionMember[], max: number, line: typeof toolLine): string[] {
  return members.flatMap(({ schemaId: member, main }) =>
    main === null
      ? [json({ member, state: 'not imported' })]
      : [
          json({ member, ...shortened(main.description, max) }),
          ...Object.entries(toolsOf(main)).map(([tool, definition]) => line(tool, definition)),
        ],
  );
}

function shortened(description: string, max: number): { description?: string } {
  return max === 0 ? {} : { description: capText(description, max) };
}

import { gradingIdOf } from '../../../grade/entry/build-entry.js';
import { problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { GradingEntry } from '../../../spec/entry.js';
import { type EntryName, formatPersona, toolFolderName } from '../../../target/logic/names.js';
import type { FolderPlace, Layout } from './layout.js';

interface Placed {
  readonly entry: GradingEntry;
  readonly name: EntryName;
  readonly place: FolderPlace;
  readonly layout: Layout;
}

/**
 * Checks that an entry has the place and name that follow from its content (spec 08 and 19).
 *
 * @param file relative to the island
 * @returns VFY-021, one for each field that does not match
 */
export function checkEntryPlace(file: string, placed: Placed): Problem[] {
  return mismatches(placed)
    .filter(({ found, expected }) => found !== expected)
    .map(({ field, found, expected }) =>
      problem('VFY-021', { file, path: `/${field}` }, { field, found, expected }),
    );
}

interface Field {
  readonly field: string;
  readonly found: string;
  readonly expected: string;
}

function mismatches({ entry, name, place, layout }: Placed): Field[] {
  const { area, persona, schemaHash, gradingId, schemaId, selectionId } = entry;
  const subject = subjectOfPlace(place, layout, subjectIn(entry));
  const [owner] = schemaId.split('.');
  const thing = place.tool ?? place.skill ?? schemaOf(place) ?? layout.name;
  return [
    { field: 'area', found: area, expected: name.area },
    ...(place.areas.includes(area)
      ? []
      : [{ field: 'area', found: area, expected: place.areas.join(' or ') }]),
    { field: 'persona', found: personaText(persona ?? null), expected: personaText(name.persona) },
    {
      field: 'gradingId',
      found: gradingId,
      expected: gradingIdOf({ schemaHash, area, subject }, name.timestamp),
    },
    {
      field: 'schemaId',
      found: schemaId,
      expected: `${layout.flow === 'provider' ? layout.name : owner}.${thing}`,
    },
    ...(layout.flow === 'selection'
      ? [{ field: 'selectionId', found: selectionId ?? 'nothing', expected: layout.name }]
      : []),
    ...(place.skill === null
      ? []
      : [{ field: 'skillId', found: entry.skillId ?? 'nothing', expected: place.skill }]),
  ];
}

function personaText(persona: EntryName['persona']): string {
  return persona ? formatPersona(persona) : 'none';
}

/** The part after the area in a grading id; empty for a foreign id. */
function subjectIn({ gradingId, area }: GradingEntry): string {
  const mark = `--${area}--`;
  const at = gradingId.indexOf(mark);
  return at < 0 ? '' : gradingId.slice(at + mark.length);
}

/**
 * The subject's name for graders. A folder does not give the name of a tool, but the name of a tool gives its folder.
 */
function subjectOfPlace(place: FolderPlace, { name, flow }: Layout, found: string): string {
  const { schema, tool, skill } = place;
  if (tool !== null) return isToolIn(found, `${schema}.`, tool) ? found : `${schema}.${tool}`;
  if (skill !== null) return flow === 'provider' ? `${schema}.${skill}` : skill;
  return schemaOf(place) ?? name;
}

/** An About belongs to the whole namespace, although it is stored with a schema. */
function schemaOf({ schema, areas }: FolderPlace): string | null {
  return areas.includes('tools-aggregate-schema') ? schema : null;
}

/** A name with line breaks is escaped in an id. */
function isToolIn(subject: string, prefix: string, folder: string): boolean {
  if (!subject.startsWith(prefix)) return false;
  const named = subject.slice(prefix.length);
  const meant = named.replace(/\\u\{([0-9a-f]{1,5}|10[0-9a-f]{4})\}/g, (_, code) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return [named, meant].some((tool) => toolFolderName(tool) === folder);
}

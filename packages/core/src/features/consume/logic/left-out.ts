import { parseEntryName } from '../../../island/logic/names.js';
import type { AskedSubject, ConsumeRecord, LeftOutSubject, StateFile } from '../../../spec/state.js';

/**
 * Subjects still to be asked about after a hand-in: those that it left out (`--allow-missing`), and those that earlier
 * hand-ins left out. They stay due whatever status their nodes show, because a re-grading is not finished while any
 * part is missing. Questions of a partial run do not count, because each partial run asks them anyway.
 *
 * @param state state of the answered run
 */
export function leftOutAfter(
  { gradingMode, subjects, leftOut = [] }: StateFile,
  { entries }: ConsumeRecord,
): LeftOutSubject[] {
  const handedIn = new Set(entries.map(placeOfEntry));
  const isAnswered = (asked: AskedSubject) => handedIn.has(placeOf(asked));
  const asked = new Set(gradingMode === 'full' ? subjects.map(({ node }) => node) : []);
  const missing = subjects.filter((subject) => asked.has(subject.node) && !isAnswered(subject));
  return [
    ...leftOut.filter(({ node }) => !asked.has(node)),
    ...missing.map(({ node, schemaHash, regradingTrigger }) => ({
      node,
      schemaHash,
      ...(regradingTrigger && { regradingTrigger }),
    })),
  ];
}

/** Key for the entries of one subject: their folder and area. */
function placeOf({ folder, area }: AskedSubject): string {
  return `${folder} ${area}`;
}

function placeOfEntry(path: string): string {
  const parts = path.split('/');
  const area = parseEntryName(parts.at(-1) ?? '')?.area;
  return `${parts.slice(0, -2).join('/')} ${area}`;
}

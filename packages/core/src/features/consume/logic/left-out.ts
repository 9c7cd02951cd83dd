import type { AskedSubject, ConsumeRecord, LeftOutSubject, StateFile } from '../../../spec/state.js';
import { parseEntryName } from '../../../target/logic/names.js';

/**
 * What is still to be asked after a hand-in: what it has left out (`--allow-missing`), and what earlier ones have.
 * It stays due whatever status its node shows: a re-grading is not over while a part of it is missing. A chosen
 * question is no part of that, since each partial run asks it anyway.
 *
 * @param state of the run that was answered
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

/** Where the entry of a subject lies, and of which area it is. */
function placeOf({ folder, area }: AskedSubject): string {
  return `${folder} ${area}`;
}

function placeOfEntry(path: string): string {
  const parts = path.split('/');
  const area = parseEntryName(parts.at(-1) ?? '')?.area;
  return `${parts.slice(0, -2).join('/')} ${area}`;
}

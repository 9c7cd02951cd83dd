import { readJson } from '../island/documents.js';
import type { Island } from '../island/island.js';
import { factsFile } from '../island/logic/paths.js';
import type { RuleBook } from '../spec/books/book.js';
import type { NamespaceIndex, SelectionIndex } from '../spec/index-file.js';
import { isRecord } from '../values/is-record.js';
import { countFreed } from './logic/freed-tools.js';

/**
 * Counts the tools of a namespace that only the bar of the island's rules blocks. Parsers are loaded only if a blocked
 * tool has a working test, because no other tool can be freed.
 *
 * @param newer rules that might free them
 * @param index as it is now; that of a selection has no tools
 */
export async function countFreedBy(
  newer: RuleBook,
  { island, index, now }: { island: Island; index: NamespaceIndex | SelectionIndex; now: Date },
): Promise<number> {
  if ('members' in index || !Object.keys(index.schemas).some((schema) => isBelowBar(island, index, schema))) {
    return 0;
  }
  const { deriveNamespace } = await import('./rebuild/derive-namespace.js');
  const { namespace } = index;
  return countFreed(index, deriveNamespace({ island: island.under(newer), namespace, now }).index);
}

/** Whether a schema has a blocked tool with a working test. */
function isBelowBar(island: Island, { namespace, schemas }: NamespaceIndex, schema: string): boolean {
  const blocked = Object.entries(schemas[schema]?.tools ?? {}).filter(
    ([, { status }]) => status === 'blocked',
  );
  if (blocked.length === 0) return false;
  const parsed = readJson(island, factsFile(namespace, schema));
  const known = parsed && 'value' in parsed && isRecord(parsed.value) ? parsed.value.tools : null;
  return blocked.some(([tool]) => {
    const facts = isRecord(known) && Object.hasOwn(known, tool) ? known[tool] : null;
    return isRecord(facts) && Number(facts.working) > 0;
  });
}

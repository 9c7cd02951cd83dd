import type { Island } from '../../island/island.js';
import type { AskedSubject, StateFile } from '../../spec/state.js';
import { knownSchema, readMain } from '../../target/load-namespace.js';
import { formatTimestamp } from '../../target/logic/names.js';
import type { Subject } from '../../target/logic/subjects.js';
import { readProviderLists } from '../../target/provider-lists.js';
import type { DerivedTarget } from '../../target/rebuild/rebuild.js';

/**
 * Finds the subjects of a run whose tests used other shared lists than the current ones (decision 0075). A run of an
 * earlier version does not record its lists, so the lists of its schemas are compared with the time of the run.
 */
export function findListChanges(
  island: Island,
  { index, subjects }: Pick<DerivedTarget, 'index' | 'subjects'>,
  state: Pick<StateFile, 'createdAt'>,
): (asked: AskedSubject) => boolean {
  if ('members' in index) return () => false;
  const lists = readProviderLists(island, index.namespace);
  const createdAt = formatTimestamp(new Date(state.createdAt));
  const hasChanged = (schema: string) => {
    const known = knownSchema(index, schema);
    const main = known && readMain(island, index.namespace, { schema, snapshot: known.snapshot });
    return lists.changedSince(main?.sharedLists ?? [], createdAt) !== null;
  };
  return (asked) => {
    if (asked.lists) return !lists.areCurrent(asked.lists);
    const schema = lists.mayHaveChanged ? schemaOf(subjects, asked) : null;
    return schema !== null && hasChanged(schema);
  };
}

/** The schema of a subject whose tests may use lists; a skill and an About are stored with a schema, but use none. */
function schemaOf(subjects: readonly Subject[], { node }: AskedSubject): string | null {
  const found = subjects.find((subject) => subject.node === node);
  return found && found.skill === null ? found.schema : null;
}

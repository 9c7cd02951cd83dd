import type { Island } from '../../island/island.js';
import { walkFacts } from '../../island/journal/read-journal.js';
import { listSchemas, listSnapshots } from '../../island/list-namespace.js';
import { isSetAside } from '../../island/logic/facts.js';
import type { KnownSnapshots } from '../../island/logic/names.js';
import {
  aboutFolder,
  aboutName,
  namespaceFolder,
  skillFolder,
  skillsFolder,
  snapshotFolder,
} from '../../island/logic/paths.js';
import { readMembers } from '../../island/read-namespace.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { sha256 } from '../../spec/hash.js';
import type { ImportTarget } from './logic/sources.js';

/** The stored parts of a namespace, for comparison with the parts to import. */
export function readTarget(island: Island, namespace: string): ImportTarget {
  const folder = namespaceFolder(namespace);
  const schemas = listSchemas(island, namespace);
  const of = (place: string, name: string) => readKnown(island, place, name);
  return {
    members: readMembers(island, namespace),
    memberTimestamps: listSnapshots(island, folder, 'members').map((found) => found.timestamp),
    schemas: new Map(schemas.map((schema) => [schema, of(snapshotFolder(namespace, schema), schema)])),
    abouts: new Map(
      schemas.map((schema) => [schema, of(aboutFolder(namespace, schema), aboutName(namespace))]),
    ),
    skills: new Map(
      schemas.flatMap((schema) =>
        island
          .listFolders(skillsFolder(namespace, schema))
          .map((skill) => [`${schema}.${skill}`, of(skillFolder(namespace, schema, skill), skill)] as const),
      ),
    ),
    baseline: of(folder, 'baseline'),
  };
}

/**
 * Returns IMP-017 for each of a target's files that do not count yet because the time in their name is in the future.
 */
export function tellSetAside(island: Island, folder: string): Problem[] {
  const now = island.now();
  return [...walkFacts(island, folder)]
    .filter(({ path }) => isSetAside(path, now))
    .map(({ path }) => problem('IMP-017', { file: `${folder}/${path}` }, { clock: now.toISOString() }));
}

/** The stored snapshots of one part of a target. */
export function readKnown(island: Island, place: string, name: string): KnownSnapshots {
  const snapshots = listSnapshots(island, place, name);
  const newest = snapshots.at(-1);
  const bytes = newest && island.readBytes(`${place}/${newest.file}`);
  return { timestamps: snapshots.map((found) => found.timestamp), newestSha256: bytes ? sha256(bytes) : '' };
}

import type { Island } from '../../island/island.js';
import { listSchemas, listSnapshots } from '../../island/list-namespace.js';
import {
  aboutFolder,
  aboutName,
  namespaceFolder,
  skillFolder,
  skillsFolder,
  snapshotFolder,
} from '../../island/logic/paths.js';
import { readMembers } from '../../island/read-namespace.js';
import { sha256 } from '../../spec/hash.js';
import type { KnownSnapshots } from '../../target/logic/plan-snapshot.js';
import type { ImportTarget } from './logic/sources.js';

/** What the island holds of a namespace, as far as an import compares with it. */
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

/** Snapshots of one thing. */
export function readKnown(island: Island, place: string, name: string): KnownSnapshots {
  const snapshots = listSnapshots(island, place, name);
  const newest = snapshots.at(-1);
  const bytes = newest && island.readBytes(`${place}/${newest.file}`);
  return { timestamps: snapshots.map((found) => found.timestamp), newestSha256: bytes ? sha256(bytes) : '' };
}

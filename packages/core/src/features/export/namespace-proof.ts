import { readOwnPackage } from '../../files/own-package.js';
import type { Island } from '../../island/island.js';
import { readMembers } from '../../island/read-namespace.js';
import type { NamespaceIndex } from '../../spec/index-file.js';
import type { ProviderProof } from '../../spec/proof.js';
import { isRecord } from '../../values/is-record.js';
import { buildProof } from './logic/proof.js';

/** Name of a proof, in the folder of its provider. */
export const PROOF_NAME = 'grade.json';

/** The proof of a namespace; null if the specification that the island follows has none. */
export function proofOf(island: Island, index: NamespaceIndex, now: Date): ProviderProof | null {
  const { proofVersion } = island.book.spec;
  if (proofVersion === null) return null;
  return buildProof({
    proofVersion,
    index,
    failed: failedFiles(island, index.namespace),
    generatedAt: now.toISOString(),
    tool: `flowmcp-grading ${readOwnPackage().version}`,
  });
}

/** sha256 of the files that an import has recorded as failed, by schema. Most member lists have none. */
function failedFiles(island: Island, namespace: string): ReadonlyMap<string, string> {
  const members: object | null = readMembers(island, namespace);
  const failed: unknown[] =
    members && 'failed' in members && Array.isArray(members.failed) ? members.failed : [];
  return new Map(
    failed.flatMap((file) =>
      isRecord(file) && typeof file.schema === 'string' && typeof file.fileSha256 === 'string'
        ? [[file.schema, file.fileSha256] as const]
        : [],
    ),
  );
}

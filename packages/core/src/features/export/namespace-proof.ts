import { readOwnPackage } from '../../files/own-package.js';
import type { Island } from '../../island/island.js';
import { readMembers } from '../../island/read-namespace.js';
import type { NamespaceIndex } from '../../spec/index-file.js';
import type { ProviderProof } from '../../spec/proof.js';
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

/** sha256 of the files that an import has recorded as failed, by schema; null for one that could not be read. */
function failedFiles(island: Island, namespace: string): ReadonlyMap<string, string | null> {
  const failed = readMembers(island, namespace)?.failed ?? [];
  return new Map(failed.map(({ schema, fileSha256 }) => [schema, fileSha256]));
}

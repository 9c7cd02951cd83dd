import { z } from 'zod';
import { isoTime } from './common.js';
import { BLOCKED_REASONS, NODE_STATUSES, READINESS, ROLLUP_STATUSES } from './vocabulary.js';

/**
 * grade.json, the proof of a provider: the one file about its grades that lies in its repository (spec 19, 26). Other
 * tools write it too, so everything that the specification leaves out may be absent.
 */

/** The back-reference to a board; whoever keeps the board writes it (spec 23). */
const monitoringShape = z.strictObject({
  githubIssue: z.int().nullable().optional(),
  boardColumn: z.string().nullable().optional(),
});

/** How tests differed from plain calls; another tool, or a later version, may know more ways. */
const gatheredShape = z.looseObject({
  originMap: z.literal(true).exactOptional(),
  allowedHost: z.literal(true).exactOptional(),
  handlers: z.literal('trust').exactOptional(),
  sentKeys: z.array(z.string()).exactOptional(),
});

/** A node as proofs show it: where it is blocked, its reason is one of a closed list. */
function proofNode(more: z.ZodRawShape = {}) {
  const shown = { grade: z.string().optional(), normalizedScore: z.number().optional(), ...more };
  return z.discriminatedUnion('status', [
    z.looseObject({ status: z.literal('blocked'), reason: z.enum(BLOCKED_REASONS).optional(), ...shown }),
    z.looseObject({
      status: z.enum(NODE_STATUSES).exclude(['blocked']),
      reason: z.string().optional(),
      ...shown,
    }),
  ]);
}

export const providerProof = z.strictObject({
  proofVersion: z.literal(1),
  namespace: z.string().regex(/^[a-z][a-z0-9-]*$/),
  generatedAt: isoTime,
  status: z.enum(ROLLUP_STATUSES),
  reason: z.enum(BLOCKED_REASONS).optional(),
  grade: z.string().optional(),
  summary: z
    .looseObject({
      gradingSpec: z.string().optional(),
      scoringSystem: z.string().optional(),
      gradingSystem: z.string().optional(),
      readiness: z.enum(READINESS).optional(),
      gathered: gatheredShape.optional(),
    })
    .optional(),
  namespaceAggregate: proofNode(),
  schemas: z.record(
    z.string(),
    proofNode({ hash: z.string().optional(), fileSha256: z.string().optional() }),
  ),
  blockers: z.array(
    z.looseObject({ node: z.string().optional(), reason: z.string(), message: z.string().optional() }),
  ),
  monitoring: monitoringShape.optional(),
});
export type ProviderProof = z.infer<typeof providerProof>;

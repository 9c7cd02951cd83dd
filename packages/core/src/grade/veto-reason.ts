import { describeProblem } from '../problems/error-codes.js';
import type { KeyDomainVerdict } from '../questions/question.js';
import type { Finding } from '../rules/finding.js';
import type { VetoTrigger } from '../spec/vocabulary.js';

export interface VetoReason {
  readonly triggeredBy: VetoTrigger;
  readonly evidence: string;
}

/** Why code vetoes a schema; null if it does not. A foreign key comes before a malicious module. */
export function vetoReasonOf(
  verdict: KeyDomainVerdict | null,
  findings: readonly Finding[],
): VetoReason | null {
  if (verdict?.outcome === 'foreign')
    return { triggeredBy: 'api-key-domain-mismatch', evidence: verdict.evidence };
  const finding = findings.find(({ veto }) => veto !== undefined);
  if (!finding?.veto) return null;
  const place = finding.where?.line === undefined ? '' : ` (line ${finding.where.line})`;
  return { triggeredBy: finding.veto, evidence: `${describeProblem(finding).message}${place}` };
}

import { describeProblem, problem } from '../problems/error-codes.js';
import type { Problem, Where } from '../problems/problem.js';
import type { KeyDomainVerdict } from '../questions/question.js';
import type { Finding } from '../rules/finding.js';
import { VETO_TRIGGERS, type VetoTrigger } from '../spec/vocabulary.js';

/** A claimed veto; `checkVeto` decides whether it is valid. */
export interface VetoClaim {
  readonly triggeredBy: string;
  readonly evidence: string;
  readonly reasoning?: string | undefined;
}

/**
 * Checks that a veto has a trigger from the closed list, and everything that this trigger requires.
 *
 * @returns VET-001 (unknown trigger), VET-002 (no evidence), VET-003 (ai-security-veto without evidence or reasoning).
 * @see spec 08, Categorical Veto
 */
export function checkVeto(veto: VetoClaim, where?: Where): Problem[] {
  const problems: Problem[] = [];
  if (!isVetoTrigger(veto.triggeredBy)) problems.push(problem('VET-001', where, { found: veto.triggeredBy }));
  const isProven = Boolean(veto.evidence?.trim());
  if (veto.triggeredBy !== 'ai-security-veto')
    return isProven ? problems : [...problems, problem('VET-002', where)];
  return isProven && veto.reasoning?.trim() ? problems : [...problems, problem('VET-003', where)];
}

export function isVetoTrigger(text: string): text is VetoTrigger {
  return (VETO_TRIGGERS as readonly string[]).includes(text);
}

export interface VetoReason {
  readonly triggeredBy: VetoTrigger;
  readonly evidence: string;
}

/**
 * Why code vetoes a schema; null if it does not. A mismatch of key and domain takes precedence over a malicious module.
 */
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

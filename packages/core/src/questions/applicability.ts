/**
 * Facts about a graded subject's content that code can see. Null means that code cannot read a fact, which then proves
 * nothing.
 */
export interface GradedContent {
  /** Number of a tool's parameters whose values the caller sets. */
  readonly userParameters?: () => number | null;
  /** Number of parameters that a schema needs from the server. */
  readonly serverParameters?: () => number | null;
  /** Number of tools of a schema or a namespace. */
  readonly tools?: () => number | null;
  /** Number of a selection's skills one level below the graded skill. */
  readonly lowerSkills?: () => number | null;
  /** Number of sections missing from a selection's About. */
  readonly missingSections?: () => number | null;
}

type Proof = (content: GradedContent) => boolean;

const hasNoUserParameters: Proof = ({ userParameters }) => userParameters?.() === 0;
const hasNoServerParameters: Proof = ({ serverParameters }) => serverParameters?.() === 0;
const hasOneTool: Proof = ({ tools }) => tools?.() === 1;
const hasNoLowerSkill: Proof = ({ lowerSkills }) => lowerSkills?.() === 0;
const lacksSection: Proof = ({ missingSections }) => (missingSections?.() ?? 0) > 0;

/**
 * Questions for graders that do not apply to every subject, each with the check that proves that the question does not
 * apply. All other questions always apply, so answering one of them with n/a lowers coverage (decision 0063).
 */
export const PROOFS_OF_NO_APPLICATION: Readonly<Record<string, Proof>> = {
  'Q-single-test-06': hasNoUserParameters,
  'Q-single-test-07': hasNoUserParameters,
  'Q-tools-aggregate-schema-02': hasOneTool,
  'Q-tools-aggregate-schema-03': hasOneTool,
  'Q-tools-aggregate-schema-04': hasNoServerParameters,
  'Q-tools-aggregate-namespace-03': hasOneTool,
  'Q-tools-aggregate-namespace-04': hasOneTool,
  'Q-selection-skills-L2-01': hasNoLowerSkill,
  'Q-selection-skills-L2-02': hasNoLowerSkill,
  'Q-selection-skills-L2-03': hasNoLowerSkill,
  'Q-selection-skills-L3-02': hasNoLowerSkill,
  'Q-selection-aggregate-03': lacksSection,
};

/** Whether the content has what the question asks about. */
export function appliesTo(questionId: string, content: GradedContent): boolean {
  return !PROOFS_OF_NO_APPLICATION[questionId]?.(content);
}

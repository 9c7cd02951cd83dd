/** What code sees in the content of a graded thing; null where it cannot read it, so that nothing is proved. */
export interface GradedContent {
  /** Of a tool: parameters that a caller gives a value. */
  readonly userParameters?: () => number | null;
  /** Of a schema: the parameters it needs from the server. */
  readonly serverParameters?: () => number | null;
  /** Of a schema or a namespace. */
  readonly tools?: () => number | null;
  /** Of a selection: its skills of the level below the graded one. */
  readonly lowerSkills?: () => number | null;
  /** Of a selection: sections that its About lacks. */
  readonly missingSections?: () => number | null;
}

type Proof = (content: GradedContent) => boolean;

const hasNoUserParameters: Proof = ({ userParameters }) => userParameters?.() === 0;
const hasNoServerParameters: Proof = ({ serverParameters }) => serverParameters?.() === 0;
const hasOneTool: Proof = ({ tools }) => tools?.() === 1;
const hasNoLowerSkill: Proof = ({ lowerSkills }) => lowerSkills?.() === 0;
const lacksSection: Proof = ({ missingSections }) => (missingSections?.() ?? 0) > 0;

/**
 * Grader questions that may not apply, each with the proof that it does not. Every other question always applies, and
 * an n/a to it lowers coverage (decision 0063).
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

/** Does the question ask about something that this content has? */
export function appliesTo(questionId: string, content: GradedContent): boolean {
  return !PROOFS_OF_NO_APPLICATION[questionId]?.(content);
}

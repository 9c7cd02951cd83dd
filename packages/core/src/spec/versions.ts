/** The separate version names stamped into every artefact (spec 07). */
export const GRADING_SPEC = 'gradingSpec/2.0.0';
export const SCORING_SYSTEM = 'scoringSystem/1.0.0';
export const GRADING_SYSTEM = 'gradingSystem/1.0.0';
export const SCORING_PROTOCOL = 'v1';
export const INDEX_VERSION = 2;

import { type BlockedCause, frozen, type SpecRules } from '../book.js';

const MIB = 1024 * 1024;

/** The closed list of spec 23; a cause without a value of its own has the nearest one. */
const REASONS: Readonly<Record<Exclude<BlockedCause, 'waits'>, string>> = {
  'few-tests': 'fewer-than-two-tests',
  'api-down': 'api-down',
  'no-about': 'no-about',
  invalid: 'validation-failed',
  'no-readable-schema': 'all-schemas-unparseable',
  'not-imported': 'not-imported',
};

/**
 * Released, and so never edited: new numbers are a new file. Source: the grading specification 3.0.3, chapters 06
 * (tests, sizes), 19 and 26 (proof), 21 (ladder, Emit-Skill), 22 (recording import) and 23 (reasons).
 */
export const rules: SpecRules = frozen({
  version: 'gradingSpec/3.0.3',
  alsoCalled: ['gradingSpec/3.0', 'gradingSpec/3.0.0'],
  takes: ['scoringSystem/1.0.0', 'gradingSystem/1.0.0'],
  schemasSpec: '4.3',
  index: '3.0.3',
  // Two working tests for a tool with a required parameter, one for any other (spec 06, rules 1 and 5).
  bar: ({ sets, required }) => (required === 0 ? 1 : typeof sets === 'number' ? Math.min(2, sets) : 2),
  target: ({ sets, required }) => (required === 0 ? null : typeof sets === 'number' ? Math.min(3, sets) : 3),
  rung: (working) =>
    working === 0
      ? 'unavailable'
      : working === 1
        ? 'reachable'
        : working === 2
          ? 'schema-validatable'
          : 'data-analyzable',
  size: { large: MIB, extreme: 10 * MIB },
  measuresData: true,
  extraQuestions: ['Q-single-test-11'],
  waitForGreen: ['tools-aggregate-namespace', 'namespace-description', 'namespace-skills'],
  blocked: ({ cause, text, code }) =>
    cause === 'waits'
      ? { status: 'pending', reason: text, waits: true }
      : {
          ...{ status: 'blocked', reason: REASONS[cause], detail: text },
          ...(code !== undefined && { code }),
        },
  // `fewer-than-three-tests` of earlier versions is read as any text and never written.
  reasons: [
    REASONS['no-readable-schema'],
    REASONS.invalid,
    REASONS['api-down'],
    REASONS['few-tests'],
    REASONS['not-imported'],
    REASONS['no-about'],
  ],
  namesSelectionTwice: true,
  recordsInvalid: true,
  proofVersion: 1,
  stageOneEntries: true,
  emitsSkill: true,
});

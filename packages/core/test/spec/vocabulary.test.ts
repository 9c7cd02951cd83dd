// The closed lists of the specification, written out: a word more or less is a change of the specification.
import { expect, test } from 'vitest';
import * as vocabulary from '../../src/spec/vocabulary.js';

test('each closed list holds these words, in this order', () => {
  const { HARNESS_NAME, ...lists } = vocabulary;
  expect(HARNESS_NAME).toBeInstanceOf(RegExp);
  expect(lists).toEqual({
    AREAS: [
      'single-test',
      'tools-aggregate-schema',
      'tools-aggregate-namespace',
      'namespace-description',
      'namespace-skills',
      'about-namespace',
      'about-selection',
      'selection-skills-L1',
      'selection-skills-L2',
      'selection-skills-L3',
      'selection-aggregate',
    ],
    GRADES: ['A', 'B', 'C', 'D', 'F'],
    AGGREGATE_GRADES: ['A', 'B', 'C', 'D', 'F', 'REJECTED'],
    TIERS: ['autonomous', 'group-bound'],
    FLOWS: ['provider', 'selection'],
    GRADING_MODES: ['full', 'partial'],
    DETERMINISMS: ['deterministic', 'non-deterministic'],
    NODE_STATUSES: ['pending', 'blocked', 'graded', 'stable', 'rejected'],
    ROLLUP_STATUSES: ['operational', 'partial', 'blocked', 'pending', 'rejected'],
    READINESS: ['imported', 'structural-valid', 'deterministic-green', 'stable'],
    BLOCKED_REASONS: [
      'validation-failed',
      'fewer-than-three-tests',
      'fewer-than-two-tests',
      'no-about',
      'api-down',
      'all-schemas-unparseable',
      'not-imported',
    ],
    SCORE_WORDS: ['pass', 'fail', 'stale', 'n/a'],
    NA_REASONS: [
      'not-applicable-to-tool-type',
      'requires-private-data',
      'blocked-by-precondition',
      'out-of-scope-resource',
      'out-of-scope-prompt',
      'out-of-scope-procedure',
    ],
    GRADER_NA_REASONS: ['not-applicable-to-tool-type', 'requires-private-data', 'blocked-by-precondition'],
    GRADER_VETO_TRIGGERS: ['malicious-module', 'illegal-content', 'ai-security-veto'],
    VETO_TRIGGERS: ['malicious-module', 'api-key-domain-mismatch', 'illegal-content', 'ai-security-veto'],
    REGRADING_TRIGGERS: ['user-report', 'scheduled', 'scoring-system-bump', 'grading-system-bump'],
    GRADER_KINDS: ['llm', 'human', 'script'],
    HARNESSES: [
      'claude-code',
      'evaluator-command',
      'evaluator-http',
      'llm-judge',
      'flowmcp-cli',
      'flowmcp-review',
      'other',
    ],
    EVALUATOR_HARNESSES: ['evaluator-command', 'evaluator-http', 'llm-judge'],
    BASE_PERSONAS: ['ai-engineer', 'decision-maker', 'hackathon-builder', 'schema-maintainer'],
    SCORE_TYPES: ['boolean', 'scale-1-5'],
    HINT_PRIORITIES: ['low', 'medium', 'high'],
  });
});

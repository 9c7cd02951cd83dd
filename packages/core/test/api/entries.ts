import { questionsOf } from '../../src/questions/lookup.js';
import type { EntryAnswer, GradingEntry } from '../../src/spec/entry.js';

/** Complete entries, as programs pass them in. */

export const AT = '2026-03-01T10:00:00Z';
export const HUMAN = { kind: 'human', name: 'ada', version: '1' } as const;
export const PERSONA = { basePersonaId: 'schema-maintainer', lensId: 'documentation-dx-reviewer' } as const;

/** Answers to every question of an area, all with the same score. */
export function answersTo(area: GradingEntry['area'], score: EntryAnswer['score'] = 5): EntryAnswer[] {
  return questionsOf(area).map(({ id, weight }) => ({
    questionId: id,
    score,
    ...(score === 'n/a' && { naReason: 'requires-private-data' as const }),
    weight,
    determinism: 'non-deterministic',
    graderIdentity: HUMAN,
    selectionContext: { groupId: 'demo', personaIds: ['schema-maintainer'] },
    timestamp: AT,
  }));
}

export function autonomousEntry(more: Partial<GradingEntry> = {}): GradingEntry {
  return {
    gradingId: '0123abcd--2026-03-01T10-00-00Z--tools-aggregate-schema--prices',
    schemaId: 'demo.prices',
    area: 'tools-aggregate-schema',
    version: 'flowmcp/4.2.0',
    schemaHash: '0123abcd',
    gradingMode: 'full',
    gradingTier: 'autonomous',
    harness: 'claude-code',
    scoringSystem: 'scoringSystem/1.0.0',
    gradingSystem: 'gradingSystem/1.0.0',
    gradings: answersTo('tools-aggregate-schema'),
    categoricalVeto: null,
    aggregateGrade: 'B',
    maxAttainableGrade: 'B',
    ...more,
  };
}

export function groupBoundEntry(more: Partial<GradingEntry> = {}): GradingEntry {
  return {
    ...autonomousEntry(),
    gradingId: '0123abcd--2026-03-01T10-00-00Z--selection-skills-L1--start-here',
    schemaId: 'demo.start-here',
    selectionId: 'group',
    area: 'selection-skills-L1',
    skillId: 'start-here',
    persona: PERSONA,
    gradingTier: 'group-bound',
    gradings: answersTo('selection-skills-L1'),
    aggregateGrade: 'A',
    maxAttainableGrade: 'A',
    ...more,
  };
}

// A run records the reasons for n/a that it allows; a run of an earlier version allows the whole closed set.
import { describe, expect, it } from 'vitest';
import { checkScores } from '../../../src/grade/entry/check-scores.js';
import { gradedQuestionsOf } from '../../../src/questions/lookup.js';
import { areaOutputSchema, buildPromptQuestions } from '../../../src/runs/logic/prompts/output-schema.js';
import type { StateFile } from '../../../src/spec/state.js';
import {
  AREAS,
  type AreaId,
  GRADER_NA_REASONS,
  NA_REASONS,
  type NaReason,
} from '../../../src/spec/vocabulary.js';

const OUT_OF_SCOPE = NA_REASONS.filter((reason) => reason.startsWith('out-of-scope-'));

function check(area: AreaId, naReason: NaReason, naReasons?: NaReason[]) {
  const questions = gradedQuestionsOf(area).map(({ id }) => id);
  const asked = { area, subject: 'demo', schemaHash: '0123abcd', persona: null, questions };
  const answers = questions.map((questionId) => ({ questionId, score: 'n/a' as const, naReason }));
  return checkScores({
    scores: { areas: [{ area, subject: 'demo', persona: null, answers }] },
    state: { subjects: [asked], target: 'demo', ...(naReasons && { naReasons }) } as unknown as StateFile,
    currentHash: () => '0123abcd',
    vetoedAt: () => null,
    allowMissing: false,
    now: null,
  }).problems;
}

describe.each(AREAS)('%s', (area) => {
  it('allows the three reasons that fit its questions, in the schema and at the hand-in', () => {
    const asked = buildPromptQuestions(gradedQuestionsOf(area));
    const schema = areaOutputSchema({
      area,
      subject: 'demo',
      schemaHash: '0123abcd',
      persona: null,
      questions: asked,
    });
    expect(JSON.stringify(schema)).not.toContain('out-of-scope');
    for (const reason of GRADER_NA_REASONS) {
      expect(JSON.stringify(schema)).toContain(reason);
      expect(check(area, reason, [...GRADER_NA_REASONS])).toEqual([]);
    }
  });

  it('refuses other reasons, but accepts them if its run recorded them', () => {
    const { length } = gradedQuestionsOf(area);
    for (const reason of OUT_OF_SCOPE) {
      const found = check(area, reason, [...GRADER_NA_REASONS]);
      expect(found.map(({ code }) => code)).toEqual(Array.from({ length }, () => 'SCR-027'));
      expect(found[0]?.where?.path).toBe('/areas/0/answers/0/naReason');
      expect(check(area, reason)).toEqual([]);
    }
  });
});

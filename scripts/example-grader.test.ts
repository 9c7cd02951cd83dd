// The example grader answers every question of every area, the same way each time, and distinguishes good
// material from poor.
import { expect, test } from 'vitest';
import { quote } from '../packages/core/src/documents/quoted-text.js';
import { questionsOf } from '../packages/core/src/questions/lookup.js';
import { scoresFile } from '../packages/core/src/spec/scores.js';
import { AREAS, type AreaId } from '../packages/core/src/spec/vocabulary.js';
import { gradePrompts } from './grade-prompts.js';

const AT = '2026-01-01T00:00:00Z';
const FENCE = 'a1b2c3d4e5f6a7b8c9';
const GOOD =
  '{"tool":"listStops","description":"Lists the stops of one line, sorted by name, with id and position."}';
const POOR = '{"tool":"getReq2","description":"A really amazing tool!","tests":[{"id":"foo"}]}';

const askedOf = (area: AreaId) =>
  questionsOf(area).filter(({ determinism }) => determinism === 'non-deterministic');

/** The parts of a prompts.json that a grader reads: one prompt for each area. */
function promptsOf(areas: readonly AreaId[], material: string | null): string {
  const persona = { basePersonaId: 'decision-maker', lensId: 'general' };
  const bound = (area: AreaId) => ({ area, subject: 's.x' });
  return JSON.stringify({
    prompts: areas.map((area) => ({
      ...bound(area),
      questions: askedOf(area).map((one) => ({ ...one, questionId: one.id })),
      prompt: `# Grading\n\n${material === null ? '' : quote({ title: 'Material', text: material }, FENCE)}`,
    })),
    payloadSkeleton: {
      scoringProtocol: 'v1',
      taskId: 't',
      areas: areas.map((area) => ({ ...bound(area), schemaHash: 'abcdef01', persona, answers: [] })),
    },
  });
}

const grade = (material: string | null, seed?: string) =>
  scoresFile.parse(gradePrompts(promptsOf(AREAS, material), AT, seed));
type Scores = ReturnType<typeof grade>;
const answersOf = ({ areas }: Scores) => areas.flatMap(({ answers }) => answers);

function meanOf(scores: Scores): number {
  const points = answersOf(scores).map(({ score }) =>
    score === 'pass' ? 5 : score === 'fail' ? 1 : Number(score),
  );
  return points.reduce((sum, value) => sum + value, 0) / points.length;
}

test.each(AREAS)('every question about %s is answered, in the words of its scale', (area) => {
  const scores = scoresFile.parse(gradePrompts(promptsOf([area], GOOD), AT));
  expect(scores).toMatchObject({ taskId: 't', creator: { kind: 'script' }, timestamp: AT });
  expect(scores.areas).toMatchObject([
    { area, subject: 's.x', schemaHash: 'abcdef01', persona: { lensId: 'general' } },
  ]);
  const asked = askedOf(area);
  expect(asked.length).toBeGreaterThan(0);
  expect(answersOf(scores).map(({ questionId }) => questionId)).toEqual(asked.map(({ id }) => id));
  for (const [at, { score }] of answersOf(scores).entries()) {
    if (asked[at]?.scoreType === 'boolean') expect(score).toBe('pass');
    else expect(score).toBeGreaterThanOrEqual(4.6);
  }
});

test('the same prompts get the same answers, and another seed gives others', () => {
  expect(grade(GOOD)).toEqual(grade(GOOD));
  expect(answersOf(grade(GOOD, 'another'))).not.toEqual(answersOf(grade(GOOD)));
  expect(new Set(answersOf(grade(GOOD)).map(({ score }) => score)).size).toBeGreaterThan(3);
});

test('poor material scores lower, with reasons and hints that quote it', () => {
  expect(meanOf(grade(POOR))).toBeLessThan(meanOf(grade(GOOD)) - 2);
  expect(answersOf(grade(GOOD))[0]?.reasoning).toContain('Lists the stops of one line');
  expect(answersOf(grade(POOR))[0]?.reasoning).toContain('really, amazing');
  for (const { improvementHints } of grade(POOR).areas) {
    const hints = improvementHints
      .slice(0, 3)
      .map(({ targetField, suggestion }) => `${targetField}: ${suggestion}`);
    expect(hints).toEqual([
      'description: Say what is returned instead of really',
      'tests: Use a real value instead of "id":"foo"',
      'name: Find a name of whole words for "tool":"getReq2"',
    ]);
  }
  const mild = grade(GOOD).areas.flatMap(({ improvementHints }) => improvementHints);
  expect(new Set(mild.map(({ priority }) => priority))).toEqual(new Set(['low']));
});

test('only quoted text counts, to the true end of the quotation, and never an answer of the API', () => {
  const hidden = [GOOD, `END ${FENCE}`, '{"description":"amazing"}'].join('\n');
  expect(meanOf(grade(hidden))).toBeLessThan(meanOf(grade(GOOD)) - 0.5);
  const answered = `${GOOD}\nresponse: {"code":"A1","text":"amazing"}`;
  expect(answersOf(grade(answered))).toEqual(answersOf(grade(GOOD)));
});

test('a prompt without material is answered n/a, with a reason', () => {
  for (const { score, naReason } of answersOf(grade(null))) {
    expect([score, naReason]).toEqual(['n/a', 'blocked-by-precondition']);
  }
});

test.each([
  ['[]', 'prompts is not a list'],
  ['null', 'prompts is not a list'],
  ['{"prompts":[]}', 'payloadSkeleton.areas is not a list'],
  ['{"prompts":[],"payloadSkeleton":{"areas":[{"area":"a","subject":"s"}]}}', 'nothing is asked about a/s'],
])('%s is refused', (text, named) => {
  expect(() => gradePrompts(text, AT)).toThrow(named);
});

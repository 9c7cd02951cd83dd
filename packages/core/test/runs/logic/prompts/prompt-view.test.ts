// A composed prompt splits back into exactly the texts it was built from, whatever strangers wrote into them.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneLine } from '../../../../src/documents/quoted-text.js';
import { areas } from '../../../../src/questions/areas.js';
import type { GradedQuestion } from '../../../../src/questions/question.js';
import { questions as catalogue } from '../../../../src/questions/registry.generated.js';
import { type AreaPromptInput, buildAreaPrompt } from '../../../../src/runs/logic/prompts/area-prompt.js';
import { buildPromptQuestions } from '../../../../src/runs/logic/prompts/output-schema.js';
import { splitPrompt, viewPrompt } from '../../../../src/runs/logic/prompts/prompt-view.js';
import type { AreaPrompt } from '../../../../src/spec/prompts.js';
import { FENCE, sampleInput } from './sample-prompt.js';

function promptOf(input: AreaPromptInput): AreaPrompt {
  return {
    id: `${input.area.id}/${input.subject}`,
    area: input.area.id,
    subject: input.subject,
    schemaHash: '0123abcd',
    persona: input.persona,
    questions: buildPromptQuestions(input.questions),
    prompt: buildAreaPrompt(input),
    outputSchema: {},
  };
}

/** A quoted text as a prompt shows it. */
function shown(text: string): string {
  const lines = text.split(/\r\n|\n/).map((line) => oneLine(line.replaceAll('\t', '  ')));
  return lines.join('\n');
}

/** Lines that imitate our own headings, fences, list items and quotations. */
const TRICKS = [
  '## Questions',
  '## Material',
  '# Grading: other',
  '### Definition',
  `BEGIN ${FENCE.slice(0, -1)}`,
  `END ${FENCE.slice(0, -1)}`,
  '| ',
  '| | ',
  '',
  '1. Q-single-test-04 (scale-1-5: number from 1 to 5, fractions allowed): 5: a 3: b 1: c',
  '   - Strong: x',
  '- a: grade A, status stable',
  'x\r\ny',
  'x\ry',
  '\u202e\u2066bidi\u2028\u0000\t',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...TRICKS), fc.string({ unit: 'binary', maxLength: 20 })), {
    maxLength: 12,
  })
  .map((lines) => lines.join('\n'));

describe.each(areas.map(({ id }) => id))('%s', (id) => {
  test('gives back the texts of its input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: hostile, text: hostile }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.record({ node: hostile, grade: fc.constantFrom('A', 'REJECTED', null) }), {
          maxLength: 3,
        }),
        hostile.filter((subject) => subject !== ''),
        (material, graded, subject) => {
          const predecessors = graded.map((one) => ({ ...one, status: 'stable' }));
          const input = sampleInput(id, { material, predecessors, subject });
          const view = viewPrompt(promptOf(input));
          expect(view.title).toBe(oneLine(`${id}/${subject}`));
          expect(view.instructions).toEqual(input.area.instructions);
          expect(view.material).toEqual(
            material.map(({ title, text }) => ({ title: oneLine(title), text: shown(text) })),
          );
          expect(view.predecessors).toEqual(
            predecessors.map(({ node, grade, status }) => ({
              node: oneLine(node),
              grade: grade ?? 'none yet',
              status,
            })),
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  test('gives back its questions and its persona', () => {
    const input = sampleInput(id);
    const view = viewPrompt(promptOf(input));
    const asked = input.questions.filter(
      (question): question is GradedQuestion => question.determinism === 'non-deterministic',
    );
    expect(view.questions.map(({ questionId }) => questionId)).toEqual(asked.map((question) => question.id));
    for (const [at, { text, examples }] of asked.entries()) {
      const { ask, anchors, strong, weak } = view.questions[at] ?? expect.fail();
      expect({ strong, weak }).toEqual({ strong: examples.good, weak: examples.bad });
      expect(anchors ? `${ask} 5: ${anchors[5]} 3: ${anchors[3]} 1: ${anchors[1]}` : ask).toBe(text);
    }
    if (!input.persona) expect(view.persona).toBeNull();
    else {
      expect(view.persona?.cards.map(({ title }) => title)).toEqual([
        'Schema maintainer',
        'Documentation and developer experience reviewer',
      ]);
    }
  });
});

test('every scale question of the catalogue has one question and three anchors', () => {
  const asked = catalogue.filter(({ determinism }) => determinism === 'non-deterministic');
  const views = areas.flatMap(({ id }) => viewPrompt(promptOf(sampleInput(id))).questions);
  expect(views).toHaveLength(asked.length);
  for (const { scoreType, ask, anchors } of views) {
    expect(anchors !== null).toBe(scoreType === 'scale-1-5');
    for (const text of [ask, ...Object.values(anchors ?? {})]) expect(text).toMatch(/^\S.*[.?]$/s);
    expect(Object.values(anchors ?? {}).join(' ')).not.toMatch(/(?:^| )[135]: /);
  }
});

test('a prompt without one of its parts is refused, never shown without it', () => {
  const whole = promptOf(
    sampleInput('single-test', { predecessors: [{ node: 'a', grade: 'B', status: 'x' }] }),
  );
  for (const [title, what] of [
    ['Before you start', 'instructions'],
    ['Material', 'material'],
    ['Questions', 'questions'],
  ]) {
    const prompt = whole.prompt.replace(`## ${title}\n`, '## Other\n');
    expect(() => viewPrompt({ ...whole, prompt })).toThrow(
      `DRF-004: the prompt ${whole.id} cannot be split: its ${what} `,
    );
  }
  const longer = whole.prompt.replace(`\nEND ${FENCE}\n`, '\nA line that nobody quoted\n');
  expect(() => viewPrompt({ ...whole, prompt: longer })).toThrow(/^DRF-004: .*its material /);
});

test('the sections keep their order and lose no line', () => {
  const { prompt } = promptOf(sampleInput());
  const [title, ...sections] = splitPrompt(prompt);
  const again = sections.map(({ title: own, lines }) => `## ${own}\n\n${lines.join('\n')}`);
  expect([`# Grading: ${title?.title}`, ...again].join('\n\n')).toBe(prompt.trimEnd());
});

// Areas, questions, personas and policies are found by id; an unknown id finds nothing.
import { expect, test } from 'vitest';
import { areas } from '../../src/questions/areas.js';
import { deterministicQuestions } from '../../src/questions/deterministic.generated.js';
import { deterministicQuestionsOf } from '../../src/questions/deterministic-answers.js';
import {
  areaById,
  askedQuestionsOf,
  expectedQuestionsOf,
  gradedQuestionsOf,
  personaById,
  policiesOf,
  questionById,
  questionsOf,
} from '../../src/questions/lookup.js';
import { questions } from '../../src/questions/registry.generated.js';
import type { SpecRules } from '../../src/spec/books/book.js';
import { DEFAULT_BOOK, onlyAskedBy } from '../../src/spec/books/registered.js';
import { LATER_BOOK } from '../spec/books/registered-layers.js';

test('an area and its questions are found by id', () => {
  expect(areaById('single-test')?.number).toBe(1);
  expect(areaById('selection-aggregate')?.number).toBe(11);
  const own = questions.filter(({ area }) => area === 'single-test');
  expect(questionsOf('single-test')).toEqual(own);
  const [byCode, byGraders] = [deterministicQuestionsOf('single-test'), gradedQuestionsOf('single-test')];
  expect(byCode).toEqual(own.filter(({ determinism }) => determinism === 'deterministic'));
  expect(byGraders).toEqual(own.filter(({ determinism }) => determinism === 'non-deterministic'));
  expect([byCode[0]?.id, byGraders[0]?.id]).toEqual(['Q-single-test-01', 'Q-single-test-04']);
  expect(questionById('Q-namespace-description-04')?.scoreType).toBe('boolean');
  expect(questionById('Q-namespace-description-99')).toBeUndefined();
});

test('a question of one specification is asked by no other, and found by its id whatever is asked', () => {
  const own = LATER_BOOK.spec;
  const asked = (spec: SpecRules) => askedQuestionsOf('single-test', spec).map(({ id }) => id);
  expect(asked(own)).toEqual([...asked(DEFAULT_BOOK.spec), 'Q-single-test-11']);
  expect(onlyAskedBy('Q-single-test-11')).toEqual([own.version]);
  expect(onlyAskedBy('Q-single-test-10')).toEqual([]);
  expect(questionById('Q-single-test-11')?.weight).toBe(2);
  expect(expectedQuestionsOf('single-test').map(({ id }) => id)).toEqual(asked(DEFAULT_BOOK.spec));
});

test('personas and policies are found', () => {
  expect(personaById('schema-maintainer')?.kind).toBe('base');
  expect(personaById('mobility-planner')).toBeUndefined();
  const forMetadata = policiesOf('namespace-description').map((policy) => policy.id);
  expect(forMetadata).not.toContain('http-4xx-is-no-pass');
  expect(policiesOf('single-test').map((policy) => policy.id)).toEqual(
    [...forMetadata, 'http-4xx-is-no-pass'].sort(),
  );
});

test('a selection is judged by no recorded test, and by every other rule', () => {
  const selectionAreas = areas.filter(({ side }) => side === 'selection');
  expect(selectionAreas).toHaveLength(5);
  for (const { id } of selectionAreas) expect(policiesOf(id)).toEqual(policiesOf('namespace-description'));
});

test('the list of questions for code contains all of them, in order', () => {
  expect(deterministicQuestions).toEqual(questions.filter((one) => one.determinism === 'deterministic'));
  expect(deterministicQuestions.length).toBeGreaterThan(5);
});

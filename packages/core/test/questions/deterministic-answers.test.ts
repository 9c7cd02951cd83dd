// Questions that code answers: score, reason and evidence for each kind of fact.

import { describe, expect, test } from 'vitest';
import { gradeAnswers } from '../../src/grade/grade.js';
import { answerFromFacts, deterministicQuestionsOf } from '../../src/questions/deterministic-answers.js';
import { gradedQuestionsOf } from '../../src/questions/lookup.js';
import type { AreaFacts, FactsAreaId, SingleTestFacts } from '../../src/questions/question.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { ABOUT_SECTIONS } from '../../src/spec/selection.js';

const NOTHING: SingleTestFacts = {
  docs: null,
  outputDeclared: false,
  outputMatches: null,
  records: [],
  keyDomain: null,
};

function ask<A extends FactsAreaId>(area: A, id: string, facts: AreaFacts[A]) {
  const question = deterministicQuestionsOf(area).find((one) => one.id === id);
  if (question === undefined) throw new Error(`${id} is not answered by code`);
  return question.answer(facts, DEFAULT_BOOK.grading);
}

test('a declared output that could not be compared is n/a, not a pass', () => {
  const facts = { ...NOTHING, outputDeclared: true };
  expect(ask('single-test', 'Q-single-test-02', facts)).toMatchObject({
    score: 'n/a',
    naReason: 'blocked-by-precondition',
  });
});

test('a mismatch names its place and its records', () => {
  const facts = {
    ...NOTHING,
    outputDeclared: true,
    outputMatches: false,
    outputMismatch: '/a/0/b is missing',
    records: ['tools/x/tests/test-1.json', 'tools/x/tests/test-2.json'],
  };
  const answer = ask('single-test', 'Q-single-test-02', facts);
  expect(answer.score).toBe('fail');
  expect(answer.reasoning).toContain('/a/0/b is missing');
  expect(answer.evidence).toBe('tools/x/tests/test-1.json, tools/x/tests/test-2.json');
});

test('a key without visible connection fails, and so does a foreign one, with its owner named', () => {
  const unclear = { ...NOTHING, keyDomain: { outcome: 'unclear', evidence: 'XQ_KEY' } as const };
  expect(ask('single-test', 'Q-single-test-03', unclear)).toMatchObject({
    score: 'fail',
    evidence: 'XQ_KEY',
  });
  const foreign = {
    ...NOTHING,
    keyDomain: { outcome: 'foreign', key: 'A_KEY', owner: 'a.com', evidence: 'e' } as const,
  };
  expect(ask('single-test', 'Q-single-test-03', foreign).reasoning).toBe('A_KEY belongs to a.com');
});

test('a duplicate name fails although the list of names cannot show it', () => {
  const facts = { toolNames: ['ping'], duplicateKeys: ['ping'] };
  const answer = ask('tools-aggregate-schema', 'Q-tools-aggregate-schema-01', facts);
  expect(answer).toEqual({ score: 'fail', reasoning: 'ping is written twice' });
});

test.each([
  [0, 'fail'],
  [6, 'fail'],
  [7, 'pass'],
  [8, 'pass'],
])('%i tools in a namespace: %s', (tools, score) => {
  expect(ask('tools-aggregate-namespace', 'Q-tools-aggregate-namespace-01', { tools }).score).toBe(score);
});

describe('the About of a namespace', () => {
  const about = {
    declared: true,
    fileExists: true,
    declaredIn: 'gauges',
    aboutFile: 'gauges/resources/a.md',
  };

  test('passes, naming its schema and its file', () => {
    expect(ask('about-namespace', 'Q-about-namespace-01', about)).toEqual({
      score: 'pass',
      reasoning: 'the schema gauges declares the About, and its text is there',
      evidence: 'gauges/resources/a.md',
    });
  });

  test.each([
    [{ declared: false, declaredIn: null }, /no schema/],
    [{ fileExists: false, aboutFile: null }, /gauges declares .* missing/],
    [{ declared: false, declaredIn: null, fileExists: false, aboutFile: null }, /no schema/],
  ])('fails with %j', (over, reasoning) => {
    const answer = ask('about-namespace', 'Q-about-namespace-01', { ...about, ...over });
    expect(answer.score).toBe('fail');
    expect(answer.reasoning).toMatch(reasoning);
    expect(answer).not.toHaveProperty('evidence');
  });
});

describe('the About of a selection', () => {
  const about = { fileExists: true, missingSections: [], aboutFile: 'resources/about/a.md' };

  test('passes, naming its file', () => {
    expect(ask('about-selection', 'Q-about-selection-01', about)).toEqual({
      score: 'pass',
      reasoning: 'the About is there with all of its seven sections',
      evidence: 'resources/about/a.md',
    });
  });

  test.each(ABOUT_SECTIONS)('fails without %s, and reports that', (section) => {
    const answer = ask('about-selection', 'Q-about-selection-01', { ...about, missingSections: [section] });
    expect(answer).toEqual({
      score: 'fail',
      reasoning: `the About lacks ${section}`,
      evidence: 'resources/about/a.md',
    });
  });

  test('names everything that is missing, but no section of an About that does not exist', () => {
    const none = { fileExists: false, missingSections: [...ABOUT_SECTIONS], aboutFile: null };
    expect(ask('about-selection', 'Q-about-selection-01', none)).toEqual({
      score: 'fail',
      reasoning: 'the selection has no About',
    });
    const two = { ...about, missingSections: ['Identity', 'Use Cases'] };
    expect(ask('about-selection', 'Q-about-selection-01', two).reasoning).toBe(
      'the About lacks Identity, Use Cases',
    );
  });
});

describe('a selection as a whole', () => {
  const facts = { namespaces: 7, contributions: [], failedPreconditions: [] };

  test.each([
    [0, 'fail', 'the members come from 0 namespaces, a group needs 5'],
    [1, 'fail', 'the members come from 1 namespace, a group needs 5'],
    [4, 'fail', 'the members come from 4 namespaces, a group needs 5'],
    [5, 'pass', 'the members come from 5 namespaces, enough for a group; A needs 7, B is the most'],
    [6, 'pass', 'the members come from 6 namespaces, enough for a group; A needs 7, B is the most'],
    [7, 'pass', 'the members come from 7 namespaces, enough for A, which needs 7'],
    [12, 'pass', 'the members come from 12 namespaces, enough for A, which needs 7'],
  ])('drawing on %i namespaces: %s', (namespaces, score, reasoning) => {
    const answer = ask('selection-aggregate', 'Q-selection-aggregate-01', { ...facts, namespaces });
    expect(answer).toEqual({ score, reasoning });
  });

  test('rests on the entries of its About and skills', () => {
    const contributions = ['resources/about/_gradings/a.json', 'skills/water-entry/_gradings/b.json'];
    expect(ask('selection-aggregate', 'Q-selection-aggregate-05', { ...facts, contributions })).toEqual({
      score: 'pass',
      reasoning: '2 group-bound entries of the About and the skills',
      evidence: contributions.join(', '),
    });
    const none = ask('selection-aggregate', 'Q-selection-aggregate-05', facts);
    expect(none.score).toBe('fail');
    expect(none).not.toHaveProperty('evidence');
  });

  test('names every failed precondition', () => {
    const failedPreconditions = ['gaugenet.levels is graded, not stable', 'tidewatch.tides is pending'];
    expect(ask('selection-aggregate', 'Q-selection-aggregate-06', { ...facts, failedPreconditions })).toEqual(
      {
        score: 'fail',
        reasoning: 'failed: gaugenet.levels is graded, not stable; tidewatch.tides is pending',
      },
    );
    expect(ask('selection-aggregate', 'Q-selection-aggregate-06', facts).score).toBe('pass');
  });
});

describe('a response that is too large', () => {
  const docs = { url: 'https://docs.example.org', status: 'reachable', httpStatus: 200 } as const;
  const perfect: SingleTestFacts = {
    ...{ docs, outputDeclared: true, outputMatches: true, records: [] },
    keyDomain: { outcome: 'agrees', evidence: 'e' },
  };
  const tooLarge = { record: 'alpha/tools/x/tests/test-2.json', bytes: 10_485_761, limit: 10_485_760 };
  const answersTo = (facts: SingleTestFacts) =>
    answerFromFacts('single-test', facts, '2026-03-01T10:00:00.000Z', DEFAULT_BOOK.grading);
  const grade = (facts: SingleTestFacts) => {
    const judged = gradedQuestionsOf('single-test').map(({ weight }) => ({ score: 5, weight }));
    const answers = [...answersTo(facts), ...judged];
    return gradeAnswers({ answers, tier: 'autonomous', rules: DEFAULT_BOOK });
  };

  test('costs a perfect tool its band', () => {
    expect(grade(perfect)).toMatchObject({ score: 5, aggregateGrade: 'B' });
    expect(grade({ ...perfect, tooLarge })).toMatchObject({ score: 3.4, aggregateGrade: 'C' });
  });

  test('is the only answer to its question that is written', () => {
    const answered = (facts: SingleTestFacts) => answersTo(facts).map(({ questionId }) => questionId);
    expect(answered(perfect)).not.toContain('Q-single-test-11');
    expect(answersTo({ ...perfect, tooLarge }).at(-1)).toMatchObject({
      ...{ questionId: 'Q-single-test-11', score: 'fail', weight: 2, evidence: tooLarge.record },
      reasoning: 'a response has 10485761 bytes, more than the 10485760 allowed',
    });
  });
});

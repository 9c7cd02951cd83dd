// Records of how tests were gathered are merged, kept in the evidence of code, and put into words.

import { describe, expect, it } from 'vitest';
import { gatheredOf, sayGathered } from '../../src/grade/gathered.js';
import { answerFromFacts } from '../../src/questions/deterministic-answers.js';
import type { SingleTestFacts } from '../../src/questions/question.js';
import { question as docsReachable } from '../../src/questions/single-test/01-docs-url-reachable.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';
import { gatheredField, mergeGathered } from '../../src/spec/gathered.js';

const MAPPED = { originMap: true } as const;
const TRUSTED = { handlers: 'trust' } as const;

it('the record is merged, and absent for plain tests', () => {
  expect(mergeGathered([undefined, {}])).toEqual({});
  expect(mergeGathered([TRUSTED, undefined, { allowedHost: true }, MAPPED])).toEqual({
    ...{ originMap: true, allowedHost: true, handlers: 'trust' },
  });
  expect(gatheredField([{}, undefined])).toEqual({});
  expect(gatheredField([MAPPED])).toEqual({ gathered: MAPPED });
});

it('the record is put into words', () => {
  expect(sayGathered({})).toBeNull();
  expect(sayGathered(MAPPED)).toBe('tested against another origin');
  expect(sayGathered({ originMap: true, allowedHost: true, handlers: 'trust' })).toBe(
    'tested against another origin, at a private address, with trusted handlers',
  );
});

describe('the answers of code', () => {
  const facts: SingleTestFacts = {
    docs: { url: 'https://docs.example.org', status: 'reachable', httpStatus: 200 },
    outputDeclared: true,
    outputMatches: true,
    records: ['a/tools/x/tests/test-1.json'],
    keyDomain: null,
  };
  const answers = (more: Partial<SingleTestFacts>) =>
    answerFromFacts('single-test', { ...facts, ...more }, '2026-03-01T10:00:00Z', DEFAULT_BOOK.grading).map(
      (answer) => ({
        ...answer,
        determinism: 'deterministic' as const,
      }),
    );

  it('keep the record of the facts they use, even if they do not apply', () => {
    const docs = { ...facts.docs, gathered: { allowedHost: true } } as const;
    const [links, tests] = answers({ docs: docs as SingleTestFacts['docs'], gathered: MAPPED });
    expect(links?.evidence).toEqual({
      text: 'https://docs.example.org (HTTP 200)',
      gathered: { allowedHost: true },
    });
    expect(tests?.evidence).toEqual({ text: 'a/tools/x/tests/test-1.json', gathered: MAPPED });
    const [, none] = answers({ outputDeclared: false, gathered: MAPPED });
    expect(none).toMatchObject({ score: 'n/a', evidence: { gathered: MAPPED } });
    expect(gatheredOf(answers({ gathered: { ...MAPPED, ...TRUSTED } }))).toEqual({ ...MAPPED, ...TRUSTED });
  });

  it('are unchanged for plain facts', () => {
    const [links, tests] = answers({ gathered: {} });
    expect([links?.evidence, tests?.evidence]).toEqual([
      'https://docs.example.org (HTTP 200)',
      'a/tools/x/tests/test-1.json',
    ]);
    expect(gatheredOf(answers({}))).toEqual({});
    expect(docsReachable.answer({ ...facts, docs: null }, DEFAULT_BOOK.grading).gathered).toBeUndefined();
  });

  it('are the only answers whose records count', () => {
    const evidence = { gathered: MAPPED };
    expect(gatheredOf([{ determinism: 'non-deterministic', evidence }])).toEqual({});
    expect(gatheredOf([{ determinism: 'deterministic', evidence: { gathered: 'x' } }])).toEqual({});
  });
});

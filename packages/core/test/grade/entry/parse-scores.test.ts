// scores.json is read strictly; each fault is reported with its place and with the expected and the found value.
import { describe, expect, it } from 'vitest';
import { parseScores } from '../../../src/grade/entry/parse-scores.js';
import { limitProblems } from '../../../src/problems/describe-issue.js';
import { describeProblem, problem } from '../../../src/problems/error-codes.js';
import type { Problem } from '../../../src/problems/problem.js';
import type { ScoresFile } from '../../../src/spec/scores.js';
import { cpuMs } from '../../cpu-time.js';
import { brokenTexts, fineTexts } from '../../features/consume/logic/broken-texts.js';

const good: ScoresFile = {
  scoringProtocol: 'v1',
  taskId: 'demo--2026-03-01T10-00-00Z--0123abcd',
  creator: { skill: 'test-grader', skillVersion: '1.0.0', kind: 'script' },
  harness: { name: 'case-grader', version: '1.0.0' },
  timestamp: '2026-03-01T11:00:00Z',
  areas: [
    {
      area: 'single-test',
      subject: 'alpha.getItems',
      schemaHash: '0123abcd',
      persona: null,
      answers: [
        { questionId: 'Q-single-test-04', score: 4, reasoning: 'about the description' },
        { questionId: 'Q-single-test-05', score: 'n/a', reasoning: 'no', naReason: 'requires-private-data' },
      ],
      improvementHints: [{ targetField: 'description', suggestion: 'say more', priority: 'high' }],
      veto: null,
    },
  ],
};

const told = (problems: readonly Problem[]) =>
  problems.map(({ code, where }) => (where ? `${code} ${where.path === '' ? '""' : where.path}` : code));
const messageOf = (found: Problem | undefined) => (found ? describeProblem(found).message : undefined);

type Json = Record<string, unknown>;

/** The valid file with the fields at a pointer set; undefined removes one. */
function spoiled(at: string, fields: Json): string {
  const copy = structuredClone(good);
  const found = at
    .split('/')
    .filter(Boolean)
    .reduce<unknown>((value, key) => (value as Json)[key], copy);
  Object.assign(found as Json, fields);
  return JSON.stringify(copy);
}

describe('the valid file', () => {
  it('is read unchanged', () => {
    expect(parseScores(JSON.stringify(good))).toMatchObject({ scores: good, problems: [] });
  });

  it.each(fineTexts)('is also accepted with %s', (_, write) => {
    const { scores, problems } = parseScores(write(good));
    expect(problems).toEqual([]);
    expect(scores?.areas).toHaveLength(1);
  });
});

describe('the text', () => {
  it.each(brokenTexts)('%s', (_, spoil, expected) => {
    const { scores, problems } = parseScores(spoil(good));
    expect([scores, told(problems)]).toEqual([null, expected]);
  });

  it.each([
    ['it is empty', ''],
    ['it contains NUL characters', '\0{}'],
    ['its bytes are not UTF-8', Buffer.from([0x7b, 0xff])],
  ])('reports why it cannot be read: %s', (reason, input) => {
    expect(messageOf(parseScores(input).problems[0])).toBe(`the scores file is not JSON: ${reason}`);
  });

  it('is not read if it is too large', () => {
    const large = Buffer.alloc(200 * 1024 * 1024, '[');
    expect(cpuMs(() => parseScores(large))).toBeLessThan(1000);
    expect(cpuMs(() => parseScores('['.repeat(16 * 1024 * 1024)))).toBeLessThan(1000);
  });
});

describe('the shape: expected and found values', () => {
  const answer = '/areas/0/answers/0';
  const cases: [at: string, fields: Json, problems: Record<string, string>][] = [
    ['/', { scoringProtocol: undefined }, { 'SCR-002 /scoringProtocol': 'expected text, found nothing' }],
    ['/', { taskId: 7 }, { 'SCR-002 /taskId': 'expected text, found 7' }],
    ['/', { taskId: '' }, { 'SCR-002 /taskId': 'expected text that is not empty, found ""' }],
    ['/', { creator: [] }, { 'SCR-002 /creator': 'expected an object, found an empty list' }],
    ['/', { areas: {} }, { 'SCR-002 /areas': 'expected a list, found an object' }],
    ['/', { areas: [] }, { 'SCR-002 /areas': 'expected at least one element, found an empty list' }],
    ['/', { areas: [null] }, { 'SCR-002 /areas/0': 'expected an object, found null' }],
    [
      '/creator',
      { kind: 'robot' },
      { 'SCR-002 /creator/kind': 'expected one of llm, human, script, found "robot"' },
    ],
    [
      '/creator',
      { skill: 'x'.repeat(300) },
      {
        'SCR-002 /creator/skill': `expected at most 256 characters, found "${'x'.repeat(101)}… (302 characters)`,
      },
    ],
    ['/harness', { name: null }, { 'SCR-002 /harness/name': 'expected text, found null' }],
    ...[
      'yesterday',
      '2026-02-30T10:00:00Z',
      '2026-03-01',
      '2026-03-01T10:00:00+01:00',
      '2026-03-01T25:00:00Z',
    ].map((timestamp): (typeof cases)[number] => [
      '/',
      { timestamp },
      {
        'SCR-002 /timestamp': `expected a date and time in UTC such as 2026-03-01T10:00:00Z, found "${timestamp}"`,
      },
    ]),
    ['/', { timestamp: 1772359200 }, { 'SCR-002 /timestamp': 'expected text, found 1772359200' }],
    ['/areas/0', { subject: [] }, { 'SCR-002 /areas/0/subject': 'expected text, found an empty list' }],
    [
      '/areas/0',
      { schemaHash: '0123ABCD' },
      { 'SCR-002 /areas/0/schemaHash': 'expected 8 hexadecimal digits, found "0123ABCD"' },
    ],
    [
      '/areas/0',
      { persona: { basePersonaId: 'wizard', lensId: 'general' } },
      {
        'SCR-002 /areas/0/persona/basePersonaId':
          'expected one of ai-engineer, decision-maker, hackathon-builder, schema-maintainer, found "wizard"',
      },
    ],
    ['/areas/0', { answers: null }, { 'SCR-002 /areas/0/answers': 'expected a list, found null' }],
    [
      '/areas/0',
      { veto: { triggeredBy: 'ugly', evidence: 'x' } },
      { 'VET-001 /areas/0/veto/triggeredBy': '"ugly" is not a veto trigger' },
    ],
    [
      '/areas/0',
      { veto: { triggeredBy: 'malicious-module' } },
      { 'VET-002 /areas/0/veto/evidence': 'a veto needs evidence' },
    ],
    [
      '/areas/0/improvementHints/0',
      { priority: 'urgent' },
      {
        'SCR-002 /areas/0/improvementHints/0/priority': 'expected one of low, medium, high, found "urgent"',
      },
    ],
    [answer, { questionId: 4 }, { [`SCR-002 ${answer}/questionId`]: 'expected text, found 4' }],
    [
      answer,
      { reasoning: '' },
      { [`SCR-002 ${answer}/reasoning`]: 'expected text that is not empty, found ""' },
    ],
    [
      answer,
      { reasoning: ' \n' },
      { [`SCR-002 ${answer}/reasoning`]: 'expected text that is not empty, found " \\n"' },
    ],
    [answer, { evidence: 3 }, { [`SCR-002 ${answer}/evidence`]: 'expected text or an object, found 3' }],
    [answer, { weight: 9 }, { [`SCR-024 ${answer}/weight`]: 'unknown field "weight"' }],
    [answer, { score: null }, { [`GRD-001 ${answer}/score`]: 'score is missing' }],
    [answer, { score: '3.5' }, { [`SCO-003 ${answer}/score`]: '"3.5" is not a score' }],
    [answer, { score: 5.01 }, { [`SCO-001 ${answer}/score`]: 'the score 5.01 is outside 1.0 to 5.0' }],
    [answer, { score: 0.99 }, { [`SCO-001 ${answer}/score`]: 'the score 0.99 is outside 1.0 to 5.0' }],
    [answer, { score: -1e300 }, { [`SCO-001 ${answer}/score`]: 'the score -1e+300 is outside 1.0 to 5.0' }],
    [
      answer,
      { score: true },
      {
        [`GRD-002 ${answer}/score`]: 'expected a number from 1 to 5 or one of pass, fail, n/a, found boolean',
      },
    ],
    [
      answer,
      { naReason: 'lazy' },
      { [`NA-001 ${answer}/naReason`]: 'expected a naReason of the closed list with n/a, found "lazy"' },
    ],
  ];

  it.each(cases)('%s %j', (at, fields, expected) => {
    const { scores, problems } = parseScores(spoiled(at, fields));
    expect(scores).toBeNull();
    const found = told(problems).map((place, index) => [place, messageOf(problems[index])]);
    expect(found).toEqual(Object.entries(expected));
  });

  it('reports every fault at once, together with the readable rest', () => {
    const text = JSON.stringify({
      ...good,
      timestamp: 3,
      areas: [{ ...good.areas[0], schemaHash: 'x', answers: [null, good.areas[0]?.answers[1]] }, 'nothing'],
    });
    const { readable, problems } = parseScores(text);
    expect(told(problems)).toEqual([
      'SCR-002 /timestamp',
      'SCR-002 /areas/0/schemaHash',
      'SCR-002 /areas/0/answers/0',
      'SCR-002 /areas/1',
    ]);
    expect(readable?.taskId).toBe(good.taskId);
    expect(readable?.areas?.[0]).toMatchObject({
      subject: 'alpha.getItems',
      answers: [{}, { score: 'n/a' }],
    });
    expect(readable?.areas?.[1]).toEqual({});
  });
});

describe('the list of problems', () => {
  it('is limited, whatever the file contains', () => {
    const areas = Array.from({ length: 20_000 }, (_, at) => ({
      area: `unknown-${at}`,
      subject: '',
      answers: 1,
    }));
    const { problems } = parseScores(JSON.stringify({ ...good, areas }));
    const listed = limitProblems(problems);
    expect(problems).toHaveLength(80_000);
    expect(listed).toHaveLength(1001);
    expect(messageOf(listed.at(-1))).toBe('not all problems are listed; number of problems left out: 79000');
    expect(JSON.stringify(listed).length).toBeLessThan(500_000);
  });

  it('shows enough of a long text to recognize it, and the object of a long key', () => {
    const long = 'x'.repeat(1_000_000);
    const text = spoiled('/areas/0/answers/0', {
      score: long,
      [long]: 1,
      evidence: { [long]: { constructor: 1 } },
    });
    const listed = limitProblems(parseScores(text).problems);
    expect(told(listed)).toEqual([
      'SCR-022 /areas/0/answers/0/evidence',
      'SCO-003 /areas/0/answers/0/score',
      'SCR-024 /areas/0/answers/0',
    ]);
    expect(JSON.stringify(listed).length).toBeLessThan(1500);
  });

  it('reports nothing twice', () => {
    const twice = problem('SCR-002', { path: '/a' }, { expected: 'text', found: 'nothing' });
    const other = problem('SCR-002', { path: '/b' }, { expected: 'text', found: 'nothing' });
    expect(limitProblems([twice, other, { ...twice }])).toEqual([twice, other]);
  });
});

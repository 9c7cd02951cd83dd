// Every fault of a scores file of scoring protocol v1 is reported with its place, all of them at once.
import { describe, expect, it } from 'vitest';
import { parseProtocolScores } from '../../../../src/features/protocol-v1/logic/parse-scores.js';

const NOW = new Date('2026-05-18T04:00:00Z');

const GOOD = {
  schemaIdSlug: 'demo_prices',
  scoringProtocol: 'v1',
  creator: { skill: 'grade-score-single', skillVersion: '1.0.0', session: 's' },
  harness: { name: 'claude-code', version: '1.0.0', model: 'm', modelContext: '1M' },
  timestamp: '2026-05-18T03:15:00Z',
  scores: [
    { dimension: 'whenToUse', score: 4, reasoning: 'clear', extra: [1] },
    { dimension: 'parameters', score: 3.5, reasoning: 'named' },
  ],
};
const [FIRST, SECOND] = GOOD.scores;

function placesOf(document: unknown): string[] {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const { problems, scores } = parseProtocolScores(text, NOW);
  expect(scores === null).toBe(problems.length > 0);
  return problems.map(({ code, where }) => `${code} ${where?.path ?? ''}`.trim());
}

describe('parseProtocolScores', () => {
  it('accepts the document of the specification unchanged, whatever else it contains', () => {
    const { scores, slug, problems } = parseProtocolScores(JSON.stringify({ ...GOOD, note: 1 }), NOW);
    expect({ problems, slug }).toEqual({ problems: [], slug: 'demo_prices' });
    expect(JSON.stringify(scores)).toBe(JSON.stringify({ ...GOOD, note: 1 }));
  });

  it('accepts scores without a dimension in the order of the prompts', () => {
    const { dimension: _, ...first } = FIRST ?? {};
    const { dimension: __, ...second } = SECOND ?? {};
    const { scores, problems } = parseProtocolScores(
      JSON.stringify({ ...GOOD, scores: [first, second] }),
      NOW,
    );
    expect(problems).toEqual([]);
    expect(scores).toEqual(GOOD);
  });

  it.each<[string, unknown, string[]]>([
    [
      'one dimension named, the other not',
      { ...GOOD, scores: [FIRST, { ...SECOND, dimension: undefined }] },
      ['GRP-002 /scores/1/dimension', 'GRP-009 /scores'],
    ],
    [
      'three scores without a dimension',
      { ...GOOD, scores: [1, 2, 3].map((score) => ({ score, reasoning: 'r' })) },
      [
        'GRP-002 /scores/0/dimension',
        'GRP-002 /scores/1/dimension',
        'GRP-002 /scores/2/dimension',
        'GRP-009 /scores',
        'GRP-009 /scores',
      ],
    ],
    ['no JSON', '{"scores": [', ['GRP-003']],
    ['nothing', '', ['GRP-003']],
    ['null', null, ['GRP-002']],
    ['a list', [GOOD], ['GRP-002']],
    ['an older protocol', { ...GOOD, scoringProtocol: 'v9' }, ['GRP-005 /scoringProtocol']],
    ['a protocol that is no text', { ...GOOD, scoringProtocol: 1 }, ['GRP-002 /scoringProtocol']],
    ['no slug', { ...GOOD, schemaIdSlug: undefined }, ['GRP-002 /schemaIdSlug']],
    [
      'a model that is no text',
      { ...GOOD, harness: { ...GOOD.harness, model: 7 } },
      ['GRP-002 /harness/model'],
    ],
    ['no creator', { ...GOOD, creator: null }, ['GRP-002 /creator']],
    ['a local time', { ...GOOD, timestamp: '2026-05-18 03:15' }, ['GRP-002 /timestamp']],
    ['a time to come', { ...GOOD, timestamp: '2026-05-20T03:15:00Z' }, ['SCR-026 /timestamp']],
    ['scores that are no list', { ...GOOD, scores: {} }, ['GRP-002 /scores']],
    ['no scores', { ...GOOD, scores: [] }, ['GRP-002 /scores', 'GRP-009 /scores', 'GRP-009 /scores']],
    ['one score', { ...GOOD, scores: [FIRST] }, ['GRP-009 /scores']],
    ['a dimension twice', { ...GOOD, scores: [FIRST, SECOND, FIRST] }, ['GRP-008 /scores/2/dimension']],
    [
      'another dimension',
      { ...GOOD, scores: [FIRST, SECOND, { ...FIRST, dimension: 'beauty' }] },
      ['GRP-007 /scores/2/dimension'],
    ],
    [
      'a dimension that is no text',
      { ...GOOD, scores: [FIRST, { ...SECOND, dimension: 2 }] },
      ['GRP-002 /scores/1/dimension', 'GRP-009 /scores'],
    ],
    ['a null entry', { ...GOOD, scores: [null, FIRST, SECOND] }, ['GRP-002 /scores/0']],
    [
      'no reason',
      { ...GOOD, scores: [FIRST, { ...SECOND, reasoning: ' ' }] },
      ['GRP-002 /scores/1/reasoning'],
    ],
    ...[99, -3, 0.99, 5.01, '4', true, null, 'pass', [4], {}].map((score): [string, unknown, string[]] => [
      `the score ${JSON.stringify(score)}`,
      { ...GOOD, scores: [FIRST, { ...SECOND, score }] },
      ['GRP-004 /scores/1/score'],
    ]),
    [
      'a number beyond all bounds',
      JSON.stringify(GOOD).replace('3.5', '1e999'),
      ['SCR-023 /scores/1/score', 'GRP-004 /scores/1/score'],
    ],
    ['NaN', JSON.stringify(GOOD).replace('3.5', 'NaN'), ['GRP-003']],
    [
      'a key twice',
      JSON.stringify(GOOD).replace('"score":4', '"score":4,"score":5'),
      ['SCR-021 /scores/0/score'],
    ],
    [
      'a key of a prototype',
      JSON.stringify(GOOD).replace('"extra"', '"__proto__"'),
      ['SCR-022 /scores/0/__proto__'],
    ],
    ['too deep', '['.repeat(100), ['SCR-020']],
    [
      'much at once',
      { ...GOOD, scoringProtocol: 'v0', timestamp: 0, scores: [{ ...FIRST, score: 9 }] },
      ['GRP-005 /scoringProtocol', 'GRP-002 /timestamp', 'GRP-004 /scores/0/score', 'GRP-009 /scores'],
    ],
  ])('%s', (_, document, expected) => {
    expect(placesOf(document).sort()).toEqual([...expected].sort());
  });

  it('bytes that are not UTF-8 are reported, a byte order mark is skipped', () => {
    const bytes = Buffer.from(JSON.stringify(GOOD));
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    expect(parseProtocolScores(marked, NOW).problems).toEqual([]);
    const broken = Buffer.concat([bytes, Buffer.from([0xff])]);
    expect(parseProtocolScores(broken, NOW).problems.map(({ code }) => code)).toEqual(['GRP-003']);
  });
});

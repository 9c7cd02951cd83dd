// An evaluator gets each prompt separately, and its answers become a scores document that names the real scorer.
import { describe, expect, it } from 'vitest';
import { buildPromptsDocument } from '../../../../src/features/protocol-v1/logic/eval-prompts.js';
import {
  buildJudgePayloads,
  buildPayloads,
  buildScores,
} from '../../../../src/features/protocol-v1/logic/evaluations.js';
import { parseProtocolScores } from '../../../../src/features/protocol-v1/logic/parse-scores.js';

const PROMPTS = buildPromptsDocument({
  schemaId: 'demo/prices',
  schemaPath: '/x/prices.mjs',
  main: { description: 'Prices.', tools: {} },
});
const IDENTITY = { kind: 'llm', name: 'judge', version: '2', harness: 'flowmcp-cli', model: 'o/m' } as const;
const AT = new Date('2026-05-18T03:15:00Z');

function scoresOf(scores: readonly [number, number], range: 'unit' | 'any', firstAt = AT) {
  const evaluations = [
    {
      evaluation: { score: scores[0], sideInfo: { reasoning: 'clear', tokens: 5 } },
      at: firstAt.toISOString(),
    },
    { evaluation: { score: scores[1], sideInfo: {} }, at: AT.toISOString() },
  ];
  return buildScores({ prompts: PROMPTS, evaluations, range, identity: IDENTITY, version: '0.1.0', at: AT });
}

describe('evaluations of scoring protocol v1', () => {
  it('each prompt is a separate call', () => {
    const payloads = buildPayloads(PROMPTS, 'o/task');
    expect(payloads.map(({ candidate }) => candidate)).toEqual(PROMPTS.prompts.map(({ prompt }) => prompt));
    expect(payloads.map(({ example }) => example?.dimension)).toEqual(['whenToUse', 'parameters']);
    expect(payloads[0]).toMatchObject({ _protocol_version: 2, task_model: 'o/task' });
    expect(buildPayloads(PROMPTS, null)[0]).not.toHaveProperty('task_model');
  });

  it('a unit score is stretched to 1 to 5', () => {
    const scores = scoresOf([0, 0.6875], 'unit');
    expect(scores).toMatchObject({
      schemaIdSlug: 'demo_prices',
      creator: { skill: 'judge', skillVersion: '2', kind: 'llm' },
      harness: { name: 'flowmcp-cli', version: '0.1.0', model: 'o/m' },
      timestamp: '2026-05-18T03:15:00.000Z',
      scores: [
        { dimension: 'whenToUse', score: 1, reasoning: 'clear', evidence: { tokens: 5 } },
        { dimension: 'parameters', score: 3.75, reasoning: 'judge gave no reason' },
      ],
    });
    expect(parseProtocolScores(JSON.stringify(scores), AT).problems).toEqual([]);
  });

  it('a score of the range any is kept, and refused if it is invalid', () => {
    const scores = scoresOf([4.5, 17], 'any');
    expect(scores.scores.map(({ score }) => score)).toEqual([4.5, 17]);
    const { problems } = parseProtocolScores(JSON.stringify(scores), AT);
    expect(problems.map(({ code, where }) => `${code} ${where?.path}`)).toEqual(['GRP-004 /scores/1/score']);
  });

  it('an earlier answer keeps its own time', () => {
    const scores = scoresOf([1, 1], 'unit', new Date('2025-05-18T03:15:00Z'));
    expect(scores.timestamp).toBe('2026-05-18T03:15:00.000Z');
    expect(scores.scores.map(({ timestamp }) => timestamp)).toEqual(['2025-05-18T03:15:00.000Z', undefined]);
    expect(parseProtocolScores(JSON.stringify(scores), AT).problems).toEqual([]);
  });

  it('a judge gets only the part of the schema, on its own scale', () => {
    const [description, tools] = buildJudgePayloads(PROMPTS, null);
    expect(description).toEqual({
      _protocol_version: 2,
      candidate: '"Prices."',
      example: {
        schemaId: 'demo/prices',
        schemaIdSlug: 'demo_prices',
        dimension: 'whenToUse',
        scoringProtocol: 'v1',
      },
    });
    expect(tools?.candidate).toBe('{}');
  });

  it("a judge's answer records the address it was asked at and what was left out, however long its reasons", () => {
    const asked = { askedAt: 'http://127.0.0.1:1', samples: 3 };
    const sideInfo = { reasoning: 'r', long: 'x'.repeat(3000), judge: { leftOut: ['temperature'] } };
    const { scores } = buildScores({
      prompts: PROMPTS,
      evaluations: [{ evaluation: { score: 4, sideInfo }, at: AT.toISOString() }],
      ...{ range: 'any', identity: { ...IDENTITY, asked }, version: '0.1.0', at: AT },
    });
    expect(scores[0]?.evidence).toEqual({
      text: expect.any(String),
      judge: { ...asked, leftOut: ['temperature'] },
    });
  });
});

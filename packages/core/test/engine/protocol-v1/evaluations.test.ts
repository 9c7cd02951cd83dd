// An evaluator is asked each prompt by itself, and what it says becomes a scores document that is true about who said it.
import { describe, expect, it } from 'vitest';
import { buildPromptsDocument } from '../../../src/engine/protocol-v1/eval-prompts.js';
import { buildPayloads, buildScores } from '../../../src/engine/protocol-v1/evaluations.js';
import { parseProtocolScores } from '../../../src/engine/protocol-v1/parse-scores.js';

const PROMPTS = buildPromptsDocument({
  schemaId: 'demo/prices',
  schemaPath: '/x/prices.mjs',
  main: { description: 'Prices.', tools: {} },
});
const IDENTITY = { kind: 'llm', name: 'judge', version: '2', harness: 'flowmcp-cli', model: 'o/m' } as const;
const AT = new Date('2026-05-18T03:15:00Z');

function scoresOf(scores: readonly [number, number], range: 'unit' | 'any') {
  const evaluations = [
    { score: scores[0], sideInfo: { reasoning: 'clear', tokens: 5 } },
    { score: scores[1], sideInfo: {} },
  ];
  return buildScores({ prompts: PROMPTS, evaluations, range, identity: IDENTITY, version: '0.1.0', at: AT });
}

describe('evaluations of scoring protocol v1', () => {
  it('each prompt is a call of its own', () => {
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

  it('in the range any it is taken as it is, and refused where it is none', () => {
    const scores = scoresOf([4.5, 17], 'any');
    expect(scores.scores.map(({ score }) => score)).toEqual([4.5, 17]);
    const { problems } = parseProtocolScores(JSON.stringify(scores), AT);
    expect(problems.map(({ code, where }) => `${code} ${where?.path}`)).toEqual(['GRP-004 /scores/1/score']);
  });
});

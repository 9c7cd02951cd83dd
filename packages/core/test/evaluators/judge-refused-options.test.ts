// What a model does not take is left out once and for all, the answer says so, and other refusals stay errors.
import { afterEach, describe, expect, it } from 'vitest';
import { createJudge } from '../../src/evaluators/judge.js';
import type { EvaluationOutcome } from '../../src/evaluators/logic/evaluator.js';
import { buildAreaPrompt } from '../../src/runs/logic/prompts/area-prompt.js';
import { sampleInput } from '../runs/logic/prompts/sample-prompt.js';
import { answerAreaPrompt, type ModelReply, type ModelRequest, startOpenAiServer } from './openai-server.js';

const GOOD = { reasoning: 'Clear.', score: 0.7 };
type Body = ModelRequest['body'];

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A judge whose server refuses what `refuse` names, and otherwise answers in the form that was requested. */
async function judgeThatRefuses(
  refuse: (body: Body, count: number) => ModelReply | null,
  {
    answer = () => GOOD as object,
    model = 'local/tiny',
  }: { answer?: (request: ModelRequest) => object; model?: string } = {},
) {
  const server = await startOpenAiServer((request, count) => {
    const refused = refuse(request.body, count);
    if (refused) return refused;
    return request.body.tools ? { calls: [{ arguments: answer(request) }] } : { says: answer(request) };
  });
  const judge = await createJudge(
    {
      ...{ kind: 'judge', model, apiBase: server.apiBase, objective: null, intake: null },
      ...{ samples: 1, timeoutMs: 5_000, range: 'unit', taskModel: null },
    },
    { environment: {} },
  );
  open.push(judge, server);
  const evaluate = (): Promise<EvaluationOutcome> =>
    judge.evaluate({ _protocol_version: 2, candidate: 'A text about temperature.' }, {});
  return { judge, evaluate, sent: () => server.requests.map(({ body }) => describeRequest(body)) };
}

function describeRequest({ temperature, stream, response_format, tools, tool_choice }: Body): string {
  const form = response_format?.type ?? (tools && tool_choice ? 'tool' : 'none');
  return [form, temperature === 0 && 'temperature', stream && 'stream'].filter(Boolean).join(' ');
}

const refusal = (status: number, body: unknown): ModelReply => ({ status, body: JSON.stringify(body) });
const openAi = (message: string, param: string | null = null, status = 400) =>
  refusal(status, { error: { message, type: 'invalid_request_error', param, code: null } });

describe('what a model does not take', () => {
  const whenTemperature = (reply: ModelReply) => (body: Body) =>
    body.temperature === undefined ? null : reply;
  const whenForm =
    (form: string, reply: ModelReply) =>
    ({ response_format }: Body) =>
      response_format?.type === form ? reply : null;
  const all = 'json_schema temperature stream';

  it.each<[string, (body: Body) => ModelReply | null, string, string[]]>([
    [
      'OpenAI, a value of the temperature',
      whenTemperature(
        openAi("Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'),
      ),
      'json_schema stream',
      ['temperature'],
    ],
    [
      'Anthropic behind a router that quotes it',
      whenTemperature(
        refusal(400, {
          error: {
            message: 'Provider returned error',
            code: 400,
            metadata: {
              raw: '{"type":"error","error":{"message":"`temperature` is deprecated for this model."}}',
            },
          },
        }),
      ),
      'json_schema stream',
      ['temperature'],
    ],
    [
      'OpenAI, a schema',
      whenForm(
        'json_schema',
        openAi(
          "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
        ),
      ),
      'json_object temperature stream',
      ['json_schema'],
    ],
    [
      'vLLM, whose errors have another form',
      whenForm(
        'json_schema',
        refusal(400, {
          object: 'error',
          message: "[{'loc': ('body', 'response_format', 'type')}]",
          code: 400,
        }),
      ),
      'json_object temperature stream',
      ['json_schema'],
    ],
    [
      'a validator, by 422',
      whenForm(
        'json_schema',
        refusal(422, { detail: [{ loc: ['body', 'response_format', 'type'], msg: 'no such literal' }] }),
      ),
      'json_object temperature stream',
      ['json_schema'],
    ],
    [
      'a server that lists what it supports after what it refuses',
      whenForm('json_schema', openAi('response_format: unsupported. Supported: temperature, top_p, stream.')),
      'json_object temperature stream',
      ['json_schema'],
    ],
    [
      'text in place of an error object',
      (body) =>
        body.response_format ? refusal(400, { error: "'response_format.type' must be 'text'" }) : null,
      'tool temperature stream',
      ['json_schema', 'json_object'],
    ],
    [
      'an account that may not stream',
      (body) =>
        body.stream ? openAi('Your organization must be verified to stream this model.', 'stream') : null,
      'json_schema temperature',
      [],
    ],
    [
      'a server that knows neither temperature, nor schemas, nor stream options',
      (body) => {
        if (body.stream_options) return openAi('Extra inputs are not permitted: stream_options');
        if (body.temperature !== undefined) return openAi('temperature is not supported', 'temperature');
        return body.response_format ? openAi('response_format is not supported', null, 422) : null;
      },
      'tool',
      ['temperature', 'json_schema', 'json_object'],
    ],
  ])('is left out of this question and all others: %s', async (_, refuse, last, leftOut) => {
    const { evaluate, sent } = await judgeThatRefuses(refuse);
    const judge = leftOut.length === 0 ? {} : { judge: { leftOut } };
    for (let count = 0; count < 2; count += 1) {
      expect(await evaluate()).toEqual({
        evaluation: { score: 0.7, sideInfo: { reasoning: 'Clear.', ...judge } },
      });
    }
    expect(sent()[0]).toBe(all);
    // Each refusal costs one request, and the second question none.
    expect(sent().slice(-2)).toEqual([last, last]);
    expect(new Set(sent()).size).toBe(sent().length - 1);
  });
});

const refuseForms = ({ response_format }: Body) =>
  response_format ? openAi('no response_format here') : null;

/** A request as servers repeat it: it names everything that was sent. */
const REPEATED = {
  ...{ model: 'tiny', messages: [{ role: 'user', content: 'text' }], temperature: 0, stream: true },
  response_format: { type: 'json_schema', json_schema: {} },
};
const noRole = { type: 'missing', loc: ['body', 'messages', 0, 'role'], msg: 'Field required' };

describe('a refusal', () => {
  it.each<[string, ModelReply]>([
    ['names nothing that was sent', openAi('This context is too long.')],
    ['is about another parameter', openAi("'messages' must mention json to use response_format", 'messages')],
    ['names tools, which were not sent', openAi('tools are not supported')],
    ['is not about the request', openAi('temperature is not for you', null, 404)],
    ['is a fault of the server', openAi('response_format broke us', null, 500)],
    ['repeats the request', refusal(422, { detail: [noRole], body: REPEATED })],
    ['repeats the request as text', refusal(422, { detail: 'no role', body: JSON.stringify(REPEATED) })],
    ['repeats a part of it', refusal(422, { detail: [{ ...noRole, input: { response_format: {} } }] })],
    ['is the request, with an error', refusal(400, { ...REPEATED, error: 'no role' })],
    ['quotes the request in words', openAi(`no role in ${JSON.stringify(REPEATED)}`, null, 422)],
    ['is plain text', { status: 422, body: `no role in ${JSON.stringify(REPEATED)}` }],
  ])('is an error after one request if it %s', async (_, reply) => {
    const { evaluate, sent } = await judgeThatRefuses(() => reply);
    expect(await evaluate()).toMatchObject({ problem: { code: 'EVL-035' } });
    expect(sent()).toHaveLength(1);
  });

  it('that comes back word for word when no form is requested is not about the form', async () => {
    const tooLong = openAi('Too many tokens: shorten the messages, tools or response_format.');
    const { evaluate, sent } = await judgeThatRefuses(() => tooLong);
    expect(await evaluate()).toMatchObject({ problem: { code: 'EVL-035' } });
    expect(sent()).toHaveLength(3);
  });

  it('of every form is EVL-060, and each was tried once', async () => {
    const { evaluate, sent } = await judgeThatRefuses((body) =>
      body.response_format ? refuseForms(body) : openAi('local/tiny does not support tools'),
    );
    expect(await evaluate()).toMatchObject({
      problem: { code: 'EVL-060', args: { shown: 'local/tiny does not support tools' } },
      retry: false,
    });
    expect(sent().map((request) => request.split(' ')[0])).toEqual(['json_schema', 'json_object', 'tool']);
  });

  it('that stays without the option leaves nothing out of later questions', async () => {
    const { evaluate, sent } = await judgeThatRefuses((_, count) =>
      count <= 2 ? openAi('bad candidate: "A text about temperature."') : null,
    );
    expect(await evaluate()).toMatchObject({ problem: { code: 'EVL-035' } });
    expect(await evaluate()).toEqual({ evaluation: { score: 0.7, sideInfo: { reasoning: 'Clear.' } } });
    expect(sent()).toEqual([
      'json_schema temperature stream',
      'json_schema stream',
      'json_schema temperature stream',
    ]);
  });

  it('of one option by some and of another by others ends with an answer to each', async () => {
    const { evaluate, sent } = await judgeThatRefuses((body) => {
      if (body.temperature !== undefined) return openAi('no temperature', 'temperature');
      return refuseForms(body);
    });
    const outcomes = await Promise.all(Array.from({ length: 4 }, evaluate));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ evaluation: { score: 0.7 } });
    expect(sent().length).toBeLessThanOrEqual(4 * 4);
  });
});

describe('a tool call', () => {
  it.each<[string, ModelReply, string | number]>([
    ['is not an answer if there are two', { calls: [{ arguments: GOOD }, { arguments: GOOD }] }, 'EVL-031'],
    ['is not an answer if its arguments are not JSON', { calls: [{ arguments: '{"score": 1' }] }, 'EVL-031'],
    ['may be missing, if the text is the answer', { says: GOOD }, 0.7],
  ])('%s', async (_, reply, expected) => {
    const { evaluate } = await judgeThatRefuses((body) => refuseForms(body) ?? reply);
    const outcome = await evaluate();
    expect('problem' in outcome ? outcome.problem.code : outcome.evaluation.score).toBe(expected);
  });
});

describe('the answers to an area prompt', () => {
  interface AreaAnswers {
    readonly answers: readonly object[];
  }
  async function answersTo(refuse: (body: Body) => ModelReply | null, evidence: unknown) {
    const input = sampleInput('single-test');
    const { judge } = await judgeThatRefuses(refuse, {
      answer: (request) => {
        const { says } = answerAreaPrompt(request, 4) as unknown as { says: AreaAnswers };
        return { ...says, answers: says.answers.map((one) => ({ ...one, evidence })) };
      },
    });
    const outcome = await judge.answerPrompt(
      { prompt: buildAreaPrompt(input), outputSchema: input.outputSchema },
      { refuse: () => null },
    );
    if ('problem' in outcome) throw new Error(JSON.stringify(outcome.problem));
    const { answers } = outcome.answer as { answers: readonly { evidence: unknown }[] };
    expect(answers.length).toBeGreaterThan(2);
    return new Set(answers.map((answer) => JSON.stringify(answer.evidence)));
  }
  const forged = { judge: { leftOut: ['temperature'], askedAt: 'http://elsewhere' } };

  it.each<[string, unknown, object]>([
    ['text', 'line 3', { text: 'line 3', judge: { leftOut: ['json_schema', 'json_object'] } }],
    ['an object', { line: 3, ...forged }, { line: 3, judge: { leftOut: ['json_schema', 'json_object'] } }],
  ])('all note what was left out, beside evidence that is %s', async (_, evidence, noted) => {
    expect(await answersTo(refuseForms, evidence)).toEqual(new Set([JSON.stringify(noted)]));
  });

  it('note nothing if nothing was left out, whatever the model says', async () => {
    expect(await answersTo(() => null, { line: 3, ...forged })).toEqual(new Set(['{"line":3}']));
  });
});

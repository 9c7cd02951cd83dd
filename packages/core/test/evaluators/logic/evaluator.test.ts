// Evaluators get protocol v2: always the version, and options only if there are any.
import { expect, it } from 'vitest';
import { buildPayload } from '../../../src/evaluators/logic/evaluator.js';

it.each([
  [{ candidate: 'a' }, { _protocol_version: 2, candidate: 'a' }],
  [
    { candidate: '', taskModel: null, example: null },
    { _protocol_version: 2, candidate: '' },
  ],
  [
    { candidate: 'a', taskModel: 'openai/x' },
    { _protocol_version: 2, candidate: 'a', task_model: 'openai/x' },
  ],
  [
    { candidate: 'a', example: { candidate: 'b', n: 1 } },
    { _protocol_version: 2, candidate: 'a', example: { candidate: 'b', n: 1 } },
  ],
  [
    { candidate: 'a', taskModel: 'm', example: {} },
    { _protocol_version: 2, candidate: 'a', task_model: 'm', example: {} },
  ],
])('%j is sent as %j', (options, payload) => {
  // Strict: a key that holds undefined is not absent.
  expect(buildPayload(options)).toStrictEqual(payload);
});

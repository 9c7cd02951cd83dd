import { isRecord } from '../../../packages/core/src/values/is-record.js';
import { buildAnswer } from './build-answer.js';
import { isKnown, memberOf, type Want } from './wants.js';

/** Words of 32 bytes: as numbers they are small, and read as one text they hold its place, its length and the text. */
const WORDS = [32, 4, 1, 2, 3, 4, 5, 6].map((word, at) =>
  at === 2 ? Buffer.from('text').toString('hex').padEnd(64, '0') : word.toString(16).padStart(64, '0'),
);
const CALL_RESULT = `0x${WORDS.join('')}`;
const BALANCE = '0xde0b6b3a7640000';

/** The answer to a JSON-RPC body; null if it is none. */
export function answerJsonRpc(body: string | undefined, want: Want | null): unknown {
  const asked = parse(body ?? '');
  if (Array.isArray(asked) && asked.length > 0 && asked.every(isCall))
    return asked.map((one) => answerOne(one, want));
  return isCall(asked) ? answerOne(asked, want) : null;
}

interface RpcCall {
  readonly method: string;
  readonly id?: unknown;
}

function isCall(value: unknown): value is Record<string, unknown> & RpcCall {
  return isRecord(value) && Object.hasOwn(value, 'jsonrpc') && typeof value.method === 'string';
}

function answerOne({ method, id = 1 }: RpcCall, want: Want | null): unknown {
  return { jsonrpc: '2.0', id, result: resultOf(method, want) };
}

function resultOf(method: string, want: Want | null): unknown {
  if (method === 'eth_call') return CALL_RESULT;
  const result = want ? memberOf(want, 'result') : null;
  const isRead = result !== null && isKnown(result);
  if (isRead && (result.members.size > 0 || result.item !== null)) return buildAnswer(result);
  return /^(?:eth|net|web3)_/.test(method) ? BALANCE : isRead ? buildAnswer(result) : 1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

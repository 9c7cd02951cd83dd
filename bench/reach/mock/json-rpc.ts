import { isRecord } from '../../../packages/core/src/values/is-record.js';
import { buildAnswer } from './build-answer.js';
import { isKnown, memberOf, type Want } from './wants.js';

/** Words of 32 bytes: as numbers they are small, and read as one text they hold its place, its length and the text. */
const WORDS = [32, 4, 1, 2, 3, 4, 5, 6].map((word, at) =>
  at === 2 ? Buffer.from('text').toString('hex').padEnd(64, '0') : word.toString(16).padStart(64, '0'),
);
const CALL_RESULT = `0x${WORDS.join('')}`;
const BALANCE = '0xde0b6b3a7640000';
const HASH = `0x${'1'.repeat(64)}`;
const ADDRESS = `0x${'2'.repeat(40)}`;
const PLACE = { blockHash: HASH, blockNumber: '0x10', transactionHash: HASH, transactionIndex: '0x0' };

const TRANSACTION = {
  ...{ ...PLACE, hash: HASH, type: '0x0', chainId: '0x1', from: ADDRESS, to: ADDRESS, nonce: '0x5' },
  ...{ value: BALANCE, gas: '0x5208', gasPrice: '0x3b9aca00', input: '0x', v: '0x25', r: HASH, s: HASH },
};
const LOG = { ...PLACE, logIndex: '0x0', address: ADDRESS, topics: [HASH], data: '0x', removed: false };
const BLOCK = {
  ...{ number: '0x10', hash: HASH, parentHash: HASH, timestamp: '0x65920080', nonce: '0x0000000000000000' },
  ...{ difficulty: '0x0', gasLimit: '0x1c9c380', gasUsed: '0x5208', miner: ADDRESS, extraData: '0x' },
  ...{ baseFeePerGas: '0x3b9aca00', stateRoot: HASH, receiptsRoot: HASH, transactions: [HASH] },
};
const RECEIPT = {
  ...{ ...PLACE, from: ADDRESS, to: ADDRESS, contractAddress: null, status: '0x1', type: '0x0', logs: [LOG] },
  ...{ gasUsed: '0x5208', cumulativeGasUsed: '0x5208', effectiveGasPrice: '0x3b9aca00' },
  logsBloom: `0x${'0'.repeat(512)}`,
};

/** Results of Ethereum's methods where code leaves the reading to a library; of all others it is a quantity. */
const ETHEREUM: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['eth_chainId', '0x1'],
  ['net_version', '1'],
  ['eth_blockNumber', '0x10'],
  ['eth_getTransactionCount', '0x5'],
  ['eth_getCode', '0x6001'],
  ['eth_getBlockByNumber', BLOCK],
  ['eth_getBlockByHash', BLOCK],
  ['eth_getTransactionByHash', TRANSACTION],
  ['eth_getTransactionReceipt', RECEIPT],
  ['eth_getLogs', [LOG]],
]);

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
  if (ETHEREUM.has(method)) return ETHEREUM.get(method);
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

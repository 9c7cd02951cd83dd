/**
 * How far the token estimate of `flowmcp/1` is from a tokenizer of today's models, on the recorded servers.
 *
 * The tokenizer takes 22 MB, so it is no dependency: install it anywhere, and name the folder.
 *
 *   npm install --prefix /tmp/tokenizer js-tiktoken@1.0.21
 *   npm run tokens -- /tmp/tokenizer
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { estimateToolTokens } from '../packages/core/src/rules/mcp/reading/estimate-tokens.js';
import { isRecord } from '../packages/core/src/values/is-record.js';
import { readRecordedServers } from '../scripts/generate/measure-lint.js';

interface Tokenizer {
  encode(text: string, allowedSpecial: readonly string[], disallowedSpecial: readonly string[]): unknown[];
}

const [folder, ...others] = process.argv.slice(2);
const tokenizer = folder === undefined || others.length > 0 ? undefined : load(folder);
if (tokenizer) measure(tokenizer);
else {
  console.error(
    'Name a folder that has the tokenizer: npm install --prefix /tmp/tokenizer js-tiktoken@1.0.21, then npm run tokens -- /tmp/tokenizer',
  );
  process.exitCode = 1;
}

function load(folder: string): Tokenizer | undefined {
  const require = createRequire(resolve(folder, 'package.json'));
  try {
    const { Tiktoken } = require('js-tiktoken/lite') as { Tiktoken: new (ranks: unknown) => Tokenizer };
    return new Tiktoken(require('js-tiktoken/ranks/o200k_base'));
  } catch (error) {
    if (isRecord(error) && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function measure(tokenizer: Tokenizer): void {
  const servers = readRecordedServers().map(({ target, snapshot }) => {
    const tools = snapshot.tools.filter(isRecord);
    const real = tools.reduce((sum, { name, description, inputSchema }) => {
      const text = [name, description, JSON.stringify(inputSchema)].join(' ');
      // A token of a chat format in a description is text like any other.
      return sum + tokenizer.encode(text, [], []).length;
    }, 0);
    const estimate = tools.reduce((sum, tool) => sum + estimateToolTokens(tool), 0);
    return { target, real, estimate, error: estimate / real - 1 };
  });
  const used = servers.filter(({ real }) => real > 0).sort((a, b) => a.error - b.error);
  const within = (share: number) => used.filter(({ error }) => Math.abs(error) <= share).length;
  const sum = (key: 'real' | 'estimate') => used.reduce((total, server) => total + server[key], 0);
  const [first, last] = [used.at(0), used.at(-1)];
  if (!first || !last) throw new Error('no recorded server has tools');
  console.log(`servers          ${used.length}
total            ${percent(sum('estimate') / sum('real') - 1)} (${sum('estimate')} of ${sum('real')} tokens)
within ±10 %     ${within(0.1)}
within ±15 %     ${within(0.15)}
least            ${percent(first.error)} (${first.target}, ${first.real} tokens)
most             ${percent(last.error)} (${last.target}, ${last.real} tokens)`);
}

function percent(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} %`;
}

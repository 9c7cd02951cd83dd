import { createSecretSearch } from '../../keys/logic/find-secrets.js';
import { isSameRootDomain, namesDomain } from '../../keys/logic/hosts.js';
import { isOwnersHost } from '../../keys/logic/key-home.js';
import type { Redactor } from '../../keys/logic/redact.js';
import type { HttpOutcome, HttpRequest } from '../../net/logic/http.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';
import { placeholdersIn } from '../../sources/logic/placeholder.js';
import type { OpenSlot } from '../../sources/logic/placeholders.js';
import type { SchemaMain, ToolDefinition, ToolTest } from '../../spec/schema-main.js';
import { isRecord } from '../../values/is-record.js';
import { findWrite } from './reason-not-to-run.js';

interface Bar {
  readonly tool: ToolDefinition;
  /** `main.root`, unfilled. */
  readonly root: string;
  readonly allowWrites: boolean;
  /** Names of the keys in the request. */
  readonly keys: readonly string[];
}

/**
 * Why a request made by handler code must not be sent, or null. The request may do no more than the tool's declared
 * request: write only if writes are allowed, POST also if the tool declares itself read-only, and send keys only where
 * the declared request would send them. Where a stand-in for the root hides that place (`https://rpc.local`), a key may
 * also be sent to its known owner (decision 0099).
 */
export function judgeRequest(request: HttpRequest, { tool, root, allowWrites, keys }: Bar): Problem | null {
  const write = allowWrites ? null : findWrite(request, tool);
  if (write)
    return problem(write.isContradiction ? 'DPT-114' : 'DPT-143', undefined, { method: write.method });
  const { url } = request;
  if (isHome(url, root)) return null;
  const isStandIn = !namesDomain(root);
  const name = keys.find((key) => !(isStandIn && isOwnersHost(key, url)));
  if (name === undefined) return null;
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  return problem('DPT-144', undefined, { name, host });
}

/** The same host or registrable domain as the root, with the same or better transport security. */
function isHome(url: string, root: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(root)) return false;
  const [to, from] = [new URL(url), new URL(root)];
  if (to.protocol !== from.protocol && to.protocol !== 'https:') return false;
  return to.host === from.host || isSameRootDomain(url, root);
}

/** Searches the requests of one test for placeholders of the schema. */
interface SlotSearch {
  /** The problem with the first placeholder in the request, however it is encoded; null if there is none. */
  findIn(request: HttpRequest): Problem | null;
  /** Notes which braces occur in an answer, because handler code may send those. */
  learnFrom(answer: Buffer): void;
}

/**
 * Handler code gets the request with its values filled in, and may still send a placeholder: an unfilled one, or one
 * copied from `main`. Placeholders are found as written, percent-encoded, with JSON escapes, and in base64. Braces from
 * a test's value, a query language or an answer are not placeholders; but if they look like an unfilled placeholder,
 * they cannot be told apart from it, and the request is not sent.
 */
export function createSlotSearch({
  main,
  test,
  open,
}: {
  main: SchemaMain;
  test: ToolTest;
  open: readonly OpenSlot[];
}): SlotSearch {
  const search = (slot: string, found: Problem) => ({ slot, found, find: createSecretSearch(formsOf(slot)) });
  const given = JSON.stringify(test);
  const unfilled = open.map(({ slot, problem: found }) => search(slot, found));
  let written = slotsOf(main)
    .filter((slot) => !given.includes(slot) && !open.some((one) => one.slot === slot))
    .map((slot) => search(slot, problem('PRE-007', undefined, { slot })));
  const findAny = createSecretSearch([...unfilled, ...written].flatMap(({ slot }) => formsOf(slot)));
  return {
    findIn({ url, headers, body = '' }) {
      const texts = [url, body, ...Object.entries(headers).flat()].filter((text) => findAny(text).length > 0);
      const holds = ({ find }: (typeof unfilled)[number]) => texts.some((text) => find(text).length > 0);
      return [...unfilled, ...written].find(holds)?.found ?? null;
    },
    learnFrom(answer) {
      written = written.filter(({ slot }) => !answer.includes(slot));
    },
  };
}

/** The placeholder as written and without its spaces, because code that builds an address may drop them. */
function formsOf(slot: string): string[] {
  return [slot, slot.replace(/\s+/g, '')];
}

function slotsOf({ root = '', headers = {}, tools = {} }: SchemaMain): string[] {
  const texts = [
    root,
    ...Object.values(headers),
    ...Object.values(tools).flatMap(({ path, parameters }) => [
      path,
      ...parameters.map(({ position }) => position.value),
    ]),
  ];
  return [...new Set(texts.flatMap((text) => placeholdersIn(String(text)).map(({ slot }) => slot)))];
}

/** Reads a `fetch` call as the sandbox's prelude encodes it; null for anything else. */
export function readFetch(text: string): HttpRequest | null {
  const asked: unknown = parse(text);
  if (!isRecord(asked)) return null;
  const { url, method, headers, body } = asked;
  if (typeof url !== 'string' || typeof method !== 'string' || !/^[A-Z]{1,10}$/.test(method)) return null;
  if (!Array.isArray(headers) || !headers.every(isPair)) return null;
  if (body !== null && body !== undefined && typeof body !== 'string') return null;
  return {
    ...{ url, method, headers: Object.fromEntries(headers) },
    ...(typeof body === 'string' && { body }),
  };
}

/** The part of an answer that handler code may see. Keys that the server echoes are removed. */
export function formatFetchAnswer(outcome: HttpOutcome, url: string, redactor: Redactor): string {
  if (outcome.kind === 'failed') return formatFetchError(outcome.message);
  const { status, contentType, body, truncated } = outcome;
  if (truncated) return formatFetchError(`the answer is longer than the ${body.length} bytes that are read`);
  const head = { status, contentType, url };
  const text = decodeText(body);
  if (text === null) return JSON.stringify({ ...head, base64: redactor.text(body.toString('base64')) });
  return JSON.stringify({ ...head, text: redactor.text(text) });
}

export function formatFetchError(error: string): string {
  return JSON.stringify({ error });
}

function decodeText(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function isPair(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

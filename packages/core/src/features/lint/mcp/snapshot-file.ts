import { resolve } from 'node:path';
import { writeResultText } from '../../../files/result-file.js';
import { describeProblem, problem } from '../../../problems/error-codes.js';
import type { Problem } from '../../../problems/problem.js';
import type { LintedServer, ServerSnapshot } from '../../../rules/mcp/lint.js';
import type { ModuleReading } from '../../../sources/logic/module-reading.js';
import { parseJson } from '../../../sources/parse-json.js';
import { readSourceFile } from '../../../sources/read-schema-file.js';
import { isRecord } from '../../../values/is-record.js';
import { LISTS, type ListName, MCP_LIMITS, nameKind } from './query.js';

const ROOT = 'snapshot';
/** A snapshot may hold as much as a server may send, plus indentation. */
const LIMITS = { maxBytes: 2 * MCP_LIMITS.totalBytes, maxDepth: MCP_LIMITS.depth + 4, maxNodes: 20_000_000 };

/**
 * Reads a saved server (`--snapshot`). Missing lists count as empty, as for a server that does not offer them; a file
 * with neither a list nor a serverInfo is not a snapshot.
 *
 * @returns the server with the places of its parts, or MCP-030 (not readable, not JSON), MCP-031 (not a snapshot),
 *   MCP-032 (a list whose value is not an array) with the place
 */
export function readSnapshotFile(file: string): LintedServer | Problem {
  const { reading } = readSourceFile(
    resolve(file),
    (text) => parseJson(text, { root: ROOT, limits: LIMITS, anyKey: true }),
    LIMITS,
  );
  const [unread] = reading.problems;
  if (unread) {
    const { line, column } = unread.where ?? {};
    const place = line === undefined ? {} : { line, ...(column !== undefined && { column }) };
    return problem('MCP-030', { file, ...place }, { reason: describeProblem(unread).message });
  }
  return toServer(file, reading);
}

function toServer(file: string, { value, locate }: ModuleReading): LintedServer | Problem {
  if (!isRecord(value)) return problem('MCP-031', { file }, { reason: `it is ${nameKind(value)}` });
  const known = ['serverInfo', ...LISTS].filter((key) => Object.hasOwn(value, key));
  if (known.length === 0) {
    const reason = 'it has none of serverInfo, tools, resources and prompts';
    return problem('MCP-031', { file, ...locate([]) }, { reason });
  }
  const lists: Record<ListName, readonly unknown[]> = { tools: [], resources: [], prompts: [] };
  for (const list of LISTS) {
    const items = value[list];
    if (Array.isArray(items)) lists[list] = items;
    else if (Object.hasOwn(value, list)) {
      const where = { file, path: `/${list}`, ...locate([list]) };
      return problem('MCP-032', where, { list, found: nameKind(items) });
    }
  }
  const snapshot: ServerSnapshot = { ...pickAbout(value), ...lists };
  return { target: file, snapshot, incomplete: [], source: { file, locate } };
}

function pickAbout({ serverInfo, protocolVersion, capabilities }: Readonly<Record<string, unknown>>) {
  return { serverInfo, protocolVersion, capabilities };
}

/**
 * Saves what a server sent (`--save-snapshot`), completely or not at all. The fields are in a fixed order, and their
 * content is as sent.
 *
 * @returns LNT-003 if the file cannot be written
 */
export function writeSnapshotFile(file: string, snapshot: ServerSnapshot): Promise<Problem | null> {
  const { serverInfo = null, protocolVersion, capabilities, tools, resources, prompts } = snapshot;
  const ordered = { serverInfo, protocolVersion, capabilities, tools, resources, prompts };
  return writeResultText(file, `${JSON.stringify(ordered, null, 2)}\n`, 'LNT-003');
}

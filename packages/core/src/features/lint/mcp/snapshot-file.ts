import { resolve } from 'node:path';
import { writeResultText } from '../../../files/result-file.js';
import { describeProblem, problem } from '../../../problems/error-codes.js';
import type { Problem, Where } from '../../../problems/problem.js';
import type { ServerSnapshot, SnapshotPath } from '../../../rules/mcp/lint.js';
import type { LintedServer } from '../../../rules/mcp/lint-report.js';
import { quote } from '../../../rules/mcp/members.js';
import type { ModuleReading } from '../../../sources/logic/module-reading.js';
import { parseJson } from '../../../sources/parse-json.js';
import { readSourceFile } from '../../../sources/read-source-file.js';
import { isRecord } from '../../../values/is-record.js';
import { formatPointer } from '../../../values/value-path.js';
import { LISTS, MCP_LIMITS, nameKind } from './query.js';

const ROOT = 'snapshot';
/** Adds to format 1 instructions, resource templates, observations and client capabilities. */
const FORMAT = 2;
/** A snapshot may hold as much as a server may send, plus indentation. */
const LIMITS = { maxBytes: 2 * MCP_LIMITS.totalBytes, maxDepth: MCP_LIMITS.depth + 4, maxNodes: 20_000_000 };

/**
 * Reads a saved server (`--snapshot`), of format 1 or 2. Missing lists count as empty, as for a server that does not
 * offer them; a file with neither a list nor a serverInfo is not a snapshot. A file that names a next page is read, with
 * its lists incomplete.
 *
 * @returns the server with the places of its parts, or MCP-030 (not readable, not JSON, a key that occurs twice), MCP-031 (not a snapshot),
 *   MCP-032 (a list whose value is not an array) or MCP-033 (another member of the wrong type) with the place
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
  const [twice] = reading.duplicateKeys;
  if (twice) {
    const path = formatPointer([...twice.path, twice.key]);
    const reason = `the key ${quote(twice.key)} occurs twice, and readers differ in which value counts`;
    return problem('MCP-030', { file, path, ...twice.position }, { reason });
  }
  return toServer(file, reading);
}

function toServer(file: string, { value, locate }: ModuleReading): LintedServer | Problem {
  if (!isRecord(value)) return problem('MCP-031', { file }, { reason: `it is ${nameKind(value)}` });
  const listed = LISTS.filter((list) => Object.hasOwn(value, list));
  if (listed.length === 0 && !Object.hasOwn(value, 'serverInfo')) {
    const reason = `it has none of serverInfo, ${LISTS.join(', ')}`;
    return problem('MCP-031', { file, ...locate([]) }, { reason });
  }
  const at: PlaceOf = (...path) => ({ file, path: formatPointer(path), ...locate(path) });
  const wrong = findWrong(value, at);
  if (wrong) return wrong;
  const { nextCursor } = value;
  const isPage = nextCursor !== undefined && nextCursor !== null && nextCursor !== '';
  const incomplete = (isPage ? listed : []).map((list) => {
    const reason =
      'the file is one page of several, because it has a nextCursor; put all pages into one file';
    const found = problem('MCP-020', at('nextCursor'), { target: file, list, reason });
    return { list, reason, problem: found };
  });
  return { target: file, snapshot: pickMembers(value), incomplete, source: { file, locate } };
}

type PlaceOf = (...path: SnapshotPath) => Where;

/** The first member of a wrong type. What a server sent may be anything, except that its lists are lists. */
function findWrong(value: Readonly<Record<string, unknown>>, at: PlaceOf): Problem | undefined {
  const { format = 1 } = value;
  if (format !== 1 && format !== FORMAT) {
    const found = typeof format === 'number' ? format : nameKind(format);
    return problem('MCP-033', at('format'), { member: 'format', found, expected: '1 or 2' });
  }
  const notList = [...LISTS, 'observations', 'clientCapabilities'].find(
    (list) => Object.hasOwn(value, list) && !Array.isArray(value[list]),
  );
  if (notList !== undefined) {
    return problem('MCP-032', at(notList), { list: notList, found: nameKind(value[notList]) });
  }
  // Both are lists or absent.
  const { observations = [], clientCapabilities = [] } = value as Record<string, unknown[] | undefined>;
  const wrong = observations.findIndex(
    (one) => !isRecord(one) || typeof one.code !== 'string' || typeof one.detail !== 'string',
  );
  if (wrong >= 0) {
    const found = nameKind(observations[wrong]);
    const args = {
      member: `observations/${wrong}`,
      found,
      expected: 'an object with the texts code and detail',
    };
    return problem('MCP-033', at('observations', wrong), args);
  }
  const odd = clientCapabilities.findIndex((one) => typeof one !== 'string');
  if (odd < 0) return undefined;
  const args = {
    member: `clientCapabilities/${odd}`,
    found: nameKind(clientCapabilities[odd]),
    expected: 'text',
  };
  return problem('MCP-033', at('clientCapabilities', odd), args);
}

/** The members of a snapshot, in the order in which they are written; {@link findWrong} finds nothing wrong in them. */
function pickMembers(value: Readonly<Record<string, unknown>>): ServerSnapshot {
  const { serverInfo, protocolVersion, capabilities, instructions, ...lists } =
    value as Partial<ServerSnapshot>;
  const { tools = [], resources = [], resourceTemplates, prompts = [] } = lists;
  const { observations, clientCapabilities } = lists;
  return {
    ...{ serverInfo, protocolVersion, capabilities, instructions },
    ...{ tools, resources, prompts },
    ...(resourceTemplates && { resourceTemplates }),
    ...(observations && { observations }),
    ...(clientCapabilities && { clientCapabilities }),
  };
}

/**
 * Saves what a server sent (`--save-snapshot`), completely or not at all. The members are in a fixed order, and their
 * content is as sent.
 *
 * @returns LNT-003 if the file cannot be written
 */
export function writeSnapshotFile(file: string, snapshot: ServerSnapshot): Promise<Problem | null> {
  const { serverInfo = null, protocolVersion, capabilities, instructions } = snapshot;
  const { tools, resources, resourceTemplates = [], prompts, observations, clientCapabilities } = snapshot;
  const ordered = {
    ...{ format: FORMAT, serverInfo, protocolVersion, capabilities, instructions },
    ...{ tools, resources, resourceTemplates, prompts, observations, clientCapabilities },
  };
  return writeResultText(file, `${JSON.stringify(ordered, null, 2)}\n`, 'LNT-003');
}

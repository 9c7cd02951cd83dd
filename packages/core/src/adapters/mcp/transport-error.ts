import { problem } from '../../tables/error-codes.js';
import { showText } from '../show-text.js';
import { type Asking, type Fault, McpFault } from './fault.js';

/** What an error of the client library's transports means: our own faults come back as they were. */
export function describeTransportError(error: unknown, method: string, asking: Asking): Fault {
  if (error instanceof McpFault) return error.fault;
  const { target, redactor } = asking;
  const reason = reasonOf(error, method) ?? showText(wordsOf(error), redactor);
  return { problem: problem('MCP-006', undefined, { target, reason }), answered: true };
}

/** The library's errors are known by their names: its classes would have to be loaded for instanceof. */
function reasonOf(error: unknown, method: string): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'SyntaxError') return `its answer to ${method} is no JSON`;
  if (/^\$?ZodError$/.test(error.name)) return `its answer to ${method} is no message of JSON-RPC 2.0`;
  const type = contentTypeOf(error);
  return type === undefined ? null : `its answer to ${method} is ${type}, neither JSON nor an event stream`;
}

function contentTypeOf(error: Error): string | undefined {
  const data = 'data' in error ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('contentType' in data)) return undefined;
  return data.contentType === null ? 'of no type' : `of type ${String(data.contentType).slice(0, 100)}`;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

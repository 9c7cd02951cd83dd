import type { Comment, Program } from 'acorn';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { BeyondParser, parseBounded } from './bounded-parser.js';
import type { Position } from './logic/module-reading.js';
import type { ReadingLimits } from './reading-limits.js';
import { createPositions } from './text-positions.js';

/** A parsed module text. Offsets start after a byte-order mark. */
export interface ParsedSource {
  readonly source: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly position: (offset: number) => Position;
}

/** The syntax tree of a module, or one of the problems SRC-001, SRC-003 or SRC-004. */
export function parseSource(text: string, limits: ReadingLimits): ParsedSource | Problem {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const position = createPositions(source);
  const refusal = findTextRefusal(source, limits, position);
  if (refusal) return refusal;
  const comments: Comment[] = [];
  const program = parseProgram(source, comments, position);
  return 'code' in program ? program : { source, program, comments, position };
}

function findTextRefusal(
  source: string,
  { maxBytes }: ReadingLimits,
  position: (offset: number) => Position,
): Problem | undefined {
  const nul = source.indexOf('\0');
  if (nul >= 0) return problem('SRC-004', position(nul), { found: 'a NUL byte' });
  // The length in UTF-16 units never exceeds the length in UTF-8 bytes.
  if (source.length > maxBytes) return problem('SRC-003', {}, { limit: `${maxBytes} bytes` });
  return undefined;
}

function parseProgram(
  source: string,
  comments: Comment[],
  position: (offset: number) => Position,
): Program | Problem {
  try {
    return parseBounded(source, comments);
  } catch (error) {
    if (error instanceof BeyondParser) {
      return problem('SRC-003', position(error.pos), { limit: error.limit });
    }
    if (!(error instanceof SyntaxError && 'pos' in error && typeof error.pos === 'number')) throw error;
    const where = position(error.pos);
    return problem('SRC-001', where, { reason: error.message.replace(/ \(\d+:\d+\)$/, '') });
  }
}

import type { HttpRequest } from '../../../packages/core/src/net/logic/http.js';
import type { ParsedSource } from '../../../packages/core/src/sources/parse-source.js';
import type { ToolDefinition } from '../../../packages/core/src/spec/schema-main.js';
import { buildAnswer, buildText } from './build-answer.js';
import { declaredAnswer, PLAIN_ANSWER } from './declared-answer.js';
import { findReads, type Reads } from './find-reads.js';
import type { Site } from './frame.js';
import { answerJsonRpc } from './json-rpc.js';
import { isKnown, mergeInto, newWant, type Want } from './wants.js';

export interface MockAnswer {
  readonly contentType: string;
  readonly body: string;
}

/** A document of the kind that handlers read as text. */
const DOCUMENT = '<html><head><title>text</title></head><body><p>text</p></body></html>';

/**
 * Answers the requests of one tool, the same request always with the same answer: what its code reads of it, as far as
 * the source shows; otherwise what it declares.
 *
 * @param program the module; null if it could not be parsed
 */
export function createAnswers(
  program: ParsedSource['program'] | null,
  name: string,
  tool: ToolDefinition,
): (request: HttpRequest) => MockAnswer {
  const reads: Reads = program ? findReads(program, name, tool) : { response: null, sites: [] };
  return (request) => {
    const want = chooseWant(reads, request);
    const rpc = answerJsonRpc(request.body, want);
    if (rpc !== null) return asJson(rpc);
    if (want && isKnown(want)) return asAnswer(want);
    if (want?.uses.has('text')) return { contentType: 'text/html', body: DOCUMENT };
    return declared(tool);
  };
}

function asJson(value: unknown): MockAnswer {
  return { contentType: 'application/json', body: JSON.stringify(value) };
}

function asAnswer(want: Want): MockAnswer {
  if (want.json || !want.uses.has('text') || want.members.size > 0) {
    return asJson(buildAnswer(want.json && want.members.size === 0 ? want.json : want));
  }
  const isFound = want.patterns.size + want.parts.size > 0;
  return { contentType: 'text/html', body: isFound ? buildText(want) : DOCUMENT };
}

function declared({ output }: ToolDefinition): MockAnswer {
  if (output?.mimeType === 'text/plain') return { contentType: 'text/plain', body: 'text' };
  if (output?.mimeType === 'image/png') return { contentType: 'image/png', body: PNG };
  return asJson(declaredAnswer(output?.schema) ?? PLAIN_ANSWER);
}

/** The signature of a PNG image, one character a byte. */
export const PNG = '\x89PNG\r\n\x1a\n';

/** What is read of the answer to a request: the code's own request that fits best, else the declared one. */
function chooseWant({ response, sites }: Reads, request: HttpRequest): Want | null {
  if (response) return response;
  const text = `${request.url} ${request.body ?? ''}`;
  const fits = sites.filter((site) => site.pieces.every((piece) => text.includes(piece)));
  const best = Math.max(0, ...fits.map(lengthOf));
  const chosen = fits.filter((site) => lengthOf(site) === best);
  const found = chosen.length > 0 ? chosen : sites;
  return found.length === 0 ? null : found.reduce((all, { want }) => mergeInto(all, want), newWant());
}

function lengthOf({ pieces }: Site): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

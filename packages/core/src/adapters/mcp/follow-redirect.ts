import { problem } from '../../tables/error-codes.js';
import { nameOf } from '../http/accept-url.js';
import { isPlainHttp } from '../http/redirect.js';
import { type Asking, McpFault } from './fault.js';
import type { HttpRequest } from './guarded-http.js';
import { faultOf } from './link.js';

/**
 * The request that a redirect asks for. Method and body stay: a message that became a GET would be none. Whether the
 * new address may be contacted is decided when it is.
 *
 * @throws McpFault MCP-009 for one that is not followed
 */
export function followRedirect(
  request: HttpRequest,
  { status, location, left }: { readonly status: number; readonly location: string; readonly left: number },
  { target, redactor }: Asking,
): HttpRequest {
  const refuse = (reason: string) =>
    new McpFault(faultOf(problem('MCP-009', undefined, { target, reason: redactor.text(reason) })));
  if (!URL.canParse(location, request.url.href)) throw refuse('the new address is no URL');
  const url = new URL(location, request.url);
  if (!isPlainHttp(url)) throw refuse('the new address is not http or https, or holds a password');
  if (left === 0) throw refuse('one redirect leads to the next');
  const keepsMethod = request.method === 'GET' || status === 307 || status === 308;
  if (!keepsMethod) throw refuse(`${nameOf(url)} with HTTP ${status}, with which no message can be sent on`);
  return { ...request, url };
}

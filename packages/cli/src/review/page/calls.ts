import type { HandedIn, Refused, Saved, ShownPrompt, ShownRun } from '../wire.js';
import { SESSION_HEADER } from '../wire.js';
import type { Part } from './part.js';

/** What became of a call. */
export type Reply<T> =
  | { readonly ok: true; readonly body: T }
  /** Status 0: the command cannot be reached. */
  | { readonly ok: false; readonly status: number; readonly text: string };

/** Name in the session storage, which belongs to this tab and ends with it. */
const STORED = 'flowmcp-review';

/**
 * Exchanges the key in the address for a session, and takes the key out of the address. Without a key, the session of this
 * tab goes on.
 *
 * @returns why the page cannot be used; null if it can
 */
export async function openSession(): Promise<string | null> {
  const key = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  if (key === '') {
    if (sessionStorage.getItem(STORED) !== null) return null;
    return 'This page opens with the link that the command printed. Press Enter in its terminal for a new one.';
  }
  const reply = await call<{ session: string }>('POST', '/api/session', { key });
  if (!reply.ok) return reply.text;
  sessionStorage.setItem(STORED, reply.body.session);
  return null;
}

export const readRun = () => call<ShownRun>('GET', '/api/run');
export const readPrompt = (number: number) => call<ShownPrompt>('GET', `/api/prompts/${number}`);
export const savePart = (number: number, part: Part) => call<Saved>('PUT', `/api/prompts/${number}`, part);
export const handIn = (allowMissing: boolean) => call<HandedIn>('POST', '/api/hand-in', { allowMissing });

async function call<T>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
  const headers = {
    [SESSION_HEADER]: sessionStorage.getItem(STORED) ?? '',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok) return { ok: true, body: answer as T };
    const { message, hint = '' } = answer as Refused;
    return { ok: false, status: response.status, text: `${message} ${hint}`.trim() };
  } catch {
    // The browser does not say why.
    return {
      ok: false,
      status: 0,
      text: 'The command has ended. Start it again; what was saved is kept.',
    };
  }
}

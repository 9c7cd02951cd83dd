import type { HandedIn, Refused, Reply, Saved, ShownPrompt, ShownRun } from '../wire.js';
import { LONGEST_BODY, SESSION_HEADER } from '../wire.js';
import type { Part } from './part.js';

/** Name in the session storage, which belongs to this tab and ends with it. */
const STORED = 'flowmcp-review';

/**
 * Opens the run with the key in the address, and takes the key out of the address. Without a key, the session of this tab
 * goes on.
 *
 * @param held the run whose answers this page holds: answers to one run must not be saved as those to another
 */
export async function openRun(held: ShownRun | null): Promise<Reply<ShownRun>> {
  const key = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  if (key === '') {
    if (sessionStorage.getItem(STORED) !== null) return call('GET', '/api/run');
    const text =
      'This page opens with the link that the command printed. Press Enter in its terminal for a new one.';
    return { ok: false, status: 401, text };
  }
  const opened = await call<{ session: string }>('POST', '/api/session', { key });
  if (!opened.ok) return opened;
  const { session } = opened.body;
  const run = await call<ShownRun>('GET', '/api/run', undefined, session);
  if (!run.ok) return run;
  const { taskId, by } = run.body;
  if (held && (held.taskId !== taskId || held.by !== by)) {
    const text =
      'That link is for other answers. Press Enter in its terminal, and open the new link in another tab.';
    return { ok: false, status: 409, text };
  }
  sessionStorage.setItem(STORED, session);
  return run;
}

export const readPrompt = (number: number) => call<ShownPrompt>('GET', `/api/prompts/${number}`);
export const handIn = (allowMissing: boolean) => call<HandedIn>('POST', '/api/hand-in', { allowMissing });

export async function savePart(number: number, part: Part): Promise<Reply<Saved>> {
  if (new Blob([JSON.stringify(part)]).size <= LONGEST_BODY)
    return call('PUT', `/api/prompts/${number}`, part);
  // The command would break off the connection.
  const message = `more than ${LONGEST_BODY / 1024} KiB cannot be saved for one prompt`;
  const problem = { code: 'SCR-020', message, hint: '', path: '', prompt: number };
  return { ok: true, body: { savedAt: null, answered: false, problems: [problem] } };
}

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  session = sessionStorage.getItem(STORED) ?? '',
): Promise<Reply<T>> {
  const headers = {
    [SESSION_HEADER]: session,
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

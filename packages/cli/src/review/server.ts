import { createHash } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeProblem, fatal, GradingError, type Problem } from '@flowmcp/grading-core/commands';
import type { Draft } from '@flowmcp/grading-core/features/draft/logic/draft';
import { visible } from '../terminal/output.js';
import { Access } from './access.js';
import { script, style } from './page.generated.js';
import { type HandedIn, LONGEST_BODY, SESSION_HEADER, type ShownProblem, type ShownRun } from './wire.js';

/** In milliseconds. */
export const TIME_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
};
/** The only address that the server listens on, and the only name it answers to. */
const HOST = '127.0.0.1';

const SHELL = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Review</title>
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<script>${script}</script>
</body>
</html>
`;

/** Sent with every answer, whatever it is. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    `script-src '${hashSource(script)}'`,
    `style-src '${hashSource(style)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** What the page works on. */
export interface Review extends Pick<ShownRun, 'by' | 'isOpinion' | 'vetoes' | 'priorities'> {
  readonly draft: Pick<Draft<unknown>, 'run' | 'read' | 'write'>;
  readonly handIn: (allowMissing: boolean) => Promise<HandedIn>;
}

export interface ReviewServer {
  /** Address with a fresh key; the links before open nothing from then on. */
  newLink(): string;
  /** Settles when answers were handed in and the page knows; rejects with an error of our own. */
  readonly done: Promise<void>;
  close(): Promise<void>;
}

/** An answer to the page. */
interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** A request that is answered with words only; nothing of it was used. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Serves the page and saves what it sends, for one person on this machine (decision 0127).
 *
 * @param port 0 takes any free one
 * @throws GradingError REV-002 if the port cannot be used
 */
export async function serveReview(review: Review, port: number, limits = TIME_LIMITS): Promise<ReviewServer> {
  const access = new Access();
  let isHandedIn = false;
  let settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  const done = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const routes = routesOf(review, access, () => {
    isHandedIn = true;
  });
  const server = createServer(limits, async (request, response) => {
    let bug: unknown;
    const reply = await answer(request, { port: portOf(server), access, routes }).then(
      (body): Reply => ({ status: 200, body }),
      (error: unknown) => {
        const refusal = describeRefusal(error);
        if (refusal === null) bug = error;
        return (
          refusal ?? { status: 500, body: { message: 'The command stopped because of an internal error.' } }
        );
      },
    );
    const settleDone = () => {
      if (bug !== undefined) settle?.reject(bug);
      else if (isHandedIn) settle?.resolve();
    };
    // The page gets its answer before the command ends, unless it is gone.
    if (response.closed) settleDone();
    else response.on('close', settleDone);
    send(request, response, reply);
  });
  await listen(server, port);
  const origin = `http://${HOST}:${portOf(server)}`;
  return {
    newLink: () => `${origin}/#${access.newKey()}`,
    done,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(fatal('REV-002', undefined, { port, reason: code ?? 'unknown' })),
    );
    server.listen(port, HOST, resolve);
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

interface Route {
  readonly path: RegExp;
  readonly method: string;
  /** Usable without a session. */
  readonly isOpen?: true;
  /** @param found what the path's group matched; '' without one */
  readonly answer: (found: string, body: unknown) => unknown;
}

function routesOf(review: Review, access: Access, onHandedIn: () => void): readonly Route[] {
  const { draft, by, isOpinion, vetoes, priorities } = review;
  return [
    { path: /^\/$/, method: 'GET', isOpen: true, answer: () => SHELL },
    {
      path: /^\/api\/session$/,
      method: 'POST',
      isOpen: true,
      answer: (_, body) => {
        const session = access.exchange(isRecord(body) ? body.key : null);
        if (session !== null) return { session };
        throw new Refusal(
          401,
          'This link was used already. Press Enter in the terminal of the command for a new one.',
        );
      },
    },
    {
      path: /^\/api\/run$/,
      method: 'GET',
      answer: (): ShownRun => {
        const { target, taskId, prompts, naReasons } = draft.run;
        return { by, target, taskId, isOpinion, prompts, naReasons, vetoes, priorities };
      },
    },
    {
      path: /^\/api\/prompts\/(\d{1,6})$/,
      method: 'GET',
      answer: (prompt) => {
        // The files that a prompt names are left out: their paths are nobody's business in a browser.
        const { number, view, part } = draft.read(prompt);
        return { number, view, part };
      },
    },
    {
      path: /^\/api\/prompts\/(\d{1,6})$/,
      method: 'PUT',
      answer: (prompt, part) => {
        const { savedAt, problems } = draft.write(prompt, part);
        const answered = savedAt !== null && problems.length === 0;
        return { savedAt, answered, problems: problems.map((found) => showProblem(found, Number(prompt))) };
      },
    },
    {
      path: /^\/api\/hand-in$/,
      method: 'POST',
      answer: async (_, body) => {
        const result = await review.handIn(isRecord(body) && body.allowMissing === true);
        if (result.status) onHandedIn();
        return result;
      },
    },
  ];
}

interface Door {
  readonly port: number;
  readonly access: Access;
  readonly routes: readonly Route[];
}

/** Each check stands before what it protects; nothing of a refused request is used. */
async function answer(request: IncomingMessage, { port, access, routes }: Door): Promise<unknown> {
  const { headers, method = '', url = '' } = request;
  checkSender(headers, port);
  const here = routes.filter(({ path }) => path.test(url));
  if (here.length === 0) throw new Refusal(404, 'There is nothing here.');
  const route = here.find((one) => one.method === method);
  if (!route) throw new Refusal(405, `${method} is not possible here.`);
  if (!route.isOpen && !access.isOpen(headers[SESSION_HEADER])) {
    throw new Refusal(401, 'This page was replaced. Open the newest link of the command.');
  }
  const body = method === 'GET' ? undefined : await readJson(request);
  return route.answer(route.path.exec(url)?.[1] ?? '', body);
}

/**
 * Refuses names that lead here by DNS, `localhost` among them, and pages of other sites. Browsers send these headers by
 * themselves; no page can change them.
 */
function checkSender(headers: IncomingHttpHeaders, port: number): void {
  const host = `${HOST}:${port}`;
  if (headers.host !== host) throw new Refusal(421, `Open http://${host}/ with the link of the command.`);
  const { origin, 'sec-fetch-site': site } = headers;
  const isOurs = origin === undefined || origin === `http://${host}`;
  if (!isOurs || !(site === undefined || site === 'same-origin' || site === 'none')) {
    throw new Refusal(403, 'Other sites cannot use this page. Open the link of the command yourself.');
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') throw new Refusal(415, 'JSON was expected.');
  const bytes = await readBody(request);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'The body was expected to be JSON in UTF-8.');
  }
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  const tooLong = new Refusal(413, `At most ${LONGEST_BODY / 1024} KiB can be saved for one prompt.`);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LONGEST_BODY) reject(tooLong);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(new Refusal(400, 'The request ended too early.')));
  });
}

/** @returns null for an error of our own program */
function describeRefusal(error: unknown): Reply | null {
  if (error instanceof Refusal) return { status: error.status, body: { message: error.message } };
  if (error instanceof GradingError) return { status: 409, body: visible(describeProblem(error.problem)) };
  return null;
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: Reply): void {
  const isPage = typeof body === 'string';
  response.writeHead(status, {
    ...HEADERS,
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    // The rest of a body that was refused is not waited for.
    ...(!request.complete && { connection: 'close' }),
  });
  response.end(isPage ? body : JSON.stringify(body));
}

/** @param prompt number of the prompt that it belongs to; null for the whole draft */
export function showProblem(found: Problem, prompt: number | null): ShownProblem {
  const { code, where } = found;
  return visible({ code, ...describeProblem(found), path: where?.path ?? '', prompt });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

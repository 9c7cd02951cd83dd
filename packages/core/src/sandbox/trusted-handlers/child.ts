import type { guardMain } from '../guard-main.js';
import type { SandboxReply } from '../messages.js';

type ImportModule = (
  url: string,
) => Promise<Readonly<Partial<Record<'main' | 'schema' | 'handlers', unknown>>>>;
type Handler = (input: unknown) => unknown;

/**
 * The child's side. The process runs the source text of this class (`trusted-process.ts`), so it uses nothing from outside
 * itself except its arguments. It prints its messages on lines that begin with a mark of this run; the host drops all
 * other output.
 *
 * @param load `require` of Node
 * @param importModule `import` of Node, which compilers would replace
 * @param guard `guardMain`
 */
export class TrustedChild {
  readonly #require: NodeJS.Require;
  readonly #import: ImportModule;
  readonly #mark: string;
  readonly #write: (text: string) => void;
  readonly #guardMain: typeof guardMain;
  readonly #answers = new Map<number, (text: string) => void>();
  #made: Record<string, Record<string, Handler>> = {};
  #requests = 0;
  /** Path of main that the running code has written to. */
  #written: string | null = null;

  constructor(load: NodeJS.Require, importModule: ImportModule, mark: string, guard: typeof guardMain) {
    this.#require = load;
    this.#import = importModule;
    this.#mark = mark;
    this.#guardMain = guard;
    const { stdout, stdin } = process;
    const write = stdout.write.bind(stdout);
    this.#write = (text) => {
      write(text);
    };
    stdout.write = () => true;
    globalThis.fetch = (url, init) => this.#fetch(String(url), init ?? {});
    let rest = '';
    stdin.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#take(JSON.parse(line));
    });
  }

  #take(message: ChildCommand): void {
    if (message.kind === 'answer') {
      this.#answers.get(message.id)?.(message.text);
      this.#answers.delete(message.id);
      return;
    }
    this.#written = null;
    const work = message.kind === 'module' ? this.#load(message) : this.#call(message);
    work.then(
      (text) => this.#reply({ ok: true, text }),
      (error: unknown) => {
        const reason = String(error instanceof Error ? error.message : error).slice(0, 500);
        this.#reply({ ok: false, failure: 'code', reason });
      },
    );
  }

  /** A write counts even if the code swallows the error. */
  #reply(reply: SandboxReply): void {
    const written = this.#written;
    this.#say({
      kind: 'reply',
      reply: written === null ? reply : { ok: false, failure: 'write', reason: written },
    });
  }

  async #load({ source, lists, libraries, folder }: Extract<ChildCommand, { kind: 'module' }>) {
    const module = await this.#import(`data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`);
    for (const key of ['main', 'schema'] as const) {
      this.#guardMain(module[key], key, (path) => {
        this.#written ??= path;
      });
    }
    if (typeof module.handlers !== 'function') throw new TypeError('handlers is no function');
    const given = libraries.map((name) => [name, this.#loadLibrary(name, folder)] as const);
    const frozen = this.#freeze(JSON.parse(lists));
    const made = await module.handlers({ sharedLists: frozen, libraries: Object.fromEntries(given) });
    // Work that the factory defers counts as part of the factory.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (typeof made !== 'object' || made === null) throw new TypeError('handlers gives no object');
    this.#made = made;
    const stages = ['preRequest', 'executeRequest', 'postRequest'];
    const tools = Object.keys(made).filter((tool) => typeof made[tool] === 'object' && made[tool] !== null);
    return JSON.stringify(
      tools.map((tool) => [tool, stages.filter((stage) => typeof made[tool][stage] === 'function')]),
    );
  }

  #loadLibrary(name: string, folder: { path: string; shownAs: string }): unknown {
    const { builtinModules, createRequire } = this.#require('node:module');
    const builtins = ['buffer', 'crypto', 'path', 'querystring', 'stream', 'url', 'util', 'zlib'];
    const plain = name.replace(/^node:/, '');
    if (builtinModules.includes(plain)) {
      if (builtins.includes(plain)) return this.#require(plain);
      throw new Error(`${name} is a part of Node that handler code does not get`);
    }
    const fromFolder = createRequire(`${folder.path}/index.js`);
    try {
      fromFolder.resolve(name);
    } catch {
      throw new Error(`${name} is not in ${folder.shownAs}`);
    }
    const library = fromFolder(name);
    return library?.default ?? library;
  }

  async #call({ tool, stage, input }: Extract<ChildCommand, { kind: 'call' }>): Promise<string> {
    const text = JSON.stringify(await this.#made[tool]?.[stage]?.(JSON.parse(input)));
    if (typeof text !== 'string') throw new TypeError('it gives nothing that can be written as JSON');
    return text;
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { method = 'GET', headers, body } = init;
    const sent = new Response(body ?? null);
    const all = new Headers(headers);
    const type = sent.headers.get('content-type');
    if (type !== null && !all.has('content-type')) all.set('content-type', type);
    const text = body === null || body === undefined ? null : await sent.text();
    this.#requests += 1;
    const id = this.#requests;
    const asked = { url, method: method.toUpperCase(), headers: [...all], body: text };
    const answered = new Promise<string>((resolve) => this.#answers.set(id, resolve));
    this.#say({ kind: 'request', id, text: JSON.stringify(asked) });
    const answer = JSON.parse(await answered);
    if (answer.error !== undefined) throw new TypeError(`fetch failed: ${answer.error}`);
    const bytes = answer.base64 === undefined ? answer.text : Buffer.from(answer.base64, 'base64');
    const hasBody = ![101, 204, 205, 304].includes(answer.status);
    return new Response(hasBody ? bytes : null, {
      status: answer.status,
      headers: answer.contentType === null ? {} : { 'content-type': answer.contentType },
    });
  }

  #freeze(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value)) this.#freeze(item);
      Object.freeze(value);
    }
    return value;
  }

  #say(message: unknown): void {
    // Start a new line, whatever was printed before.
    this.#write(`\n${this.#mark}${JSON.stringify(message)}\n`);
  }
}

/** A command from the host to the child, one per line. */
export type ChildCommand =
  | {
      readonly kind: 'module';
      readonly source: string;
      /** JSON of the shared lists, by name. */
      readonly lists: string;
      readonly libraries: readonly string[];
      readonly folder: { readonly path: string; readonly shownAs: string };
    }
  | { readonly kind: 'call'; readonly tool: string; readonly stage: string; readonly input: string }
  | { readonly kind: 'answer'; readonly id: number; readonly text: string };

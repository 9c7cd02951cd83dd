import type { MessagePort } from 'node:worker_threads';
import type {
  QuickJSContext,
  QuickJSDeferredPromise,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten';
import type { EngineSettings, FromWorker, SandboxCommand, SandboxFailure, ToWorker } from './messages.js';

/**
 * The worker's side: one QuickJS runtime that holds one stranger's module. Only strings go in and out; the engine holds
 * no object of ours except functions from string to string: `request` (which only sends a message), `parseUrl` and
 * `formatDate`.
 *
 * The worker runs the source text of this class (`sandbox.ts`), because not every build that we ship has a file for the
 * worker. So the class uses nothing that is defined outside it except its arguments.
 */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #port: MessagePort;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #api: QuickJSHandle;
  readonly #requests = new Map<number, QuickJSDeferredPromise>();
  #namespace: QuickJSHandle | undefined;
  /** No deadline until the first command: only the thread's time limit for starting applies to our code. */
  #deadline = Number.POSITIVE_INFINITY;
  #requestsMade = 0;
  #isBusy = false;

  constructor(quickjs: QuickJSWASMModule, port: MessagePort, settings: EngineSettings) {
    this.#settings = settings;
    this.#port = port;
    this.#runtime = quickjs.newRuntime();
    this.#runtime.setMemoryLimit(settings.memoryBytes);
    this.#runtime.setMaxStackSize(settings.stackBytes);
    this.#runtime.setInterruptHandler(() => Date.now() > this.#deadline);
    this.#runtime.setModuleLoader((name) => ({
      error: new Error(`the module "${name.slice(0, 100)}" can not be imported in the sandbox`),
    }));
    this.#context = this.#runtime.newContext();
    this.#api = this.#makeApi();
    port.on('message', (message: ToWorker) => this.#take(message));
    this.#send({ kind: 'ready' });
  }

  /** The prelude is our code: if it does not run, the bug is in our code. */
  #makeApi(): QuickJSHandle {
    const vm = this.#context;
    const prelude = vm.unwrapResult(vm.evalCode(this.#settings.prelude, 'prelude.js', { type: 'global' }));
    const request = vm.newFunction('request', (text) => this.#request(text));
    const parseUrl = vm.newFunction('parseUrl', (text, base) => this.#parseUrl(text, base));
    const formatDate = vm.newFunction('formatDate', (text) => this.#formatDate(text));
    const settle = vm.newFunction('settle', (how, text) => this.#settle(how, text));
    const cap = vm.newNumber(this.#settings.resultBytes);
    return vm.unwrapResult(
      vm.callFunction(prelude, vm.undefined, request, parseUrl, formatDate, settle, cap),
    );
  }

  #startClock(): void {
    this.#deadline = Date.now() + this.#settings.sliceMs;
  }

  #take(message: ToWorker): void {
    this.#startClock();
    try {
      if (message.kind === 'answer') this.#answer(message.id, message.text);
      else this.#begin(message.command);
      this.#pump();
    } catch (error) {
      // The engine itself has failed, for example because its own stack overflowed: it can no longer be trusted.
      this.#fail('engine', `the engine failed: ${String(error).slice(0, 200)}`);
    }
  }

  #begin(command: SandboxCommand): void {
    this.#isBusy = true;
    this.#requestsMade = 0;
    if (command.kind === 'call') {
      this.#invoke('call', [command.tool, command.stage, command.input]);
      return;
    }
    const vm = this.#context;
    const result = vm.evalCode(command.source, 'schema.mjs', { type: 'module' });
    if (result.error) {
      this.#failWith(result.error);
      return;
    }
    this.#namespace = result.value;
    const how = command.exportName === null ? 'handlers' : 'value';
    this.#invoke(how, [command.exportName ?? 'handlers', command.lists], this.#namespace);
  }

  /** Calls a function of the prelude, which calls `settle` now or later. */
  #invoke(name: string, texts: readonly string[], first?: QuickJSHandle): void {
    const vm = this.#context;
    const handles = texts.map((text) => vm.newString(text));
    const result = vm.callMethod(this.#api, name, first ? [first, ...handles] : handles);
    for (const handle of handles) handle.dispose();
    if (result.error) this.#failWith(result.error);
    else result.value.dispose();
  }

  /** Runs all jobs that are due. A call with no job and no request pending can never finish. */
  #pump(): void {
    while (this.#isBusy && this.#runtime.hasPendingJob()) {
      const done = this.#runtime.executePendingJobs(100);
      if (done.error) {
        this.#failWith(done.error);
        return;
      }
      // An interrupted job leaves no trace, so check the clock.
      if (Date.now() > this.#deadline) {
        this.#fail('limit', this.#slow());
        return;
      }
    }
    if (this.#isBusy && this.#requests.size === 0) {
      this.#fail('code', 'the code waits for something that never comes');
    }
  }

  #slow(): string {
    return `the code computed for longer than ${this.#settings.sliceMs} ms`;
  }

  #request(text: QuickJSHandle): QuickJSHandle {
    const vm = this.#context;
    this.#requestsMade += 1;
    if (this.#requestsMade > this.#settings.requests) {
      throw new Error(`more than ${this.#settings.requests} requests in one call`);
    }
    const said = this.#readText(text);
    const id = this.#requestsMade;
    const deferred = vm.newPromise();
    this.#requests.set(id, deferred);
    this.#send({ kind: 'request', id, text: said });
    return deferred.handle;
  }

  #answer(id: number, text: string): void {
    const deferred = this.#requests.get(id);
    this.#requests.delete(id);
    const handle = this.#context.newString(text);
    deferred?.resolve(handle);
    handle.dispose();
  }

  /** Parses by WHATWG rules, which the engine lacks; returns '' for anything that is not a URL. */
  #parseUrl(text: QuickJSHandle, base: QuickJSHandle): QuickJSHandle {
    const vm = this.#context;
    const [input, from] = [this.#readText(text), this.#readText(base)];
    if (!URL.canParse(input, from === '' ? undefined : from)) return vm.newString('');
    const url = new URL(input, from === '' ? undefined : from);
    const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
    return vm.newString(
      JSON.stringify({
        ...{ href, origin, protocol, username, password, host, hostname, port, pathname, search, hash },
        pairs: [...url.searchParams],
      }),
    );
  }

  /**
   * Formats dates with the names of months and time zones that the engine lacks; throws as `Intl.DateTimeFormat` does.
   * A missing or unknown option never falls back to a setting of this machine.
   */
  #formatDate(text: QuickJSHandle): QuickJSHandle {
    const { locales, options, time } = JSON.parse(this.#readText(text));
    const zone = options.timeZone ?? 'UTC';
    const format = new Intl.DateTimeFormat([locales, 'en-US'].flat(), { ...options, timeZone: zone });
    const parts = time === null ? [] : format.formatToParts(time);
    return this.#context.newString(JSON.stringify({ parts, resolved: format.resolvedOptions() }));
  }

  /** Checks the length before copying out a single byte. */
  #readText(handle: QuickJSHandle): string {
    const vm = this.#context;
    if (vm.typeof(handle) !== 'string') throw new Error('a text was expected');
    const length = vm.getProp(handle, 'length').consume((found) => vm.getNumber(found));
    if (!(length <= this.#settings.resultBytes)) {
      throw new Error(`a text of more than ${this.#settings.resultBytes} bytes`);
    }
    return vm.getString(handle);
  }

  #settle(how: QuickJSHandle, text: QuickJSHandle): QuickJSHandle {
    const vm = this.#context;
    if (!this.#isBusy) return vm.undefined;
    const end = this.#readText(how);
    const said = this.#readText(text);
    if (end === 'ok') this.#reply({ ok: true, text: said });
    else if (end === 'write') this.#fail('write', said);
    else this.#failAs(said);
    return vm.undefined;
  }

  #failWith(error: QuickJSHandle): void {
    const vm = this.#context;
    // Reading the message may run a getter in the stranger's code, so the time limit still applies.
    const message = vm.getProp(error, 'message');
    const text =
      vm.typeof(message) === 'string' ? this.#readText(message) : `it throws a ${vm.typeof(error)}`;
    message.dispose();
    error.dispose();
    this.#failAs(text);
  }

  /** Permanently ends an engine that has reached a limit, even if only the stranger's code says that it has. */
  #failAs(reason: string): void {
    if (Date.now() > this.#deadline) this.#fail('limit', this.#slow());
    else if (reason === 'out of memory') this.#fail('limit', 'the code took more memory than it may');
    else this.#fail('code', reason);
  }

  #fail(failure: SandboxFailure, reason: string): void {
    this.#reply({ ok: false, failure, reason: reason.slice(0, 500) });
  }

  #reply(reply: Extract<FromWorker, { kind: 'reply' }>['reply']): void {
    if (!this.#isBusy) return;
    this.#isBusy = false;
    this.#requests.clear();
    this.#send({ kind: 'reply', reply });
  }

  #send(message: FromWorker): void {
    this.#port.postMessage(message);
  }
}

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
 * The worker's side: one QuickJS runtime, one stranger's module in it. What goes in and comes out is text; the engine
 * holds no object of ours but functions from text to text: `request` (which only sends a message), `parseUrl` and
 * `formatDate`.
 *
 * The source of this class is what the worker runs (`start-worker.ts`), because a worker needs a file of its own in
 * none of the forms we run in: so it uses nothing from outside of itself but what it is given.
 */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #port: MessagePort;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #api: QuickJSHandle;
  readonly #requests = new Map<number, QuickJSDeferredPromise>();
  #namespace: QuickJSHandle | undefined;
  #deadline = 0;
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
    this.#startClock();
    this.#api = this.#makeApi();
    port.on('message', (message: ToWorker) => this.#take(message));
    this.#send({ kind: 'ready' });
  }

  /** The prelude is ours: that it does not run is a fault of ours. */
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
      // The engine itself has failed, by a stack of its own that ran over or worse: nothing of it can be trusted now.
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

  /** Calls a function of the prelude, which settles by itself, now or later. */
  #invoke(name: string, texts: readonly string[], first?: QuickJSHandle): void {
    const vm = this.#context;
    const handles = texts.map((text) => vm.newString(text));
    const result = vm.callMethod(this.#api, name, first ? [first, ...handles] : handles);
    for (const handle of handles) handle.dispose();
    if (result.error) this.#failWith(result.error);
    else result.value.dispose();
  }

  /** Runs what is due. A call that waits for nothing any more can never come to an end. */
  #pump(): void {
    while (this.#isBusy && this.#runtime.hasPendingJob()) {
      const done = this.#runtime.executePendingJobs(100);
      if (done.error) {
        this.#failWith(done.error);
        return;
      }
      // A job that was interrupted leaves nothing behind that says so.
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

  /** WHATWG rules, which the engine does not have; '' for what is no address. */
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
   * Names of months and time zones, which the engine does not have; throws as `Intl.DateTimeFormat` does. What is left open,
   * or not known, is never what this machine is set to.
   */
  #formatDate(text: QuickJSHandle): QuickJSHandle {
    const { locales, options, time } = JSON.parse(this.#readText(text));
    const zone = options.timeZone ?? 'UTC';
    const format = new Intl.DateTimeFormat([locales, 'en-US'].flat(), { ...options, timeZone: zone });
    const parts = time === null ? [] : format.formatToParts(time);
    return this.#context.newString(JSON.stringify({ parts, resolved: format.resolvedOptions() }));
  }

  /** Looks at the length before a byte is copied out. */
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
    // Reading a message may run a getter of the stranger; the clock is still running.
    const message = vm.getProp(error, 'message');
    const text =
      vm.typeof(message) === 'string' ? this.#readText(message) : `it throws a ${vm.typeof(error)}`;
    message.dispose();
    error.dispose();
    this.#failAs(text);
  }

  /** An engine that has met a limit is not used again, even where the stranger only says that it has. */
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

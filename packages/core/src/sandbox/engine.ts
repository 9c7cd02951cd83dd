import type { MessagePort } from 'node:worker_threads';
import type {
  QuickJSContext,
  QuickJSDeferredPromise,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten';
import type {
  EngineSettings,
  FromWorker,
  LibraryScript,
  SandboxCommand,
  SandboxFailure,
  SandboxReply,
  ToWorker,
} from './messages.js';

/**
 * The worker's side: one QuickJS runtime that holds one stranger's module and the libraries it needs. Only strings go in
 * and out; the engine holds no object of ours except functions from string to string: `request` and `lack` (which only
 * send or keep a message), `parseUrl` and `formatDate`.
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
  readonly #requests = new Map<
    number,
    { readonly deferred: QuickJSDeferredPromise; readonly owner: number }
  >();
  /** Modules that stand for libraries, by name. */
  readonly #modules = new Map<string, string>();
  #namespace: QuickJSHandle | undefined;
  /** No deadline until the first command: only the thread's time limit for starting applies to our code. */
  #deadline = Number.POSITIVE_INFINITY;
  /** The number of the running command. */
  #command = 0;
  /** The command whose work runs: an earlier one, if it runs because of a timer that one has left. */
  #owner = 0;
  /** Never starts again, so that no answer reaches another request. */
  #lastRequest = 0;
  /** What the running command has used up, and what work left over from earlier ones has. */
  #spent = { own: { requests: 0, timers: 0 }, left: { requests: 0, timers: 0 } };
  /** The first missing library that the running code has used. */
  #missing: string | null = null;
  /** The result of the command; it is sent when no job is left. */
  #outcome: SandboxReply | null = null;
  #isBusy = false;

  constructor(quickjs: QuickJSWASMModule, port: MessagePort, settings: EngineSettings) {
    this.#settings = settings;
    this.#port = port;
    this.#runtime = quickjs.newRuntime();
    this.#runtime.setMemoryLimit(settings.memoryBytes);
    this.#runtime.setMaxStackSize(settings.stackBytes);
    this.#runtime.setInterruptHandler(() => Date.now() > this.#deadline);
    this.#runtime.setModuleLoader(
      (name) =>
        this.#modules.get(name.replace(/^node:/, '')) ?? {
          error: new Error(`the module "${name.slice(0, 100)}" cannot be imported in the sandbox`),
        },
    );
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
    const lack = vm.newFunction('lack', (name) => this.#lack(name));
    const cap = vm.newNumber(this.#settings.resultBytes);
    return vm.unwrapResult(
      vm.callFunction(prelude, vm.undefined, request, parseUrl, formatDate, settle, lack, cap),
    );
  }

  #startClock(): void {
    this.#deadline = Date.now() + this.#settings.sliceMs;
  }

  #take(message: ToWorker): void {
    this.#startClock();
    try {
      if (message.kind === 'answer') this.#answer(message.id, message.text);
      else this.#begin(message);
      this.#pump();
    } catch (error) {
      // The engine itself has failed, for example because its own stack overflowed: it can no longer be trusted.
      this.#fail('engine', `the engine failed: ${String(error).slice(0, 200)}`);
    }
  }

  #begin({ number, command }: { readonly number: number; readonly command: SandboxCommand }): void {
    this.#isBusy = true;
    this.#command = number;
    this.#spent = { own: { requests: 0, timers: 0 }, left: { requests: 0, timers: 0 } };
    this.#missing = null;
    this.#outcome = null;
    this.#askPrelude('begin', number);
    this.#workFor(number);
    if (command.kind === 'call') {
      this.#invoke('call', [command.tool, command.stage, command.input]);
      return;
    }
    const vm = this.#context;
    const { scripts } = command.kind === 'handlers' ? command : { scripts: [] };
    for (const script of scripts) {
      const failed = this.#takeLibrary(script);
      if (failed) {
        this.#failWith(failed, `the library ${script.name}: `);
        return;
      }
    }
    // Before the module runs, which can replace what a trap is made of.
    if (command.kind === 'handlers') this.#invoke('giveLibraries', [JSON.stringify(command.libraries)]);
    const result = vm.evalCode(command.source, 'schema.mjs', { type: 'module' });
    if (result.error) {
      this.#failWith(result.error);
      return;
    }
    this.#namespace = result.value;
    if (command.kind === 'value') this.#invoke('value', [command.exportName], this.#namespace);
    else this.#invoke('handlers', [command.lists], this.#namespace);
  }

  /**
   * Runs the script of a library in a scope of its own. The libraries that stand for modules of Node are imported by
   * handlers too.
   *
   * @returns the error, or null
   */
  #takeLibrary({ name, source }: LibraryScript): QuickJSHandle | null {
    const vm = this.#context;
    const scoped = `(function () {${source}\n}).call(globalThis)`;
    const run = vm.evalCode(scoped, `${name}.js`, { type: 'global' });
    if (run.error) return run.error;
    run.value.dispose();
    const given = vm.newString(name);
    const taken = vm.callMethod(this.#api, 'takeLibrary', [given]);
    given.dispose();
    if (taken.error) return taken.error;
    const module = taken.value.consume((text) => this.#readText(text));
    if (name === 'crypto' || name === 'zlib') this.#modules.set(name, module);
    return null;
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

  /**
   * Runs all jobs that are due. When only timers are left to wait for, the next one fires at once. A call with no job, no
   * request and no timer pending can never finish, and neither can one whose timers have fired too often. A command ends
   * only when its jobs have run, so that the next one finds none.
   */
  #pump(): void {
    while (this.#isBusy) {
      const hasJob = this.#runtime.hasPendingJob();
      if (!hasJob && this.#outcome) {
        this.#reply(this.#outcome);
        return;
      }
      if (!hasJob && this.#requests.size > 0) return;
      const failed = hasJob ? this.#runtime.executePendingJobs(100).error : this.#fireTimer();
      // An interrupted job leaves no trace, so check the clock.
      if (Date.now() > this.#deadline) this.#fail('limit', this.#slow());
      else if (failed && this.#isLeftOver()) failed.dispose();
      else if (failed) this.#failWith(failed);
    }
  }

  /** @returns the error that the timer's code throws; undefined if there is none */
  #fireTimer(): QuickJSHandle | undefined {
    const owner = this.#askPrelude('findTimer');
    if (owner === 0) {
      this.#fail('code', 'the code waits for something that never comes');
      return undefined;
    }
    this.#workFor(owner);
    const spent = this.#isLeftOver() ? this.#spent.left : this.#spent.own;
    spent.timers += 1;
    if (spent.timers > this.#settings.timers) {
      if (this.#isLeftOver()) this.#askPrelude('dropLeftTimers');
      // Timers that never end would be in the way of the next command, so their engine ends.
      else this.#fail('limit', this.#restless());
      return undefined;
    }
    const result = this.#context.callMethod(this.#api, 'fireTimer');
    if (result.error) return result.error;
    result.value.dispose();
    return undefined;
  }

  /** From here until no job is left, what runs is work of this command. */
  #workFor(owner: number): void {
    this.#owner = owner;
    this.#askPrelude('workFor', owner);
  }

  #isLeftOver(): boolean {
    return this.#owner !== this.#command;
  }

  /** Calls a function of the prelude that runs none of the stranger's code. */
  #askPrelude(name: string, number = 0): number {
    const vm = this.#context;
    const given = vm.newNumber(number);
    const result = vm.callMethod(this.#api, name, [given]);
    given.dispose();
    return vm.unwrapResult(result).consume((found) => vm.getNumber(found));
  }

  #restless(): string {
    return `the code fires more than ${this.#settings.timers} timers; time is virtual, and Date.now stays the real one`;
  }

  #slow(): string {
    return `the code computed for longer than ${this.#settings.sliceMs} ms`;
  }

  #request(text: QuickJSHandle): QuickJSHandle {
    const vm = this.#context;
    if (!this.#isBusy || this.#outcome) throw new Error('the call has ended');
    const isLeftOver = this.#isLeftOver();
    const spent = isLeftOver ? this.#spent.left : this.#spent.own;
    spent.requests += 1;
    if (spent.requests > this.#settings.requests) {
      throw new Error(`more than ${this.#settings.requests} requests in one call`);
    }
    const said = this.#readText(text);
    this.#lastRequest += 1;
    const id = this.#lastRequest;
    const deferred = vm.newPromise();
    this.#requests.set(id, { deferred, owner: this.#owner });
    this.#send({ kind: 'request', id, command: this.#command, isLeftOver, text: said });
    return deferred.handle;
  }

  #answer(id: number, text: string): void {
    const asked = this.#requests.get(id);
    if (!asked) return;
    this.#requests.delete(id);
    this.#workFor(asked.owner);
    const handle = this.#context.newString(text);
    asked.deferred.resolve(handle);
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

  /** Marks the running command, so that it cannot hide from us what it lacks. */
  #lack(name: QuickJSHandle): QuickJSHandle {
    if (!this.#isLeftOver()) this.#missing ??= this.#readText(name);
    return this.#context.undefined;
  }

  #settle(how: QuickJSHandle, text: QuickJSHandle): QuickJSHandle {
    const vm = this.#context;
    if (!this.#isBusy) return vm.undefined;
    const end = this.#readText(how);
    const said = this.#readText(text);
    if (end === 'ok') this.#end({ ok: true, text: said });
    else if (end === 'write') this.#fail('write', said);
    else this.#failAs(said);
    return vm.undefined;
  }

  #failWith(error: QuickJSHandle, during = ''): void {
    const vm = this.#context;
    // Reading the message may run a getter in the stranger's code, so the time limit still applies.
    const message = vm.getProp(error, 'message');
    const text =
      vm.typeof(message) === 'string' ? this.#readText(message) : `it throws a ${vm.typeof(error)}`;
    message.dispose();
    error.dispose();
    this.#failAs(text, during);
  }

  /** Permanently ends an engine that has reached a limit, even if only the stranger's code says that it has. */
  #failAs(reason: string, during = ''): void {
    if (Date.now() > this.#deadline) this.#fail('limit', this.#slow());
    else if (reason === 'out of memory') this.#fail('limit', 'the code took more memory than it may');
    else this.#fail('code', during + reason);
  }

  #fail(failure: SandboxFailure, reason: string): void {
    const reply = { ok: false, failure, reason: reason.slice(0, 500) } as const;
    // The host ends such an engine, so nothing has to run in it any more.
    if (failure === 'limit' || failure === 'engine') this.#reply(reply);
    else this.#end(reply);
  }

  /** The first outcome counts. Requests that are still under way get no answer. */
  #end(outcome: SandboxReply): void {
    this.#outcome ??= outcome;
    this.#requests.clear();
  }

  #reply(reply: SandboxReply): void {
    if (!this.#isBusy) return;
    this.#isBusy = false;
    this.#requests.clear();
    const missing = this.#missing;
    if (missing === null) this.#send({ kind: 'reply', reply });
    else {
      const failed = reply.ok
        ? ({ ok: false, failure: 'code', reason: `it needs ${missing}` } as const)
        : reply;
      this.#send({ kind: 'reply', reply: { ...failed, missing } });
    }
  }

  #send(message: FromWorker): void {
    this.#port.postMessage(message);
  }
}

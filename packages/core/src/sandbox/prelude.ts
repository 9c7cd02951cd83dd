import { guardMain } from './guard-main.js';
import { TIMERS_PRELUDE } from './prelude-timers.js';
import { WEB_PRELUDE } from './prelude-web.js';

/**
 * Runs in the engine before the stranger's module, which can tamper with it: trust the prelude's messages no more than
 * the module's. The prelude gives handlers the arguments that the specification promises (`sharedLists`, `libraries`,
 * `fetch`) and turns their results into text. Compilers that keep the names of functions call `__name`.
 */
export const PRELUDE = `(function (request, parseUrl, formatDate, settle, lack, cap) {
  'use strict';
  // The module can replace these.
  const { Proxy, Reflect, Map, Error, TypeError } = globalThis;
  const { parse, stringify } = JSON;
  const { freeze, fromEntries, keys } = Object;
  ${WEB_PRELUDE}
  ${TIMERS_PRELUDE}
  const __name = (target) => target;
  const guardMain = ${guardMain.toString()};

  const known = new Map();
  const imports = {};
  let given = {};
  let made = {};
  // Number of the running command.
  let current = 0;
  // Path of main that the running code has written to.
  let written = null;

  function freezeDeep(value) {
    if (typeof value === 'object' && value !== null) {
      keys(value).forEach((key) => freezeDeep(value[key]));
      freeze(value);
    }
    return value;
  }

  /** Accepts data only: refuses whatever JSON would silently drop or change. */
  function strictText(root) {
    return stringify(root, function (key, value) {
      const kind = typeof value;
      if (kind === 'function' || kind === 'symbol' || kind === 'bigint') {
        throw new TypeError((key === '' ? 'it' : '"' + key + '"') + ' is a ' + kind + ', which is no data');
      }
      if (kind === 'number' && !(value - value === 0)) throw new TypeError('"' + key + '" is no finite number');
      return value;
    });
  }

  function finish(text) {
    if (typeof text !== 'string') return settle('code', 'it gives nothing that can be written as JSON');
    if (text.length > cap) return settle('code', 'it gives more than ' + cap + ' bytes');
    return settle('ok', text);
  }

  function fail(error) {
    const isError = typeof error === 'object' && error !== null;
    return settle('code', String(isError ? error.message : error).slice(0, 400));
  }

  // A write counts even if the code swallows the error. Work that is left from an earlier command answers nothing.
  function answer(work) {
    const own = current;
    const unlessWritten = (end) => (said) => {
      if (own !== current) return undefined;
      return written === null ? end(said) : settle('write', written);
    };
    (async () => work())().then(unlessWritten(finish), unlessWritten(fail)).catch(unlessWritten(fail));
  }

  /**
   * Stands for a library that is not here. Code may ask whether it is there, or wait for it; whatever tells more of it
   * throws, and the host learns the name.
   */
  function trapOf(name) {
    const refuse = () => {
      lack(name);
      throw new Error('the sandbox does not have the library ' + name);
    };
    const { iterator, asyncIterator } = Symbol;
    const isFree = (key) => (typeof key === 'symbol' ? key !== iterator && key !== asyncIterator : key === 'then');
    return new Proxy(function () {}, {
      get: (_, key) => (isFree(key) ? undefined : refuse()),
      ...{ has: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse, apply: refuse, construct: refuse },
    });
  }

  function stagesOf(handler) {
    const known = ['preRequest', 'executeRequest', 'postRequest'];
    return known.filter((stage) => typeof handler[stage] === 'function');
  }

  return {
    begin(number) {
      current = number;
      written = null;
      return 0;
    },
    workFor(number) {
      owner = number;
      return 0;
    },
    value(module, name) {
      answer(async () => strictText((await module)[name]));
    },
    /** Takes the library that a script has left, and gives the text of the module that stands for it. */
    takeLibrary(name) {
      const library = globalThis.__flowmcpLibrary;
      delete globalThis.__flowmcpLibrary;
      if (library === undefined || library === null) throw new Error('its script leaves no library');
      known.set(name, library);
      imports[name] = library;
      define('__flowmcpImports', imports);
      const names = keys(library).filter((key) => key !== 'default' && /^[A-Za-z_$][\\w$]*$/.test(key));
      return [
        'const library = globalThis.__flowmcpImports[' + stringify(name) + ']; export default library;',
        ...names.map((key, at) => 'const n' + at + ' = library.' + key + '; export { n' + at + ' as ' + key + ' };'),
      ].join('');
    },
    /** What the factory gets: libraries, and a trap for each one that is missing. */
    giveLibraries(names) {
      const libraryOf = (name) => {
        const plain = name.replace(/^node:(?=(?:crypto|zlib)$)/, '');
        return known.has(plain) ? known.get(plain) : trapOf(name);
      };
      given = freeze(fromEntries(parse(names).map((name) => [name, libraryOf(name)])));
    },
    ...{ findTimer, fireTimer, dropLeftTimers },
    handlers(module, lists) {
      answer(async () => {
        const loaded = await module;
        for (const key of ['main', 'schema']) guardMain(loaded[key], key, (path) => {
          if (owner === current) written ??= path;
        });
        const factory = loaded.handlers;
        if (typeof factory !== 'function') throw new TypeError('handlers is no function');
        made = await factory({ sharedLists: freezeDeep(parse(lists)), libraries: given });
        // Work that the factory defers counts as part of the factory.
        for (let turn = 0; turn < 1000; turn += 1) await null;
        if (typeof made !== 'object' || made === null) throw new TypeError('handlers gives no object');
        const found = keys(made).filter((key) => typeof made[key] === 'object' && made[key] !== null);
        return stringify(found.map((key) => [key, stagesOf(made[key])]));
      });
    },
    call(tool, stage, input) {
      answer(async () => stringify(await made[tool][stage](parse(input))));
    },
  };
})`;

import { guardMain } from './guard-main.js';
import { WEB_PRELUDE } from './prelude-web.js';

/**
 * Runs in the engine before the stranger's module, which can tamper with it: trust the prelude's messages no more than
 * the module's. The prelude gives handlers the arguments that the specification promises (`sharedLists`, `libraries`,
 * `fetch`) and turns their results into text. Compilers that keep the names of functions call `__name`.
 */
export const PRELUDE = `(function (request, parseUrl, formatDate, settle, cap) {
  'use strict';
  const { parse, stringify } = JSON;
  const { freeze, keys, getPrototypeOf } = Object;
  ${WEB_PRELUDE}
  const __name = (target) => target;
  const guardMain = ${guardMain.toString()};

  let made = {};
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

  // A write counts even if the code swallows the error.
  function answer(work) {
    written = null;
    const unlessWritten = (end) => (said) => (written === null ? end(said) : settle('write', written));
    (async () => work())().then(unlessWritten(finish), unlessWritten(fail)).catch(fail);
  }

  function stagesOf(handler) {
    const known = ['preRequest', 'executeRequest', 'postRequest'];
    return known.filter((stage) => typeof handler[stage] === 'function');
  }

  return {
    value(module, name) {
      answer(async () => strictText((await module)[name]));
    },
    handlers(module, name, lists) {
      answer(async () => {
        const loaded = await module;
        for (const key of ['main', 'schema']) guardMain(loaded[key], key, (path) => (written ??= path));
        const factory = loaded[name];
        if (typeof factory !== 'function') throw new TypeError(name + ' is no function');
        made = await factory({ sharedLists: freezeDeep(parse(lists)), libraries: freeze({}) });
        // Work that the factory defers counts as part of the factory.
        for (let turn = 0; turn < 1000; turn += 1) await null;
        if (typeof made !== 'object' || made === null) throw new TypeError(name + ' gives no object');
        const found = keys(made).filter((key) => typeof made[key] === 'object' && made[key] !== null);
        return stringify(found.map((key) => [key, stagesOf(made[key])]));
      });
    },
    call(tool, stage, input) {
      answer(async () => stringify(await made[tool][stage](parse(input))));
    },
  };
})`;

import type { AnyNode, Identifier, MemberExpression } from 'acorn';
import type { CodeUse, CodeUseKind } from '../logic/code-facts.js';
import type { Position } from '../logic/module-reading.js';
import { findBinding, isFunction, type Site } from './code-sites.js';
import { foldText, GLOBAL_OBJECTS, meaningsOf, memberName } from './meaning.js';

const GLOBALS: Readonly<Record<string, CodeUseKind>> = {
  eval: 'eval',
  Function: 'eval',
  require: 'require',
  process: 'process',
  fetch: 'network',
  XMLHttpRequest: 'network',
  WebSocket: 'network',
  EventSource: 'network',
};
/** Modules that some runtimes put into the global scope. A bare name may be a mistake; a member access is not. */
const GLOBAL_MODULES: Readonly<Record<string, CodeUseKind>> = { fs: 'fs', child_process: 'child-process' };
const STRING_RUNNERS = new Set(['setTimeout', 'setInterval', 'setImmediate']);

/**
 * Finds uses of the runtime's powers by name. A name counts only if no scope declares it; a property, an object key, a
 * text or a comment never counts. Network calls are found separately, because their address matters.
 */
export function findUses(sites: readonly Site[], position: (offset: number) => Position): CodeUse[] {
  return sites.flatMap((site) => {
    const found = useOf(site);
    return found ? [{ ...found, at: position(site.node.start) }] : [];
  });
}

type Found = Omit<CodeUse, 'at'>;

function useOf(site: Site): Found | undefined {
  const { node } = site;
  switch (node.type) {
    case 'Identifier':
      return findBinding(node.name, site.scope) ? undefined : useOfGlobal(node, site);
    case 'MemberExpression':
      return useOfGlobalMember(node, site) ?? useOfConstructor(node, site);
    case 'CallExpression':
      return useOfTimer(site);
    default:
      return undefined;
  }
}

function useOfGlobal(node: Identifier, { parent, scope }: Site): Found | undefined {
  const { name } = node;
  const around = parent?.node;
  if (around?.type === 'UnaryExpression' && around.operator === 'typeof') return undefined;
  const isObject = around?.type === 'MemberExpression' && around.object === node;
  const what = isObject ? `${name}.${memberName(around, scope) ?? '[…]'}` : name;
  if (GLOBAL_OBJECTS.has(name)) return { kind: 'global-access', what };
  if (isObject && Object.hasOwn(GLOBAL_MODULES, name)) {
    return { kind: GLOBAL_MODULES[name] as CodeUseKind, what };
  }
  const kind = Object.hasOwn(GLOBALS, name) ? GLOBALS[name] : undefined;
  if (!kind || kind === 'network' || (name === 'Function' && isOnlyCompared(node, around))) return undefined;
  return { kind, what };
}

/** Resolves detours such as `globalThis.process` and `window['ev' + 'al']`. */
function useOfGlobalMember(node: MemberExpression, { scope }: Site): Found | undefined {
  if (node.object.type !== 'Identifier' || !GLOBAL_OBJECTS.has(node.object.name)) return undefined;
  if (findBinding(node.object.name, scope)) return undefined;
  const name = memberName(node, scope);
  const kind = name !== null && Object.hasOwn(GLOBALS, name) ? GLOBALS[name] : undefined;
  return kind && kind !== 'network' ? { kind, what: `${node.object.name}.${name}` } : undefined;
}

/**
 * Finds `[].filter.constructor('…')()`: the constructor of any function can turn text into code. Reading the name of a
 * constructor or comparing it does not count.
 */
function useOfConstructor(node: MemberExpression, { parent, scope }: Site): Found | undefined {
  if (memberName(node, scope) !== 'constructor') return undefined;
  const around = parent?.node;
  if (isOnlyCompared(node, around)) return undefined;
  if (around?.type === 'MemberExpression' && around.object === node && memberName(around, scope) === 'name') {
    return undefined;
  }
  return { kind: 'global-access', what: node.computed ? "['constructor']" : '.constructor' };
}

function isOnlyCompared(node: AnyNode, around: AnyNode | undefined): boolean {
  if (around?.type !== 'BinaryExpression') return false;
  return ['===', '!==', '==', '!='].includes(around.operator) || around.right === node;
}

/** Finds `setTimeout('code', 1)`. */
function useOfTimer({ node, scope }: Site): Found | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [first] = node.arguments;
  if (!first || isFunction(first)) return undefined;
  const timer = meaningsOf(node.callee, scope).find(
    (meaning) => meaning.kind === 'global' && STRING_RUNNERS.has(meaning.name) && meaning.path.length === 0,
  );
  const isText = foldText(first, scope) !== undefined || first.type === 'TemplateLiteral';
  return timer && isText ? { kind: 'eval', what: `${timer.name} with a text` } : undefined;
}

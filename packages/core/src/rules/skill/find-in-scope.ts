import { resolveReference } from './resolve-reference.js';
import type { SkillScope } from './rule.js';

/**
 * The members that a reference of a skill names, in whatever its place lets it refer to: `<schema>.<name>`, for a skill
 * of a selection `<namespace>.<schema>.<name>`. A bare name may be of any namespace of the selection.
 */
export function findInScope(text: string, kind: 'tool' | 'resource', scope: SkillScope): readonly string[] {
  const member = kind === 'tool' ? 'tools' : 'resources';
  if (scope.kind === 'namespace') {
    return resolveReference({ text, kind, namespace: scope.namespace, members: scope[member] });
  }
  return Object.entries(scope.providers).flatMap(([namespace, provider]) => {
    const own = text.startsWith(`${namespace}.`) ? text.slice(namespace.length + 1) : text;
    const members = provider[member];
    return resolveReference({ text: own, kind, namespace, members }).map((found) => `${namespace}.${found}`);
  });
}

/** Can it be told that a reference which names nothing is wrong? */
export function knowsAll(scope: SkillScope): boolean {
  return scope.kind === 'namespace' || scope.isComplete;
}

/** What a message calls the place. */
export function nameOfScope(scope: SkillScope): string {
  return scope.kind === 'namespace' ? scope.namespace : 'the members of this selection';
}

import { holdsName } from '../../../rules/about/reference.js';
import type { SelectionNamespace, SelectionSkill } from '../../../rules/selection-finding.js';
import { parsePlaceholders } from '../../../rules/skill/placeholders.js';
import { textOfSkill } from './selection-skill.js';

/** "the About resources of coingecko", "coingecko's About", "`about` pages" in one line with the namespace. */
const WORDS =
  /\babout[ -](?:resource|page|document)s?\b|["'`*_]about["'`*_]{1,3}\s+(?:resource|page|document)s?\b|['’]s\s+["'`*_]{0,3}About\b|\bAbouts?\s+(?:of|for)\b/i;

/**
 * Namespaces of the selection whose About the skill refers to (spec 13, Relationship Between the Two Categories). For
 * each it is one of: the id `‹namespace›/resource/about` or `‹namespace›/about`, also in a placeholder or in
 * `requires.resources`; the name `‹namespace›-about`, with or without `.md`; a path through `‹namespace›/` that ends in
 * `resources/about`; a line that mentions an About and names the namespace. `{{resource:about}}` alone is the About of
 * the selection itself.
 */
export function aboutsOf(skill: SelectionSkill, namespaces: readonly SelectionNamespace[]): string[] {
  const text = [textOfSkill(skill), ...skill.resources].join('\n');
  const lines = text.split(/\r\n|\n|\r/);
  return namespaces
    .map(({ namespace }) => namespace)
    .filter(
      (name) =>
        [`${name}/resource/about`, `${name}/about`, `${name}-about`].some((id) => holdsName(text, id)) ||
        lines.some((line) => holdsName(line, name) && (WORDS.test(line) || line.includes('resources/about'))),
    );
}

/**
 * Namespaces that a skill uses: those of its required tools and resources, of ids in its content, and those named in
 * backticks. Only ids that begin with the namespace identify it; a bare tool name does not.
 */
export function namespacesOf(skill: SelectionSkill, namespaces: readonly SelectionNamespace[]): string[] {
  const text = textOfSkill(skill);
  const ids = [
    ...skill.tools,
    ...skill.resources,
    ...parsePlaceholders(text).flatMap(({ type, name }) =>
      ['tool', 'resource'].includes(type.trim()) ? [name.trim()] : [],
    ),
  ];
  const named = [...text.matchAll(/`([^`\n]{1,100})`/g)].map(([, span = '']) => span.trim());
  return namespaces
    .map(({ namespace }) => namespace)
    .filter(
      (namespace) =>
        ids.some((id) => id.startsWith(`${namespace}/`) || id.startsWith(`${namespace}.`)) ||
        named.some((span) => span === namespace || span.startsWith(`${namespace}/`)),
    );
}

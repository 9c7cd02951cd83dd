/** A `{{type:name}}` in a skill's Markdown (Schemas-Spec 14, Placeholders, and 18). */
export interface Placeholder {
  /** As written, including the braces. */
  readonly text: string;
  readonly type: string;
  readonly name: string;
}

/** Types that a runtime replaces; any other word before the colon names a shared list (chapter 18). */
export const PLACEHOLDER_TYPES: ReadonlySet<string> = new Set([
  'tool',
  'resource',
  'skill',
  'prompt',
  'input',
  'prefill',
]);

const BRACES = /\{\{([^{}]*)\}\}/g;

/**
 * The placeholders in a text, each listed once, in order of occurrence. `{{NAME}}` without a colon belongs to schemas
 * (chapter 12, Edge Case); `{{}}` counts as a placeholder without type and name.
 */
export function parsePlaceholders(text: string): readonly Placeholder[] {
  const found = new Map<string, Placeholder>();
  for (const [whole, inside = ''] of text.matchAll(BRACES)) {
    const colon = inside.indexOf(':');
    if (colon < 0 && inside.trim() !== '') continue;
    const [type, name] = colon < 0 ? ['', ''] : [inside.slice(0, colon), inside.slice(colon + 1)];
    found.set(whole, { text: whole, type, name });
  }
  return [...found.values()];
}

/** Names of the skills that the text refers to, as written. */
export function listSkillReferences(text: string): readonly string[] {
  return parsePlaceholders(text).flatMap(({ type, name }) => (type === 'skill' ? [name] : []));
}

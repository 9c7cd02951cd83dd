const NAME = '[A-Za-z_][A-Za-z0-9_]*';
const PLACEHOLDER = new RegExp(`\\{\\{\\s*((?:${NAME}\\s*:\\s*)?${NAME})\\s*\\}\\}`, 'g');
const WHOLE_NAME = new RegExp(`^(?:${NAME}:)?${NAME}$`);

export interface Placeholder {
  /** As written in the text. */
  readonly slot: string;
  /** The name without white space: `USER_PARAM`, `SERVER_PARAM:KEY`. */
  readonly name: string;
}

/**
 * The placeholders in text, in order: `{{NAME}}` or `{{ns:name}}`. Other braces do not count: they belong to a query
 * language or to a value (decision 0066).
 */
export function placeholdersIn(text: string): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(([slot, name = '']) => ({ slot, name: withoutBlanks(name) }));
}

export function usesUserValue(template: string): boolean {
  return placeholdersIn(template).some(({ name }) => name === 'USER_PARAM');
}

export function isPlaceholderName(name: string): boolean {
  return WHOLE_NAME.test(name);
}

/** Removes white space: `SERVER_PARAM : KEY` is the same placeholder as `SERVER_PARAM:KEY`. */
export function withoutBlanks(name: string): string {
  return name.trim().replace(/\s*:\s*/, ':');
}

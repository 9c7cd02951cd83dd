import { isText, type Members, memberOf } from '../../schema/schema-members.js';

/** The address of the terms of service; undefined where none is given, or where it is said that there are none. */
export function termsOf(main: Members): string | undefined {
  const terms = memberOf(main, 'termsOfService');
  return isText(terms) && /^https?:\/\//i.test(terms.trim()) ? terms.trim() : undefined;
}

import { type Placeholder, placeholdersIn } from '../../sources/logic/placeholder.js';
import type { SchemaRule } from './rule.js';
import { isTextList, type Members, memberOf, parametersOf, toolsOf } from './schema-members.js';

/** Placeholders of a parameter's value that nothing will ever fill (chapter 02, Value Types). */
export const placeholderRules: readonly SchemaRule[] = [
  {
    codes: ['GATE-019'],
    check({ main }, report) {
      for (const tool of toolsOf(main)) {
        for (const { value, path } of parametersOf(tool)) {
          const [first] = undeclaredIn(memberOf(memberOf(value, 'position'), 'value'), main);
          if (first) report('GATE-019', [...path, 'position', 'value'], { slot: first.slot });
        }
      }
    },
  },
];

/** Those that are neither the caller's value nor a declared server parameter. */
export function undeclaredIn(template: unknown, main: Members): Placeholder[] {
  const listed = memberOf(main, 'requiredServerParams') ?? [];
  // What is declared can not be told from something else: that has a code of its own.
  if (!isTextList(listed)) return [];
  const declared = new Set(listed);
  return placeholdersIn(typeof template === 'string' ? template : '').filter(
    ({ name }) => name !== 'USER_PARAM' && !declared.has(name.replace(/^SERVER_PARAM:/, '')),
  );
}

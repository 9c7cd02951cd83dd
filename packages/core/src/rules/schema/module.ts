import type { SchemaRule } from './rule.js';
import { describeFound, isObject, memberOf } from './schema-members.js';

/** What the module exports (chapter 09, Schema Structure Rules). */
export const moduleRules: readonly SchemaRule[] = [
  {
    codes: ['VAL001', 'VAL002', 'SRC-006'],
    check({ reading }, report) {
      if (reading.exportName === null) report('VAL001', []);
      else if (!isObject(reading.value)) report('VAL002', [], { found: describeFound(reading.value) });
      if (reading.exportName === 'schema') report('SRC-006', []);
    },
  },
  {
    codes: ['VAL004'],
    check({ reading: { handlers, handlersAt } }, report) {
      if (handlers.kind === 'unreadable' && handlers.notAFunction) {
        report('VAL004', { where: { path: 'handlers', ...handlersAt } });
      }
    },
  },
  {
    codes: ['SRC-007'],
    check({ reading }, report) {
      for (const { path, key } of reading.duplicateKeys) report('SRC-007', [...path, key], { key });
    },
  },
];

/** What the handlers export has to do with `main`. */
export const handlerRules: readonly SchemaRule[] = [
  {
    codes: ['VAL005'],
    check({ reading: { handlers, handlersAt }, main }, report) {
      if (handlers.kind !== 'named') return;
      const where = { path: 'handlers', ...handlersAt };
      const known = new Set(
        [memberOf(main, 'tools'), memberOf(main, 'resources')].flatMap((owner) =>
          isObject(owner) ? Object.keys(owner) : [],
        ),
      );
      for (const key of handlers.tools) if (!known.has(key)) report('VAL005', { where }, { key });
    },
  },
];

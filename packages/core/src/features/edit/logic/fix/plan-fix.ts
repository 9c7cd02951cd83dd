import { problem } from '../../../../problems/error-codes.js';
import type { Problem } from '../../../../problems/problem.js';
import { isObject } from '../../../../rules/schema/schema-members.js';
import { formatValuePath } from '../../../../values/value-path.js';
import { type Change, changeValue, planEdits } from '../changes.js';
import type { Edit } from '../edits.js';
import type { CheckedPlan, PlanInput } from '../migrate/plan-migration.js';
import { renameExport } from '../rename-export.js';
import { findExported } from '../syntax-nodes.js';
import { findCorrections } from './corrections.js';

/**
 * Plans the corrections that follow from the schema itself, each with the code of its finding:
 *
 * - GATE-019: an undeclared placeholder that stands for the value of its parameter becomes `{{USER_PARAM}}`, and tests name
 *   that value by the parameter's key
 * - GATE-027: the values of an `enum()` move from the option `values(…)` into the type
 * - VAL032: a method in lower case; VAL018: `routes` for `tools`; SRC-006: the export name `schema`
 *
 * What only the author can decide is left by hand: other undeclared placeholders, limits that exclude each other or the
 * default, and whatever is computed, named or spread instead of written in its place.
 */
export function planFix({ module, reading, only }: PlanInput): CheckedPlan {
  const { value: main, exportName } = reading;
  const root = findExported(module.program, ['main', 'schema']);
  if (!root || exportName === null || !isObject(main))
    return { edits: [], byHand: [], value: main, before: main };
  const takes = (code: string) => only?.has(code) ?? true;
  const edits: Edit[] = takes('SRC-006') ? [...renameExport(module)] : [];
  const byHand: Problem[] = [];
  const made: Change[] = [];
  const outside = `${module.source.slice(0, root.start)}\n${module.source.slice(root.end)}`;
  for (const { code, path, args, changes } of findCorrections(main, outside)) {
    if (!takes(code)) continue;
    const planned = changes && planEdits(module.source, root, changes);
    if (planned && changes) {
      edits.push(...planned.map((edit) => ({ ...edit, code })));
      made.push(...changes);
    } else {
      byHand.push(problem(code, { path: formatValuePath(exportName, path), ...reading.locate(path) }, args));
    }
  }
  edits.sort((a, b) => a.start - b.start);
  const renames = made.filter(({ kind }) => kind === 'rename');
  return { edits, byHand, value: changeValue(main, made), before: changeValue(main, renames) };
}

import type { Expression } from 'acorn';
import { problem } from '../../../../problems/error-codes.js';
import type { Problem } from '../../../../problems/problem.js';
import { isObject } from '../../../../rules/schema/schema-members.js';
import { formatValuePath } from '../../../../values/value-path.js';
import { type Change, changeValue, planEdits } from '../changes.js';
import type { Edit, ModuleText } from '../edits.js';
import type { CheckedPlan, PlanInput } from '../migrate/plan-migration.js';
import { renameExport } from '../rename-export.js';
import { findExported, usedName } from '../syntax-nodes.js';
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
 * default, whatever is computed, named or spread instead of written in its place, and all of a value that code of the
 * module uses.
 */
export function planFix({ module, reading, only }: Omit<PlanInput, 'hasSkill'>): CheckedPlan {
  const { value: main, exportName } = reading;
  const root = findExported(module.program, ['main', 'schema']);
  if (!root || exportName === null || !isObject(main))
    return { edits: [], byHand: [], value: main, before: main };
  const takes = (code: string) => only?.has(code) ?? true;
  const edits: Edit[] = takes('SRC-006') ? [...renameExport(module)] : [];
  const byHand: Problem[] = [];
  const made: Change[] = [];
  const used = usedName(module.program, exportName);
  for (const { code, path, args, changes } of findCorrections(main, codeAround(module, root))) {
    if (!takes(code)) continue;
    const where = { path: formatValuePath(exportName, path), ...reading.locate(path) };
    const planned = changes && used === null ? planEdits(module.source, root, changes) : undefined;
    if (!changes) byHand.push(problem(code, where, args));
    else if (planned) {
      edits.push(...planned.map((edit) => ({ ...edit, code })));
      made.push(...changes);
    } else {
      const reason = used
        ? `other code of the module uses ${used}`
        : 'it is not written plainly in its place';
      byHand.push(problem('FIX-002', where, { what: `${where.path} (${code})`, reason }));
    }
  }
  edits.sort((a, b) => a.start - b.start);
  const renames = made.filter(({ kind }) => kind === 'rename');
  return { edits, byHand, value: changeValue(main, made), before: changeValue(main, renames) };
}

/** The text of the module around the exported value; null if it has code from elsewhere. */
function codeAround({ source, program }: ModuleText, { start, end }: Expression): string | null {
  const isWhole = program.body.every(
    (statement) =>
      statement.type !== 'ImportDeclaration' &&
      statement.type !== 'ExportAllDeclaration' &&
      (statement.type !== 'ExportNamedDeclaration' || !statement.source),
  );
  return isWhole ? `${source.slice(0, start)}\n${source.slice(end)}` : null;
}

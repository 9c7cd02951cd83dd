import { type Edit, lineEndOf, type ModuleText } from './edits.js';
import { localNameOf, usesName } from './syntax-nodes.js';

const [OLD, NEW] = ['schema', 'main'];

/**
 * Exports a schema as `main` instead of `schema` (SRC-006). Where other code uses one of the names, the constant keeps its
 * own, so that no handler changes.
 */
export function renameExport({ source, program }: ModuleText): Edit[] {
  if (localNameOf(program, NEW) !== undefined) return [];
  const edit = (start: number, end: number, text: string): Edit => ({ start, end, text, code: 'SRC-006' });
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source) continue;
    for (const { exported, local } of statement.specifiers) {
      if (exported.type !== 'Identifier' || exported.name !== OLD) continue;
      const { start, end } = exported;
      return [edit(start, end, start === local.start ? `${OLD} as ${NEW}` : NEW)];
    }
    const declared =
      statement.declaration?.type === 'VariableDeclaration' ? statement.declaration : undefined;
    const found = declared?.declarations.find(({ id }) => id.type === 'Identifier' && id.name === OLD);
    if (!declared || !found) continue;
    const isFree = !usesName(program, OLD) && !isExportedAgain(program);
    if (isFree && !new RegExp(`\\b${NEW}\\b`).test(source)) {
      return [edit(found.id.start, found.id.end, NEW)];
    }
    if (declared.declarations.length > 1) return [];
    const eol = lineEndOf(source);
    const text = `export { ${OLD} as ${NEW} };${eol}`;
    return [
      edit(statement.start, declared.start, ''),
      edit(source.length, source.length, source.endsWith('\n') ? text : `${eol}${text}`),
    ];
  }
  return [];
}

/** Checks whether an export list names the constant. */
function isExportedAgain(program: ModuleText['program']): boolean {
  return program.body.some(
    (statement) =>
      statement.type === 'ExportNamedDeclaration' &&
      statement.specifiers.some(({ local }) => local.type === 'Identifier' && local.name === OLD),
  );
}

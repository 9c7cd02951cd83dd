import type { Node, Program } from 'acorn';
import { collectMentions, runsCode } from './syntax-walk.js';

/**
 * Finds code that runs while the module loads and can change the exported value, so that a runtime may get another
 * value than the literal (`Object.assign(main, …)`, `main.tools.x = …`). Other top-level code cannot change the value
 * and does not concern the reader.
 *
 * @param names constants that the value was made of, including the exported one
 */
export function findLoadTimeUses(program: Program, names: ReadonlySet<string>): Node[] {
  const pieces = program.body.flatMap((statement) => topLevelPieces(statement, names));
  const running = pieces.filter(({ node, declares }) => declares.length === 0 || runsCode(node));
  if (running.every(({ node }) => !runsCode(node))) return [];
  const tainted = spreadNames(pieces, names);
  return running
    .filter(({ node }) => runsCode(node) && [...collectMentions(node)].some((name) => tainted.has(name)))
    .map(({ node }) => node);
}

export interface Piece {
  readonly node: Node;
  readonly declares: readonly string[];
}

/** The declarations and actions of the top level, one by one. */
export function topLevelPieces(statement: Program['body'][number], names: ReadonlySet<string>): Piece[] {
  switch (statement.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return [];
    case 'ExportNamedDeclaration':
      return statement.declaration ? topLevelPieces(statement.declaration, names) : [];
    case 'ExportDefaultDeclaration':
      return [{ node: statement.declaration, declares: [] }];
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return [{ node: statement, declares: [statement.id.name] }];
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id, init }) => {
        const declares = [...collectMentions(id)];
        return init && !declares.some((name) => names.has(name)) ? [{ node: init, declares }] : [];
      });
    default:
      return [{ node: statement, declares: [] }];
  }
}

/** The names themselves and everything built from them: aliases, and functions that use them. */
function spreadNames(pieces: readonly Piece[], names: ReadonlySet<string>): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const { node, declares } of pieces) {
    for (const name of declares.length > 0 ? collectMentions(node) : []) {
      const known = users.get(name) ?? [];
      known.push(...declares);
      users.set(name, known);
    }
  }
  // A loop over a set also visits members added during the loop.
  const tainted = new Set(names);
  for (const name of tainted) for (const user of users.get(name) ?? []) tainted.add(user);
  return tainted;
}

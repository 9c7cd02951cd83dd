import { collectSites } from './code-facts/code-sites.js';
import { findFormatting } from './code-facts/formatting.js';
import { findImports, usesOfImports } from './code-facts/imports.js';
import { findNetworkUses } from './code-facts/network.js';
import { findPrints } from './code-facts/prints.js';
import { findEmptyCatches, findLoadTimeCode } from './code-facts/silence.js';
import { findUses } from './code-facts/uses.js';
import type { CodeFacts } from './logic/code-facts.js';
import type { ModuleReading } from './logic/module-reading.js';
import { buildUnread, evaluateModule, type ModuleReadingOptions } from './parse-module.js';
import { type ParsedSource, parseSource } from './parse-source.js';
import { READING_LIMITS } from './reading-limits.js';

/** A module's exported value and the facts about its code, from one parse. */
export interface ModuleWithCode {
  readonly reading: ModuleReading;
  /** null if the text could not be parsed; `reading` holds the reason. */
  readonly code: CodeFacts | null;
}

/** Combines `parseModule` and `parseCodeFacts` in one parse of the text. No code of the module runs. */
export function parseModuleWithCode(text: string, options: ModuleReadingOptions): ModuleWithCode {
  const parsed = parseSource(text, { ...READING_LIMITS, ...options.limits });
  if ('code' in parsed) return { reading: buildUnread(parsed), code: null };
  return { reading: evaluateModule(parsed, options), code: collectFacts(parsed) };
}

/**
 * What the code of a module does: imports, uses of the runtime's powers, printing, comments, swallowed errors, code
 * that runs at load, formatting (grading spec 09). Names are judged by scope, never by their letters.
 *
 * @param text a module, of at most the reader's limits
 * @returns null if the text could not be parsed
 */
export function parseCodeFacts(text: string): CodeFacts | null {
  const parsed = parseSource(text, READING_LIMITS);
  return 'code' in parsed ? null : collectFacts(parsed);
}

function collectFacts(parsed: ParsedSource): CodeFacts {
  const { program, comments, position } = parsed;
  const sites = collectSites(program);
  const imports = findImports(sites, position);
  return {
    imports,
    uses: [...usesOfImports(imports), ...findUses(sites, position), ...findNetworkUses(sites, position)],
    prints: findPrints(sites, position),
    comments: comments.map(({ value, start }) => ({ text: value, at: position(start) })),
    emptyCatches: findEmptyCatches(sites, position),
    loadTimeCode: findLoadTimeCode(sites, position),
    topLevelNames: findTopLevelNames(parsed),
    formatting: findFormatting(sites, parsed),
  };
}

function findTopLevelNames({ program, position }: ParsedSource): CodeFacts['topLevelNames'] {
  return program.body.flatMap((statement) => {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type === 'FunctionDeclaration' || node?.type === 'ClassDeclaration') {
      return [{ name: node.id.name, at: position(node.start) }];
    }
    if (node?.type !== 'VariableDeclaration') return [];
    return node.declarations.flatMap(({ id, start }) =>
      id.type === 'Identifier' ? [{ name: id.name, at: position(start) }] : [],
    );
  });
}

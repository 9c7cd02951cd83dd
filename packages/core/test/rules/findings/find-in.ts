import { type FindInput, findAll } from '../../../src/rules/find.js';
import { parseModuleWithCode } from '../../../src/sources/code-facts.js';

type Rest = Partial<Pick<FindInput, 'terms' | 'baseline' | 'about' | 'skills'>>;

/** Findings of one rule in a module's text, as `line: args` texts. */
export function findIn(id: string, source: string, rest: Rest = {}): string[] {
  const { reading, code } = parseModuleWithCode(source, { exports: ['main'] });
  if (!code) throw new Error('the module does not parse');
  return findAll({ namespace: 'example', file: 'example.mjs', reading, code, ...rest })
    .filter((finding) => finding.id === id)
    .map(({ where, args }) => `${where?.line}: ${Object.values(args ?? {}).join(' | ')}`);
}

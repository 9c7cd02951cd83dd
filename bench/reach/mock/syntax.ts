import type { Binding } from '../../../packages/core/src/sources/module-scope.js';
import type { ParsedSource } from '../../../packages/core/src/sources/parse-source.js';

/** Types of the syntax tree, taken from the reader that makes it. */
export type Statement = ParsedSource['program']['body'][number];
export type Expression = Extract<Binding, { kind: 'const' }>['init'];
export type FunctionNode = Extract<
  Expression | Statement,
  { type: 'ArrowFunctionExpression' | 'FunctionExpression' | 'FunctionDeclaration' }
>;
export type Pattern = FunctionNode['params'][number];
export type Call = Extract<Expression, { type: 'CallExpression' | 'NewExpression' }>;
export type Argument = Call['arguments'][number];

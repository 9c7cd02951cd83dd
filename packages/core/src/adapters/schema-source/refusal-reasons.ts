import type { AnyNode } from 'acorn';

/** Why a construct is not read: completes "main.x …". */
const REASONS: Partial<Record<AnyNode['type'], string>> = {
  CallExpression: 'calls a function',
  NewExpression: 'creates an object with new',
  ImportExpression: 'imports a module',
  AwaitExpression: 'waits for a result',
  TaggedTemplateExpression: 'calls a function on a template',
  ConditionalExpression: 'chooses a value by a condition',
  LogicalExpression: 'chooses a value by a condition',
  AssignmentExpression: 'assigns a variable',
  UpdateExpression: 'changes a variable',
  SequenceExpression: 'lists several expressions',
  ChainExpression: 'reads a member by optional chaining',
  ThisExpression: 'uses this',
  MetaProperty: 'asks about the module itself',
};

/** What cannot be JSON whatever is done to it: SEC017 in the Schemas-Spec, chapter 09. */
const NO_DATA: Partial<Record<AnyNode['type'], string>> = {
  FunctionExpression: 'a function',
  ArrowFunctionExpression: 'a function',
  FunctionDeclaration: 'a function',
  ClassExpression: 'a class',
  ClassDeclaration: 'a class',
};

export function describeConstruct(node: AnyNode): string {
  return REASONS[node.type] ?? 'is written in a way that needs the module to run';
}

/** What the node is, if it can never be data; undefined if it might be. */
export function describeNoData(node: AnyNode): string | undefined {
  return NO_DATA[node.type];
}

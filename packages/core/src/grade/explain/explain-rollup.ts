import type { NamespaceIndex, SelectionIndex } from '../../spec/index-file.js';
import { nodesOf } from '../../target/logic/build-index.js';
import type { RollupExplanation } from '../explanation.js';
import { rollupRuleOf } from './status-rule.js';

/** Explains the status and grade of a whole namespace or selection (grading-rules §6). */
export function explainRollup(index: NamespaceIndex | SelectionIndex): RollupExplanation {
  const { status, grade = null } = index;
  const common = { status, grade, rule: rollupRuleOf(status), decidedBy: deciding(index) };
  return {
    ...common,
    gradeRule: status === 'rejected' ? REJECTED : 'members' in index ? SELECTION : NAMESPACE,
  };
}

const REJECTED = 'A rejected node rejects the whole.';
const SELECTION = "A selection's grade is that of its aggregate.";
const NAMESPACE =
  'The worst grade of its schemas, its tools as a whole, its description and its skills; that of the About does not count.';

function deciding(index: NamespaceIndex | SelectionIndex): string[] {
  const { grade } = index;
  if (grade === undefined || grade === 'n/a') return [];
  const all = nodesOf(index);
  if (grade === 'REJECTED') {
    return all.filter(([, { status }]) => status === 'rejected').map(([node]) => node);
  }
  if ('members' in index) return ['selectionAggregate'];
  return all.filter(([node, found]) => countsInGrade(node) && found.grade === grade).map(([node]) => node);
}

/** A schema counts on behalf of its tools and their aggregate. */
function countsInGrade(node: string): boolean {
  return node !== 'about' && !/^schemas\.[^.]+\./.test(node);
}

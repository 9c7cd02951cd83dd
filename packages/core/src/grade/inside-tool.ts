import type { Where } from '../problems/problem.js';
import { formatValuePath } from '../values/value-path.js';

/** Whether a place lies inside this tool's declaration; outside, it may concern a neighbour as well. */
export function isInsideTool({ path = '' }: Where, tool: string): boolean {
  const declaration = formatValuePath('', ['tools', tool]);
  const inside = path.slice(path.search(/[.[]/));
  return inside.startsWith(declaration) && ['', '.', '['].includes(inside.charAt(declaration.length));
}

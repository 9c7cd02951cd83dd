import type { Where } from '../problems/problem.js';
import { formatValuePath } from '../values/value-path.js';

/** Does it lie inside this tool's declaration? Outside of it, nobody can tell it from what is about its neighbours. */
export function isInsideTool({ path = '' }: Where, tool: string): boolean {
  const declaration = formatValuePath('', ['tools', tool]);
  const inside = path.slice(path.search(/[.[]/));
  return inside.startsWith(declaration) && ['', '.', '['].includes(inside.charAt(declaration.length));
}

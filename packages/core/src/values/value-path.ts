import type { ValuePath } from '../sources/logic/module-reading.js';

/** A name that can stand as a key without quotes. */
export const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * A value path as people write it: `main.tools.ping.parameters[0].z`, `main.headers["X-Key"]`.
 *
 * @param root name of the export the path starts at
 */
export function formatValuePath(root: string, path: ValuePath): string {
  return path.reduce<string>((text, step) => text + formatStep(step), root);
}

function formatStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return IDENTIFIER.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

/**
 * Maximum length of a pointer. None of our documents needs a longer one; for others, the nearest enclosing place that
 * fits is shown.
 */
const LONGEST = 500;

/**
 * A place in a JSON document (RFC 6901), such as `/areas/0/answers/2/score`; the empty string stands for the
 * whole document.
 */
export function formatPointer(path: readonly PropertyKey[]): string {
  let pointer = '';
  for (const key of path) {
    const step = String(key);
    // A name of a million characters is not worth reading for each place inside it.
    if (step.length > LONGEST) return pointer;
    const longer = `${pointer}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (longer.length > LONGEST) return pointer;
    pointer = longer;
  }
  return pointer;
}

/** Whether a place lies inside this tool's declaration; a place outside it may concern another tool as well. */
export function isInsideTool({ path = '' }: { readonly path?: string }, tool: string): boolean {
  const declaration = formatValuePath('', ['tools', tool]);
  const inside = path.slice(path.search(/[.[]/));
  return inside.startsWith(declaration) && ['', '.', '['].includes(inside.charAt(declaration.length));
}

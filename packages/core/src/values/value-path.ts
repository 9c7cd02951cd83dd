import type { ValuePath } from '../sources/logic/module-reading.js';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

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

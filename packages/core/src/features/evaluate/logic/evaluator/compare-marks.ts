import type { EvaluatorMark } from '../queued-call.js';

/** Compared in this order; the first difference is reported. */
const PARTS = ['harness', 'name', 'model', 'version', 'range', 'key'] as const;

/**
 * Checks whether an evaluator is the one that a run was begun with.
 *
 * @param wanted its version is null if the run does not know it yet
 * @returns null if it is; otherwise the difference as text
 */
export function compareMarks(
  wanted: EvaluatorMark,
  own: EvaluatorMark,
): { readonly wanted: string; readonly own: string } | null {
  const part = PARTS.find(
    (name) => wanted[name] !== own[name] && !(name === 'version' && wanted.version === null),
  );
  if (part === undefined) return null;
  return { wanted: describe(wanted, part), own: describe(own, part) };
}

function describe(mark: EvaluatorMark, part: (typeof PARTS)[number]): string {
  const name = mark.model ?? mark.name;
  switch (part) {
    case 'version':
      return `${name} of version ${mark.version ?? 'unknown'}`;
    case 'range':
      return `${name} with --score-range ${mark.range}`;
    case 'key':
      return `${name} with words, files or options of key ${mark.key.slice(-8)}`;
    default:
      return `${name} (${mark.harness})`;
  }
}

import type { Members } from '../schema/schema-members.js';

/**
 * The two shapes a selection is written in: `members` names schemas (grading specification 16), `tools` names tools
 * (Schemas-Spec 17).
 */
export type SelectionShape = 'members' | 'tools';

/** Nothing but `members`, or an id of its own without any tools, tells the one shape from the other. */
export function shapeOf(selection: Members): SelectionShape {
  if (Object.hasOwn(selection, 'members')) return 'members';
  return Object.hasOwn(selection, 'selectionId') && !Object.hasOwn(selection, 'tools') ? 'members' : 'tools';
}

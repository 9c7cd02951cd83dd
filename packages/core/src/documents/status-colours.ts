import type { NodeStatus, RollupStatus } from '../spec/vocabulary.js';
import { GRADE_COLOURS } from './badge.js';

export interface StatusColour {
  /** On a terminal, which has few colours. */
  readonly terminal: 'green' | 'yellow' | 'red' | 'dim';
  /** On a page and in a picture: `#rrggbb`. */
  readonly page: string;
}

/** `waiting`: not graded yet, and nothing is wrong with it. */
export type ShownStatus = NodeStatus | RollupStatus | 'waiting';

const GOOD: StatusColour = { terminal: 'green', page: GRADE_COLOURS.B };
const FAIR: StatusColour = { terminal: 'yellow', page: '#b07b00' };
const OPEN: StatusColour = { terminal: 'dim', page: '#8b949e' };

/**
 * The one table of colours for statuses, wherever they are shown: green can stay as it is, yellow can be better, red has
 * a fault, and what only has not been graded yet is dim. The word is always shown as well.
 */
export const STATUS_COLOURS: Readonly<Record<ShownStatus, StatusColour>> = {
  stable: GOOD,
  operational: GOOD,
  graded: FAIR,
  partial: FAIR,
  rejected: { terminal: 'red', page: GRADE_COLOURS.F },
  // A lighter red, because rejected and blocked lie side by side in a bar.
  blocked: { terminal: 'red', page: '#e06c5f' },
  pending: OPEN,
  waiting: OPEN,
};

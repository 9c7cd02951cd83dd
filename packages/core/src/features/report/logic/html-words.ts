import type { NodeStatus, RollupStatus } from '../../../spec/vocabulary.js';
import type { ReportFinding } from './grading-report.js';
import { sayPlace } from './place.js';

/** Colour class of each status. */
export const KINDS: Record<NodeStatus | RollupStatus, string> = {
  operational: 'good',
  stable: 'good',
  partial: '',
  graded: 'warning',
  blocked: 'info',
  pending: '',
  rejected: 'error',
};

export function toFinding({ severity, code, message, hint, place }: ReportFinding) {
  return { severity, code, message, hint, place: place ? sayPlace(place) : '' };
}

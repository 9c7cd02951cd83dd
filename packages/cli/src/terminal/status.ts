import { STATUS_COLOURS } from '@flowmcp/grading-core/commands';
import colours from 'picocolors';

/** A status in its colour; a word that is not a status stays plain. */
export function paintStatus(status: string): string {
  const found = Object.hasOwn(STATUS_COLOURS, status)
    ? STATUS_COLOURS[status as keyof typeof STATUS_COLOURS]
    : null;
  return found ? colours[found.terminal](status) : status;
}

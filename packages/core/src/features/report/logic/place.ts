import type { ReportPlace } from './grading-report.js';

/** `tides.mjs:12:5`. */
export function sayPlace({ file, line, column }: ReportPlace): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

import type { BarFlags } from '../options/gate-options.js';
import type { TargetFlags } from '../options/island-option.js';

/** Listed here so that --help loads nothing of the core. */
export const FORMATS = ['html', 'md', 'sarif', 'junit', 'json', 'badge'] as const;

export interface ReportFlags extends TargetFlags, BarFlags {
  readonly format?: (typeof FORMATS)[number];
  readonly out?: string;
  readonly sources?: string;
  readonly open?: boolean;
}

import type { TargetFlags } from '../options/island-option.js';

export const FORMATS = ['text', 'md', 'json'] as const;

export interface ExplainFlags extends TargetFlags {
  readonly node?: string;
  readonly format?: (typeof FORMATS)[number];
}

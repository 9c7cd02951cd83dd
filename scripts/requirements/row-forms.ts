import type { Level } from './read-rows.js';

/** How the rows of one file are named. */
export interface RowForm {
  /** Matches an id; its first group, if it has one, is the chapter, which the anchor then repeats. */
  readonly id: RegExp;
  readonly idExample: string;
  readonly anchor: RegExp;
  readonly anchorExample: string;
  /** Levels that do not occur in this file. */
  readonly without: readonly Level[];
  /** Ids that have to occur; null: any. */
  readonly ids: readonly string[] | null;
}

/** Rows of a whole specification, rule by rule. */
export const RULE_FORM: RowForm = {
  id: /^GS-(\d\d)-\d\d$/,
  idExample: 'GS-08-01',
  anchor: /^(\d\d)-[a-z0-9-]+\.md#[a-z0-9][a-z0-9-]*$/,
  anchorExample: '08-grading-model.md#n-a',
  without: ['MAY'],
  ids: null,
};

/** Number of differences between the specifications 2.0.0 and 3.0.3. */
const DIFFERENCES = 49;

/**
 * Rows about the differences between two specifications. A chapter is one of the Grading-Spec, or, below `schemas/`, one
 * of the Schemas-Spec that belongs to it; its heading may be left out.
 */
export const DIFFERENCE_FORM: RowForm = {
  id: /^R[1-9]\d*$/,
  idExample: 'R7',
  anchor: /^((?:schemas\/)?\d\d)-[a-z0-9-]+\.md(?:#[a-z0-9][a-z0-9-]*)?$|^index\.schema\.json$/,
  anchorExample: '06-determinism-and-tier.md or schemas/19-mcp-integration.md#meta-fields',
  without: [],
  ids: Array.from({ length: DIFFERENCES }, (_, at) => `R${at + 1}`),
};

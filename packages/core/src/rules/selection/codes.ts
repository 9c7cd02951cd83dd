import type { ErrorCodeRow } from '../../problems/error-code.js';

/**
 * Codes for reading and normalising a selection. SEL001–SEL004, VAL110, ID and SKL codes are those of Schemas-Spec 4.2.0,
 * chapter 09. SEL-0xx, with a hyphen, are ours: rules that chapter 16 of the grading specification and chapter 17 of the
 * Schemas-Spec state without a code.
 */
export const selectionReadingCodes = {
  SEL003: {
    severity: 'error',
    text: '{id} does not resolve: {reason}',
    hint: 'Correct the reference, or import the provider it belongs to first: `flowmcp grading import <provider folder>`, then the selection again.',
  },
  'SEL-011': {
    severity: 'error',
    text: 'the file is no valid JSON: {reason}',
    hint: 'Correct it at the place given; JSON has no comments, no trailing commas and only double quotes.',
  },
  'SEL-012': {
    severity: 'error',
    text: 'the key "{key}" can not be the name of a member',
    hint: 'Remove it or give it another name.',
  },
  'SEL-020': {
    severity: 'error',
    text: 'personaIds of the selection {selection} can not be derived: {reason}',
    hint: 'Say whom it is for: add `personaIds: ["ai-engineer"]` to the selection, or import it with `--persona <base persona>`.',
  },
  'SEL-021': {
    severity: 'error',
    text: 'members of the selection {selection} can not be derived: {reason}',
    hint: 'Name at least one tool or resource of an imported provider, or write `members: [{ schemaId: "namespace.schema" }]`.',
  },
  'SEL-022': {
    severity: 'warning',
    text: '"{id}" may be that of any of {schemas}; each of them becomes a member',
    hint: 'Write `members` in place of `tools` if only one of them is meant.',
  },
} satisfies Record<string, ErrorCodeRow>;

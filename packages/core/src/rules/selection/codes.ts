import type { ErrorCodeRow } from '../../problems/error-code.js';

/**
 * Codes for reading and normalising a selection. SEL001–SEL004, VAL110, ID and SKL codes are those of Schemas-Spec
 * 4.2.0, chapter 09. SEL-0xx, with a hyphen, are our own, for rules that chapter 16 of the grading specification and
 * chapter 17 of the Schemas-Spec state without a code.
 */
export const selectionReadingCodes = {
  SEL003: {
    severity: 'error',
    text: '{id} does not resolve: {reason}',
    hint: 'Correct the reference, or import the provider it belongs to first: `flowmcp grading import <provider folder>`, then import the selection again.',
  },
  'SEL-011': {
    severity: 'error',
    text: 'the file is not valid JSON: {reason}',
    hint: 'Correct it at the given position; JSON allows no comments and no trailing commas, and only double quotes.',
  },
  'SEL-012': {
    severity: 'error',
    text: 'the key "{key}" cannot be the name of a member',
    hint: 'Remove it or give it another name.',
  },
  'SEL-020': {
    severity: 'error',
    text: 'the personaIds of the selection {selection} cannot be derived: {reason}',
    hint: 'Say who it is for: add `personaIds: ["ai-engineer"]` to the selection, or import it with `--persona <base persona>`.',
  },
  'SEL-021': {
    severity: 'error',
    text: 'the members of the selection {selection} cannot be derived: {reason}',
    hint: 'Name at least one tool or resource of an imported provider, or write `members: [{ schemaId: "namespace.schema" }]`.',
  },
  'SEL-022': {
    severity: 'warning',
    text: '"{id}" may belong to any of {schemas}; each of them becomes a member',
    hint: 'Write `members` instead of `tools` if only one of them is meant.',
  },
} satisfies Record<string, ErrorCodeRow>;

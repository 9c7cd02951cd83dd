import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Finding tools by words. */
export const findCodes = {
  'SRH-001': {
    severity: 'error',
    text: 'there are no tools to search in {place}',
    hint: 'Name a folder of schemas with --in, or import providers: flowmcp grading import <provider folder>',
    exit: 2,
  },
  'SRH-002': {
    severity: 'error',
    text: '{found} of {tasks} tasks find their tool; {wanted} were expected (--min-found {bar})',
    hint: 'Follow the advice in the report: add missing words, tell similar descriptions apart, or name the provider in the task.',
  },
  'SRH-003': {
    severity: 'error',
    text: 'the search of flowmcp-cli breaks on the word {word}, which it reads as a regular expression',
    hint: 'Leave out characters such as ( ) [ ] * + ?, or use --engine words.',
    exit: 2,
  },
  'SRH-004': {
    severity: 'error',
    text: 'the text contains no word to search for',
    hint: 'Say what a tool should do: flowmcp find "average gas price on polygon"',
    exit: 2,
  },
  'SRH-005': {
    severity: 'info',
    text: 'number of tasks left out because they want no tool: {count}',
    hint: 'Whether a model calls no tool can only be seen by asking one.',
  },
  'SRH-006': {
    severity: 'error',
    text: 'there is another schema {schemaId} in the same search; this one is left out',
    hint: 'Name folders in which each schema is there once: a copy would take every task of the other.',
  },
} satisfies Record<string, ErrorCodeRow>;

import type { ErrorCodeRow } from '../../../problems/error-code.js';

/**
 * Scoring protocol v1. A problem with one schema or its scores leaves that schema unchanged and affects no other
 * schema.
 */
export const protocolCodes = {
  'GRP-001': {
    severity: 'error',
    text: 'the schema cannot be read: {reason}',
    hint: 'Fix it; flowmcp validate lists everything that is wrong with it.',
  },
  'GRP-002': {
    severity: 'error',
    text: 'expected {expected}, found {found}',
    hint: 'The shape of a scores file is in spec/schemas/protocol-v1-scores.schema.json.',
  },
  'GRP-003': {
    severity: 'error',
    text: 'the scores are not JSON: {reason}',
    hint: 'Write one JSON document per schema, or JSON Lines with one document per line.',
  },
  'GRP-004': {
    severity: 'error',
    text: 'expected a number from 1.0 to 5.0, found {found}',
    hint: 'A score must be a number, not text or a word such as pass; nothing is clamped.',
  },
  'GRP-005': {
    severity: 'error',
    text: 'unknown scoring protocol "{found}"; "v1" was expected',
    hint: 'Use a grader that supports v1 and returns scoringProtocol as it is in prompts.json.',
  },
  'GRP-006': {
    severity: 'error',
    text: 'the scores are for "{found}", expected {expected}',
    hint: 'Copy schemaIdSlug from prompts.json, or name the schema that was scored.',
  },
  'GRP-007': {
    severity: 'error',
    text: '"{found}" is not a dimension of this protocol; it asks for {expected}',
    hint: 'Copy dimension from the prompt you are answering.',
  },
  'GRP-008': {
    severity: 'error',
    text: 'the dimension {dimension} is scored twice',
    hint: 'Keep one of the two.',
  },
  'GRP-009': {
    severity: 'error',
    text: 'the dimension {dimension} is not scored',
    hint: 'Answer every prompt; a mean over fewer would be a different grade.',
  },
  'GRP-010': {
    severity: 'error',
    text: '{schemaId} has changed since its prompts were emitted',
    hint: 'Emit them again and score those: flowmcp dev grade {path} --emit-prompts --on-conflict overwrite',
  },
  'GRP-011': {
    severity: 'error',
    text: 'no prompts were emitted for {schemaId} in {workdir}',
    hint: 'Emit them first, or name the folder they are in with --workdir: without them, it is unknown which content was scored.',
  },
  'GRP-012': {
    severity: 'error',
    text: 'the state of {schemaId} is damaged: {reason}',
    hint: 'Emit its prompts again; that writes the state as well.',
  },
  'GRP-013': {
    severity: 'error',
    text: 'expected a namespace that a folder name can begin with, found {found}',
    hint: 'main.namespace is lower case and contains letters, digits and hyphens.',
  },
  'GRP-014': {
    severity: 'error',
    text: 'the slug of this schema, {slug}, is also the slug of {others}',
    hint: 'Both would be written to the same folder. Rename one of the files, or grade them in separate runs, each with its own --workdir.',
  },
  'GRP-015': {
    severity: 'error',
    text: 'there are no scores for {schemaId}',
    hint: 'Score its prompts, or name only schemas that were scored.',
  },
  'GRP-016': {
    severity: 'error',
    text: '{slug} is also scored in {other}',
    hint: 'Keep one of the two, or hand them in one after the other.',
  },
  'GRP-017': {
    severity: 'error',
    text: 'this path cannot be read or written ({reason})',
    hint: 'Check that the path exists, that you own it, and that the disk has free space; then run the same command again.',
    exit: 2,
  },
  'GRP-018': {
    severity: 'error',
    text: 'prompts for {schemaId} were already emitted at {at}',
    hint: 'Score them, keep them (--on-conflict skip), or emit new ones (--on-conflict overwrite).',
  },
  'GRP-019': {
    severity: 'warning',
    text: 'the prompts kept for {schemaId} show the schema as it was at {at}; it has changed since',
    hint: 'Emit them again: --on-conflict overwrite. Scores for the old ones are rejected.',
  },
  'GRP-020': {
    severity: 'error',
    text: 'no schema found: {found}',
    hint: 'Name .mjs files, folders that contain some, or patterns such as "providers/**/*.mjs" in quotes.',
    exit: 2,
  },
  'GRP-021': {
    severity: 'error',
    text: 'no scores found: {found}',
    hint: 'Name a scores file, a folder of them (.json, .jsonl), or one JSON Lines file.',
    exit: 2,
  },
} satisfies Record<string, ErrorCodeRow>;

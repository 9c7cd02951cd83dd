import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Tools, their output and their MCP metadata. */
export const toolCodes = {
  VAL030: {
    severity: 'warning',
    text: 'the tool name "{name}" is not in camelCase',
    hint: 'Begin with a lower-case letter and use letters and digits only.',
  },
  VAL031: {
    severity: 'error',
    text: 'the schema has {count} tools; at most {limit} are allowed',
    hint: 'Split it into several schemas of the same namespace.',
  },
  VAL032: {
    severity: 'error',
    text: 'the method is {found}; GET, POST, PUT or DELETE was expected',
    hint: 'Write the method in capitals.',
  },
  VAL033: {
    severity: 'error',
    text: 'the path is {found}; text beginning with / was expected',
    hint: 'Write what follows the root, with its leading slash.',
  },
  VAL034: {
    severity: 'error',
    text: 'the description of the tool is {found}; text was expected',
    hint: 'Say what the tool returns and when to use it.',
  },
  VAL035: {
    severity: 'error',
    text: 'parameters is {found}; a list was expected',
    hint: 'Write `parameters: []` for a tool without input.',
  },
  VAL036: {
    severity: 'warning',
    text: 'the tool does not say what it returns',
    hint: 'Add output with mimeType and schema.',
  },
  VAL037: {
    severity: 'info',
    text: 'async is reserved and has no effect',
    hint: 'Remove it.',
  },
  VAL060: {
    severity: 'error',
    text: 'output.mimeType is {found}; application/json, image/png or text/plain was expected',
    hint: 'Name the type of what the tool returns after its handlers.',
  },
  VAL061: {
    severity: 'error',
    text: 'this part of the output is {found}; a schema object with a type was expected',
    hint: 'The types are string, number, boolean, object and array; properties holds one schema per name.',
  },
  VAL062: {
    severity: 'error',
    text: 'output of {mimeType} is described as {found}',
    hint: 'JSON is an object or array, plain text a string, an image a string of format base64.',
  },
  VAL063: {
    severity: 'warning',
    text: 'the output is described {depth} levels deep; at most 4 are advised',
    hint: 'Describe what an agent needs; leave deeper parts as object or array.',
  },
  VAL064: {
    severity: 'error',
    text: 'properties is given for {found}',
    hint: 'Only an object has properties.',
  },
  VAL065: {
    severity: 'error',
    text: 'items is given for {found}',
    hint: 'Only an array has items.',
  },
  VAL076: {
    severity: 'error',
    text: 'a tool knows no member "{key}"',
    hint: 'Remove it or correct its spelling.',
  },
  VAL100: {
    severity: 'warning',
    text: 'the tool has no meta block; it is filled in by rule',
    hint: 'Add meta: a GET counts as read-only and safe to repeat, everything else as destructive, until you say so yourself.',
  },
  VAL101: {
    severity: 'error',
    text: 'meta.isReadOnly is {found}; true or false was expected',
    hint: 'true if the tool changes nothing.',
  },
  VAL102: {
    severity: 'error',
    text: 'meta.isConcurrencySafe is {found}; true or false was expected',
    hint: 'true if several calls may run at once.',
  },
  VAL103: {
    severity: 'error',
    text: 'meta.isDestructive is {found}; true or false was expected',
    hint: 'true if the tool can do what can not be undone.',
  },
  VAL104: {
    severity: 'error',
    text: 'meta.searchHint is {found}; text was expected',
    hint: 'Give the words an agent would search for.',
  },
  VAL105: {
    severity: 'error',
    text: 'meta.aliases is {found}; a list of texts was expected',
    hint: 'Write [] if there is no other name.',
  },
  VAL106: {
    severity: 'error',
    text: 'meta.alwaysLoad is {found}; true or false was expected',
    hint: 'false, unless nearly every session needs the tool.',
  },
  'GATE-001': {
    severity: 'error',
    text: 'preload is {found}; enabled as true or false, ttl as whole seconds above 0 and perhaps a description were expected',
    hint: 'Write `preload: { enabled: true, ttl: 3600 }` or leave it out.',
  },
  'GATE-003': {
    severity: 'warning',
    text: 'this part of the output has the type {found}; string, number, boolean, object or array was expected',
    hint: 'Use number for whole numbers, and nullable for what may be null.',
  },
} satisfies Record<string, ErrorCodeRow>;

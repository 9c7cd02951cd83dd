import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Resources and their queries (chapters 09 and 13). */
export const resourceCodes = {
  RES001: {
    severity: 'error',
    text: '{member} is {found}; resources are an object of objects with source sqlite, markdown or http',
    hint: 'Write `resources: { name: { source: "markdown", … } }`.',
  },
  RES002: {
    severity: 'error',
    text: 'the description of the resource is {found}; text was expected',
    hint: 'Say what the resource holds.',
  },
  RES003: {
    severity: 'error',
    text: 'database is {found}; a relative path ending with .db was expected',
    hint: 'Write `database: "./resources/name.db"`.',
  },
  RES004: {
    severity: 'error',
    text: 'database climbs out of its folder: {found}',
    hint: 'Leave out "..".',
  },
  RES005: {
    severity: 'error',
    text: 'the schema has {count} resources; at most {limit} are allowed',
    hint: 'Split it into several schemas of the same namespace.',
  },
  RES006: {
    severity: 'warning',
    text: 'the resource has {count} queries; chapter 09 allows 4, chapter 13 allows 7',
    hint: 'Keep to 4 if every runtime is to accept the schema.',
  },
  RES007: {
    severity: 'error',
    text: 'sql is {found}; text was expected',
    hint: 'Write the statement the query runs.',
  },
  RES008: {
    severity: 'error',
    text: 'the description of the query is {found}; text was expected',
    hint: 'Say what the query finds.',
  },
  RES009: {
    severity: 'error',
    text: 'parameters of the query is {found}; a list of objects with position and z was expected',
    hint: 'Write `parameters: []` for a query without input.',
  },
  RES010: {
    severity: 'error',
    text: 'output of the query is {found}; an object with mimeType and schema was expected',
    hint: 'Describe the rows the query returns.',
  },
  RES011: {
    severity: 'error',
    text: 'the query has no test',
    hint: 'Add at least one, better three.',
  },
  RES012: {
    severity: 'error',
    text: 'the statement does not begin with SELECT or WITH',
    hint: 'A read-only database is only asked; use mode file-based to write.',
  },
  RES013: {
    severity: 'error',
    text: 'the statement holds {found}',
    hint: 'A read-only database is only asked; use mode file-based to write.',
  },
  RES014: {
    severity: 'error',
    text: 'the statement has {placeholders} placeholders for {count} parameters',
    hint: 'Each ? takes one parameter, in order.',
  },
  RES015: {
    severity: 'error',
    text: 'a query parameter has a location',
    hint: 'Remove it: the order of the parameters says which ? they fill.',
  },
  RES016: {
    severity: 'error',
    text: 'a query parameter draws on a server parameter',
    hint: 'A local database needs no key.',
  },
  RES017: {
    severity: 'error',
    text: 'the resource name "{name}" is not in camelCase',
    hint: 'Begin with a lower-case letter and use letters and digits only.',
  },
  RES018: {
    severity: 'error',
    text: 'the query name "{name}" is not in camelCase',
    hint: 'Begin with a lower-case letter and use letters and digits only.',
  },
  RES019: {
    severity: 'error',
    text: 'z.primitive of the query parameter is {found}; string(), number(), boolean() or enum(a,b) was expected',
    hint: 'SQL takes single values only.',
  },
  RES021: {
    severity: 'error',
    text: 'the type of the query output is {found}; array was expected',
    hint: 'A query returns rows.',
  },
  RES022: {
    severity: 'error',
    text: 'the test value of "{key}" is {found}; {expected} does not allow that',
    hint: 'Correct the value or the type of the parameter.',
  },
  RES023: {
    severity: 'error',
    text: 'the test holds {found}, which JSON can not hold',
    hint: 'Use texts, finite numbers, true, false and null only.',
  },
  RES024: {
    severity: 'error',
    text: 'url is {found}; an https:// address was expected',
    hint: 'Name where the file is fetched from.',
  },
  RES025: {
    severity: 'error',
    text: 'mode is {found}; in-memory or file-based was expected',
    hint: 'in-memory only reads, file-based may write.',
  },
  RES026: {
    severity: 'error',
    text: 'origin is {found}; global, project or inline was expected',
    hint: 'Say where the file lies.',
  },
  RES027: {
    severity: 'error',
    text: 'name is {found}; a file name ending with {extension} was expected',
    hint: 'Name the file, without folders.',
  },
  RES028: {
    severity: 'error',
    text: 'the resource has {count} queries; at most {limit} are allowed',
    hint: 'Keep the ones that are used.',
  },
  RES036: {
    severity: 'error',
    text: 'path is {found}; the local file a fetched resource is kept in was expected',
    hint: 'Write `path: "./resources/name.db"`.',
  },
  RES037: {
    severity: 'error',
    text: 'a file-based database has the origin {found}; project was expected',
    hint: 'What is written to lies in the project.',
  },
  RES038: {
    severity: 'error',
    text: 'a Markdown resource has a mode',
    hint: 'Remove it.',
  },
  RES039: {
    severity: 'error',
    text: 'a Markdown resource has {member}',
    hint: 'Remove it: a text can not be queried.',
  },
  RES040: {
    severity: 'warning',
    text: 'a database is shipped with the schema (origin inline)',
    hint: 'Use global or project, so that no private data gets into the repository.',
  },
  RES041: {
    severity: 'error',
    text: 'queries is {found}; an object of queries was expected',
    hint: 'Write `queries: { name: { sql, … } }`.',
  },
} satisfies Record<string, ErrorCodeRow>;

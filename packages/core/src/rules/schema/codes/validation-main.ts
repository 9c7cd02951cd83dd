import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** The module and the members of `main` that are no tools. */
export const mainCodes = {
  VAL001: {
    severity: 'error',
    text: 'the module has no named export main',
    hint: 'Write `export const main = { … }`; a default export is not looked at.',
  },
  VAL002: {
    severity: 'error',
    text: 'main is {found}; an object was expected',
    hint: 'Write `export const main = { namespace: …, tools: { … } }`.',
  },
  VAL003: {
    severity: 'error',
    text: 'main knows no member "{key}"',
    hint: 'Remove it or correct its spelling; the members are listed in chapter 01 of the Schemas-Spec.',
  },
  VAL004: {
    severity: 'error',
    text: 'handlers is exported but is no function',
    hint: 'Write `export const handlers = ({ sharedLists, libraries }) => ({ … })`, or leave it out.',
  },
  VAL005: {
    severity: 'warning',
    text: 'handlers has an entry "{key}" that is neither a tool nor a resource of main',
    hint: 'Give it the name of the tool it belongs to, or remove it.',
  },
  VAL010: {
    severity: 'error',
    text: 'the namespace is {found}; text was expected',
    hint: 'Name the provider, in lower case: `namespace: "coingecko"`.',
  },
  VAL011: {
    severity: 'error',
    text: 'the namespace is {found}; lower-case letters, digits and hyphens after a first letter were expected',
    hint: 'Write it in lower case, with hyphens instead of underscores, dots or spaces.',
  },
  VAL012: {
    severity: 'error',
    text: 'the name of the schema is {found}; text was expected',
    hint: 'Give the schema a name people can read.',
  },
  VAL013: {
    severity: 'error',
    text: 'the description of the schema is {found}; text was expected',
    hint: 'Say in a sentence or two what the schema is for.',
  },
  VAL014: {
    severity: 'error',
    text: 'the version is {found}; 4.x.y was expected',
    hint: 'A 3.x schema must be migrated: tools instead of routes, at most 8 tools and 2 resources, skills in files of their own, then version "4.0.0".',
  },
  VAL015: {
    severity: 'error',
    text: 'the root is {found}; an https:// address without a slash at its end was expected',
    hint: 'Write the base address of the API. It may be empty only if each tool has an executeRequest handler.',
  },
  VAL016: {
    severity: 'error',
    text: '{member} is {found}; main holds its tools as an object of objects (empty only beside resources) and no skills',
    hint: 'Write `tools: { name: { … } }`; move skills to providers/<namespace>/skills/.',
  },
  VAL017: {
    severity: 'error',
    text: 'main has both tools and routes',
    hint: 'Keep tools and remove routes.',
  },
  VAL018: {
    severity: 'warning',
    text: 'main.routes is the old name of main.tools and is not read',
    hint: 'Rename routes to tools.',
  },
  VAL020: {
    severity: 'error',
    text: 'docs is {found}; a list of texts was expected',
    hint: 'Write `docs: ["https://…"]`.',
  },
  VAL021: {
    severity: 'error',
    text: 'tags is {found}; a list of texts was expected',
    hint: 'Write `tags: ["prices"]` or leave it out.',
  },
  VAL022: {
    severity: 'error',
    text: 'requiredServerParams is {found}; a list of texts was expected',
    hint: 'List the names of the keys the tools need, or leave it out.',
  },
  VAL023: {
    severity: 'error',
    text: 'headers is {found}; an object of texts was expected',
    hint: 'Write `headers: { Accept: "application/json" }` or leave it out.',
  },
  VAL024: {
    severity: 'error',
    text: 'sharedLists is {found}; a list of objects was expected',
    hint: 'Write `sharedLists: [{ ref: "evmChains", version: "1.0.0" }]` or leave it out.',
  },
  VAL025: {
    severity: 'error',
    text: 'requiredLibraries is {found}; a list of texts was expected',
    hint: 'List package names, or leave it out.',
  },
  VAL026: {
    severity: 'info',
    text: 'the library "{library}" is not among those every runtime allows',
    hint: 'Whoever runs the schema must allow it; prefer a library of the default list, or none.',
  },
  VAL027: {
    severity: 'warning',
    text: 'docs names no documentation',
    hint: "Add the addresses of the provider's documentation.",
  },
  VAL028: {
    severity: 'warning',
    text: 'termsOfService is {found}; an https:// address or "no-tos-found" was expected',
    hint: "Add the address of the provider's terms, or no-tos-found if there are none.",
  },
  'GATE-004': {
    severity: 'error',
    text: 'the schema has more than {limit} problems; the others are not listed',
    hint: 'Correct those that are listed and validate again.',
  },
  SEC017: {
    severity: 'error',
    text: 'the value is {found}, which JSON can not hold',
    hint: 'What is exported is data only: move code to the handlers of a schema, and write text instead of dates, patterns and big numbers.',
  },
} satisfies Record<string, ErrorCodeRow>;

import type { ErrorCodeRow } from '../../../problems/error-code.js';

/** Tests of tools and of resource queries (chapter 10). */
export const testCodes = {
  TST001: {
    severity: 'warning',
    text: '{count} tests, at least 3 are expected',
    hint: 'Add tests that show something different: an everyday case, an edge case, one that crosses features.',
  },
  TST002: {
    severity: 'error',
    text: '{member} is {found}; tests are a list of objects, each with a text _description',
    hint: 'Write `tests: [{ _description: "what it shows", … }]`.',
  },
  TST003: {
    severity: 'warning',
    text: 'the test gives no value for the required parameter "{key}"',
    hint: 'Add it, or give the parameter optional() or default(…).',
  },
  TST004: {
    severity: 'warning',
    text: 'the test value of "{key}" is {found}; {expected} does not allow that',
    hint: 'Correct the value or the type of the parameter.',
  },
  TST005: {
    severity: 'error',
    text: 'the test holds {found}, which JSON can not hold',
    hint: 'Use texts, finite numbers, true, false, null, lists and objects only.',
  },
  TST006: {
    severity: 'warning',
    text: 'the test gives a value for "{key}", which is no parameter the user fills in',
    hint: 'Remove it or correct its spelling; fixed and server parameters do not belong into tests.',
  },
  TST007: {
    severity: 'warning',
    text: 'the tests try {count} of the {values} values of "{key}"',
    hint: 'Let the tests show more than one value.',
  },
  TST008: {
    severity: 'info',
    text: 'no test uses an optional parameter ({keys})',
    hint: 'Add a test that shows what one of them does.',
  },
} satisfies Record<string, ErrorCodeRow>;

import { defineSchemaRule } from './rule.js';
import { describeFound, isObject, isText, isTextList, memberOf } from './schema-members.js';

/** Libraries that a runtime allows by default (chapter 05, Default Allowlist). */
const DEFAULT_LIBRARIES = new Set(['ethers', 'moment', 'indicatorts', '@erc725/erc725.js', 'ccxt', 'axios']);
const TEXT_LISTS = [
  ['VAL020', 'docs'],
  ['VAL021', 'tags'],
  ['VAL022', 'requiredServerParams'],
  ['VAL025', 'requiredLibraries'],
] as const;

/** Optional fields of `main` (chapter 09, Optional Fields). */
export const rule = defineSchemaRule({
  codes: {
    VAL020: {
      severity: 'error',
      text: 'docs is {found}; a list of strings was expected',
      hint: 'Write `docs: ["https://…"]`.',
      fails: [{ set: { docs: 'https://example.org' } }],
    },
    VAL021: {
      severity: 'error',
      text: 'tags is {found}; a list of strings was expected',
      hint: 'Write `tags: ["prices"]` or leave it out.',
      fails: [{ set: { tags: ['a', null] } }],
    },
    VAL022: {
      severity: 'error',
      text: 'requiredServerParams is {found}; a list of strings was expected',
      hint: 'List the names of the keys that the tools need, or leave it out.',
      fails: [{ set: { requiredServerParams: {} } }],
    },
    VAL023: {
      severity: 'error',
      text: 'headers is {found}; an object with string values was expected',
      hint: 'Write `headers: { Accept: "application/json" }` or leave it out.',
      fails: [{ set: { headers: [] } }, { set: { 'headers.Age': 1 } }],
    },
    VAL025: {
      severity: 'error',
      text: 'requiredLibraries is {found}; a list of strings was expected',
      hint: 'List package names, or leave it out.',
      fails: [{ set: { requiredLibraries: [1] } }],
    },
    VAL026: {
      severity: 'info',
      text: 'not every runtime allows the library "{library}"',
      hint: 'Whoever runs the schema must allow it; prefer a library from the default list, or none.',
      fails: [{ set: { requiredLibraries: ['left-pad'] } }],
    },
    VAL027: {
      severity: 'warning',
      text: 'docs lists no documentation',
      hint: "Add the addresses of the provider's documentation.",
      fails: [{ set: { docs: [] } }],
    },
    VAL028: {
      severity: 'warning',
      text: 'termsOfService is {found}; an https:// address or "no-tos-found" was expected',
      hint: "Add the address of the provider's terms, or no-tos-found if there are none.",
      fails: [{ set: { termsOfService: null } }],
    },
  },
  check({ main }, report) {
    for (const [code, key] of TEXT_LISTS) {
      const value = memberOf(main, key);
      if (value === undefined) continue;
      if (!Array.isArray(value)) {
        report(code, [key], { found: describeFound(value) });
        continue;
      }
      for (const [at, item] of value.entries()) {
        if (typeof item !== 'string') {
          report(code, [key, at], { found: `a list with ${describeFound(item)}` });
        }
      }
    }
    const headers = memberOf(main, 'headers');
    if (headers !== undefined && !isObject(headers)) {
      report('VAL023', ['headers'], { found: describeFound(headers) });
    }
    for (const [name, value] of Object.entries(isObject(headers) ? headers : {})) {
      if (typeof value === 'string') continue;
      report('VAL023', ['headers', name], { found: `an object with ${describeFound(value)}` });
    }
    const libraries = memberOf(main, 'requiredLibraries');
    for (const [at, library] of Array.isArray(libraries) ? libraries.entries() : []) {
      if (typeof library !== 'string' || DEFAULT_LIBRARIES.has(library)) continue;
      report('VAL026', ['requiredLibraries', at], { library });
    }
    const docs = memberOf(main, 'docs');
    if (docs === undefined || (isTextList(docs) && !docs.some(isText))) report('VAL027', ['docs']);
    const terms = memberOf(main, 'termsOfService');
    const told = typeof terms === 'string' && (terms === 'no-tos-found' || /^https:\/\/./.test(terms));
    if (!told) report('VAL028', ['termsOfService'], { found: describeFound(terms) });
  },
});

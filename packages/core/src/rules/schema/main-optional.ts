import type { SchemaRule } from './rule.js';
import { describeFound, isObject, isText, isTextList, memberOf } from './schema-members.js';

/** Libraries a runtime allows unless told otherwise (chapter 05, Default Allowlist). */
const DEFAULT_LIBRARIES = new Set(['ethers', 'moment', 'indicatorts', '@erc725/erc725.js', 'ccxt', 'axios']);
const TEXT_LISTS = [
  ['VAL020', 'docs'],
  ['VAL021', 'tags'],
  ['VAL022', 'requiredServerParams'],
  ['VAL025', 'requiredLibraries'],
] as const;

/** Members of `main` that may be left out (chapter 09, Optional Fields). */
export const mainOptionalRules: readonly SchemaRule[] = [
  {
    codes: ['VAL020', 'VAL021', 'VAL022', 'VAL025'],
    check({ main }, report) {
      for (const [code, key] of TEXT_LISTS) {
        const value = memberOf(main, key);
        if (value === undefined) continue;
        if (!Array.isArray(value)) {
          report(code, [key], { found: describeFound(value) });
          continue;
        }
        for (const [at, item] of value.entries()) {
          if (typeof item !== 'string')
            report(code, [key, at], { found: `a list with ${describeFound(item)}` });
        }
      }
    },
  },
  {
    codes: ['VAL023'],
    check({ main }, report) {
      const headers = memberOf(main, 'headers');
      if (headers === undefined) return;
      if (!isObject(headers)) {
        report('VAL023', ['headers'], { found: describeFound(headers) });
        return;
      }
      for (const [name, value] of Object.entries(headers)) {
        if (typeof value === 'string') continue;
        report('VAL023', ['headers', name], { found: `an object with ${describeFound(value)}` });
      }
    },
  },
  {
    codes: ['VAL026'],
    check({ main }, report) {
      const libraries = memberOf(main, 'requiredLibraries');
      if (!Array.isArray(libraries)) return;
      for (const [at, library] of libraries.entries()) {
        if (typeof library !== 'string' || DEFAULT_LIBRARIES.has(library)) continue;
        report('VAL026', ['requiredLibraries', at], { library });
      }
    },
  },
  {
    codes: ['VAL027', 'VAL028'],
    check({ main }, report) {
      const docs = memberOf(main, 'docs');
      if (docs === undefined || (isTextList(docs) && !docs.some(isText))) report('VAL027', ['docs']);
      const terms = memberOf(main, 'termsOfService');
      const told = typeof terms === 'string' && (terms === 'no-tos-found' || /^https:\/\/./.test(terms));
      if (!told) report('VAL028', ['termsOfService'], { found: describeFound(terms) });
    },
  },
];

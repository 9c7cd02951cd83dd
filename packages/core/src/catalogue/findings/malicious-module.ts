import { maliciousModules } from '../../tables/malicious-modules.js';
import { isTextList, memberOf } from '../schema-rules/schema-members.js';
import { defineFinding } from './define.js';

export const finding = defineFinding({
  id: 'malicious-module',
  code: 'FND-048',
  areas: ['single-test', 'tools-aggregate-schema'],
  veto: 'malicious-module',
  why: 'The module was published to do harm. Nothing a schema offers outweighs that, so the finding is a veto (grading spec 09).',
  check({ code, main }) {
    const libraries = memberOf(main, 'requiredLibraries');
    const declared = (isTextList(libraries) ? libraries : []).map((name, at) => ({
      name,
      place: { path: ['requiredLibraries', at] },
    }));
    const loaded = code.imports.map(({ name, at }) => ({ name: name ?? '', place: { position: at } }));
    return [...declared, ...loaded].flatMap(({ name, place }) => {
      const known = Object.hasOwn(maliciousModules, name) ? maliciousModules[name] : undefined;
      return known ? [{ ...place, args: { name, year: known.year, reference: known.reference } }] : [];
    });
  },
  examples: {
    pass: {
      source:
        "import 'event-stream'\nexport const main = { requiredLibraries: [ 'ethers', 'constructor' ] }\n",
    },
    fail: { source: "export const main = {\n    requiredLibraries: [ 'ethers', 'flatmap-stream' ]\n}\n" },
  },
});

import { defineFinding } from '../finding.js';

export const finding = defineFinding({
  id: 'load-time-code',
  code: 'FND-024',
  severity: 'info',
  text: 'this runs while the module loads',
  hint: 'Move it into a handler; a schema module only declares.',
  areas: ['tools-aggregate-schema'],
  why: 'A schema is data and a factory of handlers. What runs at load time runs for everybody who only looks at it.',
  check: ({ code }) => code.loadTimeCode.map((position) => ({ position })),
  examples: {
    pass: { source: "'use strict'\nconst kinds = new Set( [ 'a' ] )\nexport const main = {}\n" },
    fail: { source: 'export const main = {}\nconst seen = []\nseen.push( 1 )\n' },
  },
});

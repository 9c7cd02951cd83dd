import { defineFinding } from '../finding.js';

export const finding = defineFinding({
  id: 'handlers-write-main',
  code: 'FND-025',
  severity: 'warning',
  text: 'handler code writes to {path}: what is served is not what is graded',
  hint: 'Leave main as it is written, and import the schema again: sources that do this are now rejected.',
  areas: ['single-test', 'tools-aggregate-schema'],
  why: 'A runtime serves what main is once the handlers have run. Where they change it, nobody has graded what a client sees.',
  check: ({ handlers }) =>
    handlers.kind === 'none'
      ? []
      : (handlers.writes ?? []).map(({ path, at }) => ({ position: at, args: { path } })),
  examples: {
    pass: {
      source:
        'export const main = { root: "https://a.org", tools: {} }\nexport const handlers = () => { const copy = { ...main }\n copy.root = "https://b.org"\n return {} }\n',
    },
    fail: {
      source:
        'export const main = { root: "https://a.org", tools: {} }\nexport const handlers = () => { main.root = "https://b.org"\n return {} }\n',
    },
  },
});

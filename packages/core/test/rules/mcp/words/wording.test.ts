// Which rules fire on each of our own attacks and of our own honest texts that look alike: a change of either shows in
// the golden file. UPDATE_CASES=1 writes it again.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildLintReport } from '../../../../src/features/lint/logic/report.js';
import { flowmcp1 } from '../../../../src/rules/mcp/flowmcp-1/rule-set.js';
import type { ServerSnapshot } from '../../../../src/rules/mcp/lint.js';
import { quoteVisibly } from '../../../../src/rules/mcp/reading/sentences.js';
import { serverWith, soundTool } from '../../../features/lint/logic/linted-server.js';

interface Sample {
  /** The tactic of an attack, or what an honest text is about. */
  readonly tactic?: string;
  readonly kind?: string;
  readonly tool?: string;
  readonly place: keyof typeof PLACES;
  readonly text: string;
}

type Place = (text: string, tool: string) => Partial<ServerSnapshot>;

const inSchema =
  (schemaOf: (text: string) => object): Place =>
  (text, name) => ({ tools: [soundTool({ name, inputSchema: { type: 'object', ...schemaOf(text) } })] });

const PLACES = {
  description: (description, name) => ({ tools: [soundTool({ name, description })] }),
  title: (title, name) => ({ tools: [soundTool({ name, title })] }),
  input: inSchema((description) => ({ properties: { place: { type: 'string', description } } })),
  enum: inSchema((value) => ({ properties: { place: { description: 'One of.', enum: [value, 'no'] } } })),
  default: inSchema((value) => ({ properties: { place: { description: 'Any.', default: value } } })),
  name: inSchema((name) => ({ properties: { [name]: { type: 'string', description: 'Any.' } } })),
  output: (description, name) => ({
    tools: [soundTool({ name, outputSchema: { type: 'object', description } })],
  }),
  prompt: (description, name) => ({ prompts: [{ name, description }] }),
  instructions: (instructions, name) => ({ instructions, tools: [soundTool({ name })] }),
} satisfies Record<string, Place>;

const GOLDEN = new URL('wording.expected.txt', import.meta.url);

test('the rules that fire on attacks and on honest texts', () => {
  const written = [...describeSamples('attacks'), '', ...describeSamples('honest-texts'), ''].join('\n');
  if (process.env.UPDATE_CASES) writeFileSync(GOLDEN, written);
  expect(written).toBe(readFileSync(GOLDEN, 'utf8'));
});

function describeSamples(file: string): string[] {
  const text = readFileSync(new URL(`../../../../../../fixtures/${file}.jsonl`, import.meta.url), 'utf8');
  const samples = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);
  const lines = samples.map((sample) => ({ ...sample, rules: rulesOn(sample) }));
  const hits = lines.filter(({ rules }) => rules.length > 0);
  const traps = hits.filter(({ rules }) => rules.some((rule) => rule.startsWith('trap: ')));
  return [
    `${file}: of ${samples.length}, ${hits.length} are found, ${traps.length} of them are traps`,
    ...lines.map(
      ({ tactic, kind, rules, text }) =>
        `${(tactic ?? kind ?? '').padEnd(17)} ${quoteVisibly(text)}: ${rules.join(', ') || '-'}`,
    ),
  ];
}

function rulesOn({ place, text, tool = 'weather' }: Sample): string[] {
  const { issues } = buildLintReport(serverWith(PLACES[place](text, tool)), { ruleSet: flowmcp1 });
  const found = issues.filter((issue) => issue.class === 'trap' || issue.class === 'suspect');
  return [...new Set(found.map((issue) => `${issue.class}: ${issue.rule}`))];
}

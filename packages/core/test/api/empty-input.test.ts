// Every public function reports a missing or misspelt field in its errors, and throws nothing.
import { describe, expect, it } from 'vitest';
import * as core from '../../src/index.js';
import {
  GradingImport,
  gradeSingleSchema,
  HashGenerator,
  PromptBuilder,
  SourceSnapshot,
} from '../../src/index.js';
import { HUMAN, PERSONA } from './entries.js';

/** The first mistake of a plain JavaScript program: a missing or misspelt field. */
const FUNCTIONS = Object.entries(core).flatMap(([group, value]) =>
  typeof value === 'object' && value !== null && Reflect.get(value, Symbol.toStringTag) === 'Module'
    ? Object.entries(value)
        .filter((entry): entry is [string, (input: object) => unknown] => typeof entry[1] === 'function')
        .map(([name, run]) => [`${group}.${name}`, run] as const)
    : [],
);

/** Functions that need no input, or answer yes or no. */
const WITHOUT_ERRORS = /\.(get|list(By|Graded)|is(Allowed|ValidHash|Vetoed)|validate)/;

describe('an empty input', () => {
  it.each(FUNCTIONS)('%s reports it and throws nothing', async (name, run) => {
    const told = await run({});
    if (!WITHOUT_ERRORS.test(name)) {
      expect(told).toHaveProperty('errors.0', expect.stringMatching(/^[A-Z]{2,4}-\d{3}: /));
    }
  });

  it('is tested on more than fifty functions', () => {
    expect(FUNCTIONS.length).toBeGreaterThan(50);
  });
});

describe('an input with a wrong field', () => {
  it('names the field', async () => {
    const created = await SourceSnapshot.create({ gradingDataRoot: '/nowhere' } as never);
    expect(created.errors).toEqual(['GRD-001: /sourcePath: sourcePath is missing']);
    expect(PromptBuilder.buildGoalBlock({ maxTurns: 5 } as never).errors).toEqual([
      'GRD-001: /what: what is missing',
      'GRD-001: /promptIds: promptIds is missing',
    ]);
    expect(HashGenerator.computeAboutHash({ about: 7 as never }).errors).toEqual([
      'GRD-002: /about: expected text or bytes, found 7',
    ]);
    const entryPoint = { persona: PERSONA, target: { flow: 'other' }, mode: 'full', scoresPath: 's.json' };
    const { prompt, errors } = PromptBuilder.buildEntryPoint(entryPoint as never);
    expect(prompt).toBeNull();
    expect(errors.join()).toContain('/target/flow');
  });

  it('is reported as a wrong type, not as missing', async () => {
    const found = 'GRD-002: /schemaPath: expected text, found 5';
    expect(
      gradeSingleSchema({ schemaPath: 5 as never, schemaId: 'demo.prices', grader: HUMAN }).errors,
    ).toEqual([found]);
    const run = await GradingImport.run({ providerPath: ['x'] as never, gradingDataRoot: '/nowhere' });
    expect(run.errors).toEqual(['GRD-002: /providerPath: expected text, found a list']);
  });

  it('with an unknown option is refused, not ignored', () => {
    const input = { schemaPath: 'prices.mjs', schemaId: 'demo.prices', grader: HUMAN };
    const { grading, errors } = gradeSingleSchema({ ...input, options: { answer: [] } as never });
    expect(grading).toBeNull();
    expect(errors).toEqual(['GRD-011: /options/answer: unknown field "answer"']);
  });
});

// Texts about terms of service state that they are observed, never accepted, and mark opinions as such.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/problems/error-codes.js';
import { areas } from '../../src/questions/areas.js';
import { questionById } from '../../src/questions/lookup.js';
import { policies } from '../../src/questions/policies.js';
import { textOf } from '../../src/questions/question.js';
import { questions } from '../../src/questions/registry.generated.js';
import { findings } from '../../src/rules/findings/registry.generated.js';
import { DEFAULT_BOOK } from '../../src/spec/books/registered.js';

const PACKAGES = new URL('../../../', import.meta.url);

/** Words that would claim, within one sentence, that terms of service are accepted. */
const ACCEPTANCE = /\baccept\w*\b[^.'"`]{0,60}\bterms\b|\bterms of (?:service|use)\b[^.'"`]{0,60}\baccept/i;

/** Every text of ours that a user or a grader may see. */
function textsShown(): string[] {
  return [
    ...Object.values(errorCodes).flatMap(({ text, hint }) => [text, hint]),
    ...findings.flatMap(({ why, hint }) => [why, hint]),
    ...questions.map((question) => textOf(question, DEFAULT_BOOK.grading)),
    ...policies.map(({ text }) => text),
    ...areas.flatMap(({ instructions }) => instructions),
  ];
}

describe('terms of service', () => {
  it('are observed, never accepted, in every text about them', () => {
    const spoken = textsShown().filter((text) => /terms/i.test(text));
    expect(spoken.length).toBeGreaterThan(4);
    for (const text of spoken) expect(text.replace(/\bnever accepts?\b/g, '')).not.toMatch(/\baccept/i);
    expect(spoken.some((text) => text.includes('FlowMCP observes'))).toBe(true);
  });

  it('are called accepted nowhere in the sources', () => {
    const files = ['core', 'cli'].flatMap((name) =>
      readdirSync(new URL(`${name}/src`, PACKAGES), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath}/${entry.name}`),
    );
    expect(files.length).toBeGreaterThan(200);
    const claims = files.filter((file) => {
      const text = readFileSync(file, 'utf8').replace(/\s+/g, ' ');
      return /FlowMCP accepts/i.test(text) || ACCEPTANCE.test(text.replace(/\bnever accept\w*/gi, ''));
    });
    expect(claims).toEqual([]);
    expect(ACCEPTANCE.test('With --yes you accept the terms of service.')).toBe(true);
    expect(ACCEPTANCE.test('The terms of service of the API are accepted.')).toBe(true);
  });

  it('on another domain do not answer the question', () => {
    const text = questionById('Q-about-namespace-06')?.text;
    expect(text).toContain("has to lie on the provider's own domain");
    expect(text).toMatch(/Fail: .*belongs to somebody else/);
  });

  it('are judged only under the exact disclaimer', () => {
    const text = questionById('Q-about-namespace-06')?.text;
    expect(text).toMatch(/any remark on that carries the words "grader assessment, not legally binding"/);
  });
});

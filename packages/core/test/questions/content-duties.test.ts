// For everything that the specification requires of an About and of a skill, there is a question.
import { expect, test } from 'vitest';
import { questionById } from '../../src/questions/lookup.js';

/** Content that chapters 11 and 13 require, the question about it, and words from that question. */
const DUTIES: readonly [duty: string, question: string, words: readonly RegExp[]][] = [
  ['abilities', 'Q-about-namespace-03', [/what one gets/, /against the list of tools/]],
  ['abilities, for the best score', 'Q-about-namespace-03', [/ 5: abilities, .*borne out by the tools\. 3:/]],
  ['limitations', 'Q-about-namespace-03', [/what one does not/, /look for limitations/]],
  ['limitations, for the best score', 'Q-about-namespace-03', [/ 5: [^.]*limitations[^.]*all there/]],
  ['conventions of the tools', 'Q-about-namespace-03', [/conventions the tools follow/, /shared lists/]],
  ['conventions, for the best score', 'Q-about-namespace-03', [/ 5: [^.]*conventions[^.]*all there/]],
  ['personas', 'Q-about-namespace-02', [/named personas or lenses/, / 1: nobody, or everybody/]],
  ['personas, for the best score', 'Q-about-namespace-02', [/ 5: names at least one persona or lens/]],
  ['use cases', 'Q-about-namespace-04', [/use cases concrete/, / 1: none/]],
  ['use cases, for the best score', 'Q-about-namespace-04', [/ 5: at least two cases/]],
  ['use cases for a decision maker', 'Q-about-namespace-07', [/decides but does not program/]],
  ['source and freshness', 'Q-about-namespace-07', [/Look for the source of the data, [^.]*freshness/]],
  ['source and freshness, for the best score', 'Q-about-namespace-07', [/ 5: all of that/]],
  ['neutral description of a skill', 'Q-namespace-skills-04', [/free of promotion/, /description/]],
  ['limitations of a skill', 'Q-namespace-skills-04', [/limitations it lists/, /no limitations at all/]],
  ['About of a skill', 'Q-namespace-skills-05', [/names the About/, /no pointer/]],
];

test.each(DUTIES)('%s: %s', (_, id, words) => {
  const text = questionById(id)?.text ?? '';
  for (const word of words) expect(text).toMatch(word);
});

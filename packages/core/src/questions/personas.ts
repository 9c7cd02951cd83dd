/** The viewpoint a grader reads from: a base persona (who reads) or a lens (what to look for). */
export interface PersonaCard {
  /** Slug. */
  readonly id: string;
  readonly kind: 'base' | 'lens';
  readonly title: string;
  readonly text: string;
}

/** Base personas and lenses, sorted by slug. */
export const personas: readonly PersonaCard[] = [
  {
    id: 'ai-engineer',
    kind: 'base',
    title: 'AI engineer',
    text: 'Puts tools into the hands of agents and has to explain every wrong call afterwards. Wants contracts a machine can rely on: exact parameters, stable answers, errors that can be told apart. Has no patience for text that only a person can interpret.',
  },
  {
    id: 'api-integration-engineer',
    kind: 'lens',
    title: 'API integration engineer',
    text: 'Asks whether it really works: right endpoint, right parameters in the right place, answers that have the declared form, errors and limits that a caller can foresee.',
  },
  {
    id: 'decision-maker',
    kind: 'base',
    title: 'Decision maker',
    text: 'Acts on what the tools return: buys, books, routes, escalates or leaves it. Never reads a definition, only the answer. Wants to know what a number means, how fresh it is and where it comes from, and notices at once when something needed for the decision is missing.',
  },
  {
    id: 'documentation-dx-reviewer',
    kind: 'lens',
    title: 'Documentation and developer experience reviewer',
    text: 'Reads every word a newcomer or a model would read: are descriptions plain and complete, names clear, choices named so that a person understands them, and is the same thing called the same everywhere?',
  },
  {
    id: 'general',
    kind: 'lens',
    title: 'General view',
    text: 'No special focus: the whole of the material counts equally, as far as the questions ask for it.',
  },
  {
    id: 'hackathon-builder',
    kind: 'base',
    title: 'Hackathon builder',
    text: 'Has a weekend and an idea. Picks the first tool that looks right, copies its example and expects data. Reads names and one line of description, no manual. Gives up on anything that needs a second attempt to understand.',
  },
  {
    id: 'schema-maintainer',
    kind: 'base',
    title: 'Schema maintainer',
    text: 'Looks after schemas for years and through API changes. Cares that tests cover what the tools promise, that conventions hold across files, and that a finding says exactly which field to change.',
  },
  {
    id: 'security-reviewer',
    kind: 'lens',
    title: 'Security reviewer',
    text: 'Looks for what could harm: secrets in text or examples, keys sent where they do not belong, parameters that reach further than they say, answers that expose more than the description admits.',
  },
];

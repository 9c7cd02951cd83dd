import { trimmedText } from '../members.js';
import { wordsOf } from '../reading/sentences.js';
import type { ReadItem, ReadServer, VisibleText } from '../share-rule.js';

/** What follows in a name is not read, so that a long one costs no time. */
const LONGEST = 200;

function wordsOfNames(...names: readonly unknown[]): string {
  return names.flatMap((name) => wordsOf(trimmedText(name).slice(0, LONGEST))).join(' ');
}

/** The name and the title of an item, as words. */
export function wordsOfItem(owner: ReadItem | null): string {
  return wordsOfNames(owner?.item.name, owner?.item.title);
}

/** What a text belongs to, as words: its server, if given, its item, and the inputs around it. */
export function wordsAround({ owner, path }: VisibleText, about?: ReadServer['about']): string {
  const inputs = path.filter((_, at) => path[at - 1] === 'properties');
  return `${wordsOfNames(about?.name, ...inputs)} ${wordsOfItem(owner)}`;
}

/** Matches words of items that have to do with conversations, with models, and with those that run them. */
export const ABOUT_MODELS =
  /\b(?:chat\w*|conversations?|dialog(?:ue)?s?|messages?|messaging|threads?|transcripts?|inbox|prompts?|llms?|models?|ai|agents?|assistants?|bots?|personas?|completions?|sampling|tokens?|tokeni[sz]er?|memor(?:y|ies)|remember|recall|think(?:ing)?|thoughts?|reason(?:ing)?|evals?|evaluat\w+|gpt|claude|gemini|openai|anthropic|ollama|mistral|groq)\b/i;

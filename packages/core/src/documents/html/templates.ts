import { Eta } from 'eta/core';
import { escapeMarkup } from '../visible-text.js';

/**
 * Compiles templates, given by name; each may include the others as `@name`. `<%= %>` escapes values; `<%~ %>` is for
 * the output of another template. A missing value is a mistake in the template, never an empty string.
 *
 * @throws Error for a value that is undefined or null
 */
export function createTemplates(templates: Readonly<Record<string, string>>): Templates {
  const eta = new Eta({
    autoEscape: true,
    autoFilter: true,
    filterFunction: (value) => {
      if (value === undefined || value === null) throw new Error(`a template shows what is ${value}`);
      return String(value);
    },
    escapeFunction: (text) => escapeMarkup(String(text)),
  });
  for (const [name, text] of Object.entries(templates)) eta.loadTemplate(`@${name}`, text);
  return (name, data) => eta.render(`@${name}`, data);
}

/** Renders a template with its data. */
export type Templates = (name: string, data: object) => string;

/** Splits one of our own texts, with `code` between backticks, into parts for a template; every second part is code. */
export function splitCode(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  return text.split('`').map((part, at) => ({ text: part, isCode: at % 2 === 1 }));
}

/** Splits a long name after its separators and before its capitals, for a template that lets it wrap there instead of in the middle of a word. */
export function splitName(name: string): readonly string[] {
  return name.split(/(?<=[/\\._:?&=#,-])(?=[^/\\._:?&=#,-])|(?<=[a-z])(?=[A-Z])/);
}

/** Renders the parts of {@link splitName}, passed as `parts`. */
export const NAME_PARTS =
  '<% for (const [at, part] of it.parts.entries()) { %><% if (at > 0) { %><wbr><% } %><%= part %><% } %>';

/** Renders the parts of {@link splitCode}, passed as `parts`. */
export const CODE_PARTS =
  '<% for (const part of it.parts) { %><% if (part.isCode) { %><code><%= part.text %></code><% } else { %><%= part.text %><% } %><% } %>';

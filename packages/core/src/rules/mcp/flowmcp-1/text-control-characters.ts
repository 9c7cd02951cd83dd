import { described } from '../define.js';
import { trimmedText } from '../members.js';
import { spellCharacter } from '../reading/sentences.js';
import { defineShareRule } from '../share-rule.js';

/** C0 and C1; not tab, line feed and carriage return, nor escape, which is a trap. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]/;

export const rule = defineShareRule({
  id: 'text-control-characters',
  subject: 'text',
  mayHold: ({ hasOther }) => hasOther,
  class: 'smell',
  group: 'items',
  loss: 0.25,
  severity: 'warning',
  title: 'The text holds control characters',
  why: 'Nobody types them on purpose: they are what remains of a text that was read in the wrong encoding. A model reads them as noise, and some clients refuse them.',
  fix: 'Read the source of the text in its own encoding, mostly UTF-8, and remove the character.',
  lift: 'remove control characters from {n} text{s}',
  evidence: [],
  check: ({ text }) => {
    const found = CONTROL.exec(text);
    return found ? [{ detail: spellCharacter(found[0]) }] : [];
  },
  examples: {
    pass: described('Gets the price\tof one\r\narticle in €.'),
    fail: described('Gets the price of one article in \u0080.'),
  },
  mutate: (tool) => {
    tool.description = `${trimmedText(tool.description)} The caf\u0082 is open.`;
    return true;
  },
});

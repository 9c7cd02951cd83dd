import type { ErrorCodeRow } from '../../problems/error-code.js';

/**
 * Selections. SEL001–SEL004, VAL110, ID and SKL codes are those of Schemas-Spec 4.2.0, chapter 09 (ID001 says what
 * VAL110 says, ID006 what ID005 says; one problem is reported once). SEL-0xx, with a hyphen, are ours: for what the
 * grading specification's chapter 16 and the Schemas-Spec's chapter 17 state without a code.
 */
export const selectionCodes = {
  SEL001: {
    severity: 'error',
    text: 'whenToUse of the selection is {found}; text was expected',
    hint: 'Write one sentence on the situation in which an agent should activate the selection.',
  },
  SEL002: {
    severity: 'error',
    text: 'the selection names no tool, no skill, no resource and no prompt',
    hint: 'Name at least one tool, as in `tools: ["namespace/tool/name"]`.',
  },
  SEL003: {
    severity: 'error',
    text: '{id} does not resolve: {reason}',
    hint: 'Correct the reference, or import the provider it belongs to first: `flowmcp grading import <provider folder>`, then the selection again.',
  },
  SEL004: {
    severity: 'info',
    text: 'the skill "{name}" is written inside the selection; the rules for skills are applied to it, and it becomes the file {file}',
    hint: 'Nothing needs to be done; a file of its own in the skills folder is easier to read.',
  },
  VAL110: {
    severity: 'error',
    text: '{found} stands in {list}; {expected} was expected there',
    hint: 'A reference to something outside is written in full, with slashes; the name of a skill of the selection itself has none.',
  },
  ID002: {
    severity: 'error',
    text: 'the namespace {found} is not written as one; lower-case letters, digits and hyphens that begin with a letter were expected',
    hint: 'Copy the namespace from `main.namespace` of the provider.',
  },
  ID003: {
    severity: 'error',
    text: '"{id}" is of the type {found}; {expected} was expected in {list}',
    hint: 'Correct the middle part, or move the reference to the list it belongs to.',
  },
  ID004: {
    severity: 'error',
    text: '"{id}" has no name behind its type',
    hint: 'Write `namespace/{expected}/name`.',
  },
  ID005: {
    severity: 'error',
    text: '"{id}" is a short form; the full form namespace/{expected}/name was expected',
    hint: 'Write all three parts: short forms do not exist in version 4. A skill file of the selection itself is named by `{ file: "skills/name.mjs" }`.',
  },
  SKL016: {
    severity: 'error',
    text: 'the file of the skill is {found}; the path of a .mjs file was expected',
    hint: 'Write `file: "./skills/name.mjs"`, relative to the file of the selection.',
  },
  SKL017: {
    severity: 'error',
    text: 'the file {path} of the skill is not there',
    hint: 'Put the skill there, or correct its name: it is looked for from the folder of the selection.',
  },
  SKL018: {
    severity: 'error',
    text: 'the selection has {count} skills; at most 4 are allowed',
    hint: 'Keep the four that matter most, or split the selection.',
  },
  'SEL-010': {
    severity: 'error',
    text: 'the file has {found}; {expected} was expected',
    hint: 'Write `export const selection = { … }` in a module, or the object alone in a JSON file.',
  },
  'SEL-011': {
    severity: 'error',
    text: 'the file is no valid JSON: {reason}',
    hint: 'Correct it at the place given; JSON has no comments, no trailing commas and only double quotes.',
  },
  'SEL-012': {
    severity: 'error',
    text: 'the key "{key}" can not be the name of a member',
    hint: 'Remove it or give it another name.',
  },
  'SEL-013': {
    severity: 'error',
    text: '{member} of the selection is {found}; {expected} was expected',
    hint: 'Correct the value at the place given.',
  },
  'SEL-014': {
    severity: 'error',
    text: 'the selection has a member "{key}", which nothing knows; known are {known}',
    hint: 'Correct the spelling or remove it.',
  },
  'SEL-015': {
    severity: 'error',
    text: 'the selection has both members and tools',
    hint: 'Keep one: members name schemas (`{ schemaId: "namespace.schema" }`), tools name single tools, whose schemas become the members.',
  },
  'SEL-016': {
    severity: 'warning',
    text: '{member} is ignored: a source carries no hash, no snapshot version and no status',
    hint: 'Remove it; the name of the snapshot and index.json of the selection hold it.',
  },
  'SEL-017': {
    severity: 'warning',
    text: '{list} names {found} twice; it counts once',
    hint: 'Remove one of the two.',
  },
  'SEL-018': {
    severity: 'error',
    text: 'two skills of the selection are called "{name}"',
    hint: 'Give one of them another name: a skill is filed under its name.',
  },
  'SEL-019': {
    severity: 'error',
    text: 'the file of the skill, {found}, lies outside of the folder of the selection',
    hint: 'Copy it into the skills folder beside the selection: what belongs to a selection lies in its folder.',
  },
  'SEL-020': {
    severity: 'error',
    text: 'personaIds of the selection {selection} can not be derived: {reason}',
    hint: 'Say whom it is for: add `personaIds: ["ai-engineer"]` to the selection, or import it with `--persona <base persona>`.',
  },
  'SEL-021': {
    severity: 'error',
    text: 'members of the selection {selection} can not be derived: {reason}',
    hint: 'Name at least one tool or resource of an imported provider, or write `members: [{ schemaId: "namespace.schema" }]`.',
  },
  'SEL-022': {
    severity: 'warning',
    text: '"{id}" may be that of any of {schemas}; each of them becomes a member',
    hint: 'Write `members` in place of `tools` if only one of them is meant.',
  },
  'SEL-023': {
    severity: 'warning',
    text: 'the skill file {path} lies beside the selection, which does not name it; it is not imported',
    hint: 'Add it to `skills` of the selection, or move it away.',
  },
} satisfies Record<string, ErrorCodeRow>;

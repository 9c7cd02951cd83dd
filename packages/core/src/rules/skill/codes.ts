import type { ErrorCodeRow } from '../../problems/error-code.js';

/**
 * Skills of a provider folder or a selection. SKL and PH codes are those of Schemas-Spec 4.2.0, chapter 09; its
 * DEP001–DEP004 say the same as SKL005, SKL006, SKL020 and SKL021 and are not repeated. GATE codes are
 * ours, for what chapters 14 and 18 and the grading specification's chapter 13 state without a code.
 */
export const skillCodes = {
  SKL001: {
    severity: 'error',
    text: 'the skill module has {found}; an object exported as "skill" was expected',
    hint: 'Write `export const skill = { … }`.',
  },
  SKL002: {
    severity: 'error',
    text: 'the name of the skill is {found}; at most 64 lower-case letters, digits and hyphens that begin with a letter were expected',
    hint: 'Name the skill for its task, as in "plan-a-crossing".',
  },
  SKL003: {
    severity: 'error',
    text: 'the skill is named "{name}", its file "{expected}"',
    hint: 'Give both the same name: a skill is found by its file, or by the name a selection registers it under.',
  },
  SKL004: {
    severity: 'error',
    text: 'the version of the skill is {found}; "flowmcp/4.0.0" was expected',
    hint: 'Write `version: "flowmcp/4.0.0"`: it is the version of the format, not of the text.',
  },
  SKL005: {
    severity: 'error',
    text: 'requires.tools lists {found}, which is no tool of {namespace}',
    hint: 'Name a tool of the same namespace, or of a member of the selection, as `tool`, `schema.tool` or `namespace/tool/tool`.',
  },
  SKL006: {
    severity: 'error',
    text: 'requires.resources lists {found}, which is no resource of {namespace}',
    hint: 'Name a resource that a schema of the same namespace, or a member of the selection, declares.',
  },
  SKL007: {
    severity: 'error',
    text: 'the description of the skill is {found}; text of at most 1024 characters was expected',
    hint: 'Say in a sentence or two what the skill does and yields.',
  },
  SKL008: {
    severity: 'error',
    text: '{placeholder} asks for an input that is not declared',
    hint: 'Add an input with the key "{key}", or correct the placeholder.',
  },
  SKL009: {
    severity: 'error',
    text: 'values is {found}; {expected} was expected',
    hint: 'An input of type enum lists what may be chosen; no other type does.',
  },
  SKL010: {
    severity: 'error',
    text: 'the content of the skill is {found}; Markdown text was expected',
    hint: 'Write the steps an agent is to follow.',
  },
  SKL011: {
    severity: 'error',
    text: 'the output of the skill is {found}; text was expected',
    hint: 'Say what the agent hands over at the end.',
  },
  SKL012: {
    severity: 'error',
    text: 'the key of the input is {found}; a name in camelCase was expected',
    hint: 'Begin with a lower-case letter and use letters and digits only.',
  },
  SKL013: {
    severity: 'error',
    text: 'the type of the input is {found}; string, number, boolean or enum was expected',
    hint: 'Choose the one of the four that fits.',
  },
  SKL014: {
    severity: 'error',
    text: 'the description of the input is {found}; text was expected',
    hint: 'Say what the user is to give.',
  },
  SKL015: {
    severity: 'error',
    text: 'required of the input is {found}; true or false was expected',
    hint: 'Say whether the skill can do without it.',
  },
  SKL020: {
    severity: 'warning',
    text: '{placeholder} uses a tool that requires.tools does not list',
    hint: 'Add it there, so that it can be seen what the skill needs.',
  },
  SKL021: {
    severity: 'warning',
    text: '{placeholder} uses a resource that requires.resources does not list',
    hint: 'Add it there, so that it can be seen what the skill needs.',
  },
  SKL022: {
    severity: 'error',
    text: '{placeholder} leads to no skill of {namespace}',
    hint: 'Name a skill that lies in the same skills folder, or belongs to the same selection.',
  },
  SKL023: {
    severity: 'error',
    text: '{placeholder} leads to a skill that leads on itself: "{name}" refers to {found}',
    hint: 'References go one level deep: take what is needed into one of the two skills.',
  },
  SKL024: {
    severity: 'warning',
    text: 'requires.tools lists "{name}", but the content does not use it',
    hint: 'Write the tool into its step as a placeholder, or remove it from the list.',
  },
  SKL025: {
    severity: 'warning',
    text: 'requires.resources lists "{name}", but the content does not use it',
    hint: 'Write the resource into its step as a placeholder, or remove it from the list.',
  },
  PH001: {
    severity: 'error',
    text: 'the placeholder {placeholder} is empty',
    hint: 'Name what is to stand there, or remove it.',
  },
  PH002: {
    severity: 'error',
    text: '{placeholder} leads to nothing in {namespace}',
    hint: 'Correct the path: a skill of a namespace refers to its own namespace only, a skill of a selection to the members of the selection.',
  },
  PH003: {
    severity: 'error',
    text: '{placeholder} does not name an input; a letter followed by letters and digits was expected',
    hint: 'Write the key of the input exactly as it is declared, without spaces.',
  },
  PH004: {
    severity: 'error',
    text: 'the placeholder {placeholder} stands outside of the content, where nothing replaces it',
    hint: 'Move it into the content, or say it in words.',
  },
  'GATE-010': {
    severity: 'warning',
    text: 'the skill has the version "{found}" of the format before',
    hint: 'Write `version: "flowmcp/4.0.0"`, and add type and whenToUse.',
  },
  'GATE-011': {
    severity: 'warning',
    text: 'the skill has no type; by its place it is taken for "{expected}"',
    hint: 'Write `type: "{expected}"`.',
  },
  'GATE-012': {
    severity: 'error',
    text: 'the type of the skill is {found}; "{expected}" was expected in this folder',
    hint: 'Correct the type, or move the file to the selection or agent it belongs to.',
  },
  'GATE-013': {
    severity: 'warning',
    text: 'the skill does not say when to use it',
    hint: 'Add `whenToUse`, one sentence on the situation an agent should turn to this skill in.',
  },
  'GATE-014': {
    severity: 'error',
    text: '{member} is {found}; {expected} was expected',
    hint: 'Correct the value or leave the member out.',
  },
  'GATE-015': {
    severity: 'info',
    text: 'the level {found} is ignored: skills of a namespace have none',
    hint: 'Remove it; levels order the skills of a selection.',
  },
  'GATE-016': {
    severity: 'warning',
    text: 'the name "{name}" begins with a level ({prefix})',
    hint: 'Name the skill for its task only; a selection skill says its level in the member level.',
  },
  'GATE-017': {
    severity: 'warning',
    text: '"{name}" may be any of {members}',
    hint: 'Write `schema.name`, so that it is clear which one the skill needs.',
  },
  'GATE-018': {
    severity: 'warning',
    text: '{placeholder} names nothing that {namespace} or this skill declares; it stays in the text as it is',
    hint: 'Correct the name, declare what is meant, or write it without braces.',
  },
} satisfies Record<string, ErrorCodeRow>;

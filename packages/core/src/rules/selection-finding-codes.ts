import type { ErrorCodeRow } from '../problems/error-code.js';

/**
 * Deterministic findings of a selection: shown with its nodes, never part of a mean. `error` where the skill cannot
 * be graded until it is mended.
 */
export const selectionFindingCodes = {
  'SKC-001': {
    severity: 'warning',
    text: 'the signpost {skill} (L1) does not name the topic {target} (L2)',
    hint: 'Write the name {target} exactly so into its content, description or whenToUse: a signpost leads to every topic.',
  },
  'SKC-002': {
    severity: 'warning',
    text: 'no topic (L2) names the use case {skill} (L3); looked at: {topics}',
    hint: 'Write the name {skill} exactly so into a topic it belongs to; else nobody finds it.',
  },
  'SKC-003': {
    severity: 'warning',
    text: '{skill} refers to "{target}" ({reference}), but {found}; {expected} was expected',
    hint: 'Correct the name, or leave the reference out.',
  },
  'SKC-004': {
    severity: 'warning',
    text: 'the use case {skill} (L3) calls the use case {target} (L3): {reference}',
    hint: 'A use case calls topics and signposts only: take what is needed into the use case itself.',
  },
  'SKC-005': {
    severity: 'error',
    text: 'the skill {skill} has no level that is "L1", "L2" or "L3"',
    hint: 'Write `level: "L1"` for a signpost, "L2" for a topic, "L3" for a use case; without it no area grades the skill.',
  },
  'SKC-006': {
    severity: 'error',
    text: 'the skill {skill} has no persona focus',
    hint: 'Name a base persona or a lens of the About in its member persona; without it a selection skill is invalid.',
  },
  'SKC-007': {
    severity: 'warning',
    text: 'the topic {skill} (L2) does not refer to the About of {namespaces}',
    hint: 'Add {references} to its content or to requires.resources.',
  },
  'SKC-008': {
    severity: 'warning',
    text: 'the skill {skill} states no limitations',
    hint: 'Add a heading "Limitations" with at least one line under it, near the top.',
  },
  'SKC-009': {
    severity: 'warning',
    text: 'the name {skill} begins with the level "{prefix}"',
    hint: 'Name the skill for its task only; its level stands in the member level.',
  },
  'SKC-010': {
    severity: 'warning',
    text: 'the {member} of {skill} praises instead of describing: "{phrase}"',
    hint: 'Say what the skill does and yields; leave the judgement to the reader.',
  },
  'SKC-011': {
    severity: 'warning',
    text: 'the skill {skill} is for "{persona}", which is {problem}',
    hint: 'Name a base persona ({bases}) or a lens that the About defines in its section "Personas Reference and Lens".',
  },
  'ABT-010': {
    severity: 'warning',
    text: 'the About has no section "{section}": {found}',
    hint: 'Add a heading "{section}" with text under it. Until all seven sections are there, domain conformance can not be graded.',
  },
  'ABT-011': {
    severity: 'warning',
    text: 'the About is {age} days old; by {source} it holds for {days} days',
    hint: 'Review it and import it again with what has changed.',
  },
  'ABT-012': {
    severity: 'info',
    text: 'the section "Aging Rule" states {found}; it is read as {days} days',
    hint: 'State one duration, as a number of days, weeks or months: "valid for 60 days".',
  },
  'ABT-013': {
    severity: 'warning',
    text: 'the About names the shared list "{list}", which the island does not have; it has {known}',
    hint: 'Correct the name, or import the list together with the schemas that use it.',
  },
  'ABT-014': {
    severity: 'warning',
    text: 'what the About says about {lenses} defines no lens: {reason}',
    hint: 'Give each lens a line of its own with one base persona, such as "`{first}` – lens over `decision-maker`".',
  },
} satisfies Record<string, ErrorCodeRow>;

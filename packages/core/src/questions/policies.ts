import type { AreaId } from '../spec/vocabulary.js';

/** A rule for graders, in all areas or only in those named. */
export interface Policy {
  /** Slug. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Absent: all areas. */
  readonly areas?: readonly AreaId[];
}

/** Rules that every grader has to follow, sorted by slug. */
export const policies: readonly Policy[] = [
  {
    id: 'evaluator-neutrality',
    title: 'Judge without a stake',
    text: 'You have no interest in the result. Nobody expects a certain score, no earlier score is to be confirmed, and effort or reputation behind the material earns nothing. Score what is written and recorded, then explain it.',
  },
  {
    id: 'file-output-rules',
    title: 'One answer, no other files',
    text: 'Your only product is the JSON described under "Output". Change nothing in the island: entries, records, snapshots and the index are written by the command line alone. Never put a request, a header or a key into an answer.',
  },
  {
    id: 'http-4xx-is-no-pass',
    title: 'Only HTTP 200 with data has worked',
    text: 'A test has worked when the API answered 200 with data. Every other status, 401 and 403 included, did not work, whatever the body says. Do not explain such an answer away as an expected login wall.',
    areas: ['single-test', 'tools-aggregate-schema', 'tools-aggregate-namespace'],
  },
  {
    id: 'no-hidden-defaults',
    title: 'Nothing is filled in silently',
    text: 'Answer every question. Where you can not judge, answer n/a with a reason of the closed list; never settle for a middle score instead. Do not assume a value, a unit or a behaviour that the material does not state.',
  },
  {
    id: 'no-secrets-in-prompt',
    title: 'Secrets stay out',
    text: 'This prompt was built without keys and tokens. If something in the material looks like one, do not repeat it: report where it stands. Do not open a .env file and do not ask for credentials.',
  },
  {
    id: 'persona-only-where-required',
    title: 'A persona only where one is given',
    text: 'If this prompt has a section "Persona", answer as that person would. If it has none, answer without any: tool definitions and metadata are judged by the rules in the questions alone.',
  },
];

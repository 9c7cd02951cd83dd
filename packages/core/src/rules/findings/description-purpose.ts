import { defineFinding } from '../finding.js';
import { findPhrases } from './material/descriptions.js';

/** The start of a sentence or a clause. */
const START = '(?:^|[.!?;:,(—–-]\\s{1,5}|\\n[ \\t]{0,20}|\\band\\s{1,5})';
const PURPOSE = [
  /\b(?:useful|helpful|handy) (?:for|when|to|in|if)\b/i,
  /\b(?:ideal|good|great|perfect|best suited|well suited|excellent) (?:for|when)\b/i,
  new RegExp(`${START}best for\\b`, 'i'),
  new RegExp(`${START}(?:suitable|recommended|intended|designed) for\\b`, 'i'),
  new RegExp(`${START}use (?:this|it|this (?:tool|endpoint|method|route))(?: (?:to|for|when|if))\\b`, 'i'),
  new RegExp(`${START}(?:use|call|choose|pick) (?:this )?(?:when|if|whenever)\\b`, 'i'),
  new RegExp(`${START}use (?:for|to)\\b`, 'i'),
  /\bwhen(?:ever)? you (?:need|want|have|wish)\b/i,
  /\b(?:helps|lets|allows|enables) (?:you|users|developers|agents|traders|researchers)\b/i,
  /\bso (?:that )?you can\b/i,
];

export const finding = defineFinding({
  id: 'description-purpose',
  code: 'FND-002',
  severity: 'warning',
  text: 'the description says what for instead of what: "{phrase}"',
  hint: 'Move use cases into the About resource and keep inputs, results and limits here.',
  areas: ['single-test', 'tools-aggregate-schema', 'namespace-description'],
  why: 'A description says what a tool does; what it is good for belongs into the About resource (grading spec 04). Only the first can be compared with what the API answers.',
  check: ({ main }) => findPhrases(main, PURPOSE),
  examples: {
    pass: {
      source: `export const main = {
    description: 'Departures of a station. Returns ids for use with getTrip; places are suitable for wheelchairs or not.',
    tools: { getTrip: { description: 'One trip by its id. Use the id that search returns.' } }
}`,
    },
    fail: {
      source: `export const main = {
    description: 'Departures of a station.',
    tools: { search: { description: 'Search stations by name. Useful for travel planning.' } }
}`,
    },
  },
});

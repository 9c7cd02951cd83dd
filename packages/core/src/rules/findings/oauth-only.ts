import { defineFinding, type Filled, type FoundPlace } from '../finding.js';
import { isText, type Members, memberOf, toolsOf } from '../schema/schema-members.js';
import { declaredKeys } from './material/declared.js';

/** Keys that exist only after a user has given consent. A client id or an access token may be static. */
const OAUTH_KEY = /OAUTH|REFRESH_?TOKEN/i;
/** Keys that accompany an OAuth key and grant nothing by themselves. */
const COMPANION = /OAUTH|REFRESH_?TOKEN|ACCESS_?TOKEN|CLIENT_?(?:ID|SECRET)|REDIRECT/i;
const STATED =
  /\b(?:requires?|needs?|only (?:via|with|through|by)|only accessible (?:via|with|through))\s+(?:an? |user |valid )*OAuth\b/i;
const NOT_ONLY =
  /\b(?:no|not|without|n't|optional(?:ly)?|alternatively)\b[^.]*OAuth|OAuth[^.]*\b(?:or|optional|alternatively|not required|is not)\b|\bor (?:an? )?OAuth/i;

/** Maximum number of characters of a description that are searched; the patterns look ahead within a sentence. */
const LONGEST = 2000;

/**
 * Reported only on evidence in the schema itself: all declared keys belong to an OAuth flow and at least one of them
 * exists only in OAuth flows, or a description states explicitly that OAuth is required and mentions no alternative. An
 * Authorization header with the scheme "OAuth" proves nothing: some APIs expect a static key in it.
 */
export const finding = defineFinding({
  id: 'oauth-only',
  code: 'FND-051',
  severity: 'warning',
  text: 'the only way in is OAuth ({evidence})',
  hint: 'Leave this API out: the runtime cannot give consent on behalf of a user. A static key would be fine.',
  areas: ['single-test', 'tools-aggregate-schema'],
  why: 'A user has to agree in a browser before such a call works; a schema is called without one (grading spec 02).',
  check({ main }) {
    const keys = declaredKeys(main);
    const named = keys.find((key) => OAUTH_KEY.test(key));
    if (named !== undefined && keys.every((key) => COMPANION.test(key))) {
      return [{ path: ['requiredServerParams', keys.indexOf(named)], args: { evidence: named } }];
    }
    return [{ value: main, path: [] }, ...toolsOf(main)].flatMap(statedIn);
  },
  examples: {
    pass: {
      source: `export const main = {
    description: 'Needs an API key or OAuth.',
    requiredServerParams: [ 'EXAMPLE_API_KEY' ],
    headers: { Authorization: 'OAuth oauth_consumer_key="{{EXAMPLE_API_KEY}}"' },
    tools: { read: { description: 'OAuth is not required.' } }
}`,
    },
    fail: {
      source: `export const main = {
    description: 'Mail of a user.',
    requiredServerParams: [ 'EXAMPLE_CLIENT_ID', 'EXAMPLE_REFRESH_TOKEN' ],
    tools: {}
}`,
    },
  },
});

function statedIn({
  value,
  path,
}: {
  value: Members;
  path: readonly (string | number)[];
}): Filled<FoundPlace, 'evidence'>[] {
  const text = memberOf(value, 'description');
  if (!isText(text)) return [];
  const said = text.slice(0, LONGEST);
  const found = NOT_ONLY.test(said) ? null : STATED.exec(said);
  return found ? [{ path: [...path, 'description'], args: { evidence: found[0] } }] : [];
}

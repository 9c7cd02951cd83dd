import { parseSendKeys } from '../keys/logic/send-keys.js';
import type { SchemaFacts } from '../spec/facts.js';
import type { Gathered } from '../spec/gathered.js';
import type { EmitOptions } from './options.js';

type Gathering = Pick<EmitOptions, 'originMap' | 'allowHosts' | 'handlers' | 'sendKeys' | 'anyFacts'>;

/** Would a run with these options have gathered it too? What does not say how it was gathered is taken as it is. */
function isReusable(gathered: Gathered | undefined, options: Gathering): boolean {
  const { originMap = {}, allowHosts = [], handlers = 'sandbox', sendKeys = {}, anyFacts = false } = options;
  if (anyFacts) return true;
  const { pairs } = parseSendKeys(sendKeys);
  return (
    (!gathered?.originMap || Object.keys(originMap).length > 0) &&
    (!gathered?.allowedHost || allowHosts.length > 0) &&
    (gathered?.handlers !== 'trust' || handlers === 'trust') &&
    (gathered?.sentKeys ?? []).every((pair) => pairs.includes(pair))
  );
}

/** Facts without what a run with other options has gathered (decision 0067). */
export function reusableFacts(
  facts: ReadonlyMap<string, SchemaFacts>,
  options: Gathering,
): Map<string, SchemaFacts> {
  return new Map(
    [...facts].map(([schema, known]) => {
      const tools = Object.entries(known.tools).filter(([, { gathered }]) => isReusable(gathered, options));
      const terms = isReusable(known.terms?.gathered, options) ? known.terms : null;
      return [schema, { ...known, tools: Object.fromEntries(tools), ...(terms !== undefined && { terms }) }];
    }),
  );
}

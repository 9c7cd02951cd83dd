import { parseSendKeys } from '../keys/logic/send-keys.js';
import type { SchemaFacts } from '../spec/facts.js';
import type { Gathered } from '../spec/gathered.js';
import type { EmitOptions } from './options.js';

type Gathering = Pick<EmitOptions, 'originMap' | 'allowHosts' | 'handlers' | 'sendKeys' | 'anyFacts'>;

/**
 * Checks whether a run with these options would have gathered the fact too. A fact without a record of its options is
 * accepted.
 */
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

/** Facts, without those that only a run with other options would gather (decision 0067). */
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

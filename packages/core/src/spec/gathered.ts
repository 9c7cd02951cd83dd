/**
 * What sets a test apart from calls of its API as it is: it went to another origin, a private address answered it, code
 * that its user trusts took part, or a key went where only its user allows it. Plain types: the index repeats them.
 */
export interface Gathered {
  readonly originMap?: true;
  readonly allowedHost?: true;
  readonly handlers?: 'trust';
  /** `NAME=host`, by code unit, as `--send-key` names them. */
  readonly sentKeys?: readonly string[];
}

/** All of it together; empty where nothing sets any of it apart. */
export function mergeGathered(all: readonly (Gathered | undefined)[]): Gathered {
  const sentKeys = [...new Set(all.flatMap((one) => one?.sentKeys ?? []))].sort();
  return {
    ...(all.some((one) => one?.originMap) && { originMap: true }),
    ...(all.some((one) => one?.allowedHost) && { allowedHost: true }),
    ...(all.some((one) => one?.handlers === 'trust') && { handlers: 'trust' }),
    ...(sentKeys.length > 0 && { sentKeys }),
  };
}

/** For what says so only where there is something to say. */
export function gatheredField(all: readonly (Gathered | undefined)[]): { readonly gathered?: Gathered } {
  const gathered = mergeGathered(all);
  return Object.keys(gathered).length > 0 ? { gathered } : {};
}

/**
 * How a test differed from a plain call to its API: the request went to another origin, a private address answered,
 * trusted handler code ran, or a key went to a host that only the user had allowed. These are plain types, because the
 * index, which repeats them, is read without zod.
 */
export interface Gathered {
  readonly originMap?: true;
  readonly allowedHost?: true;
  readonly handlers?: 'trust';
  /** `NAME=host` as in `--send-key`, sorted by code unit. */
  readonly sentKeys?: readonly string[];
}

/** Merges several records of this kind; empty if nothing differed. */
export function mergeGathered(all: readonly (Gathered | undefined)[]): Gathered {
  const sentKeys = [...new Set(all.flatMap((one) => one?.sentKeys ?? []))].sort();
  return {
    ...(all.some((one) => one?.originMap) && { originMap: true }),
    ...(all.some((one) => one?.allowedHost) && { allowedHost: true }),
    ...(all.some((one) => one?.handlers === 'trust') && { handlers: 'trust' }),
    ...(sentKeys.length > 0 && { sentKeys }),
  };
}

/** The field `gathered`, left out if nothing differed. */
export function gatheredField(all: readonly (Gathered | undefined)[]): { readonly gathered?: Gathered } {
  const gathered = mergeGathered(all);
  return Object.keys(gathered).length > 0 ? { gathered } : {};
}

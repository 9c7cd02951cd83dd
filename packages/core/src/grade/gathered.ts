import type { EntryAnswer } from '../spec/entry.js';
import { type Gathered, mergeGathered } from '../spec/gathered.js';
import { isRecord } from '../values/is-record.js';

/** How the facts behind the answers given by code were gathered; an entry's evidence records this (decision 0067). */
export function gatheredOf(answers: readonly Pick<EntryAnswer, 'determinism' | 'evidence'>[]): Gathered {
  return mergeGathered(
    answers.map(({ determinism, evidence }) =>
      determinism === 'deterministic' && isRecord(evidence) && isRecord(evidence.gathered)
        ? (evidence.gathered as Gathered)
        : undefined,
    ),
  );
}

/**
 * Says in words how facts were gathered, such as `tested against another origin, at a private address`; null for plain
 * calls.
 */
export function sayGathered({ originMap, allowedHost, handlers, sentKeys = [] }: Gathered): string | null {
  const parts = [
    ...(originMap ? ['against another origin'] : []),
    ...(allowedHost ? ['at a private address'] : []),
    ...(handlers === 'trust' ? ['with trusted handlers'] : []),
    ...(sentKeys.length > 0 ? [`with keys sent where --send-key allows it (${sentKeys.join(', ')})`] : []),
  ];
  return parts.length > 0 ? `tested ${parts.join(', ')}` : null;
}

/** For tests run by an earlier version, which did not record the origin. */
const NOT_RECORDED = 'origin not recorded';

/** How a node's test results were gathered, in words; null for plain calls. */
export function sayTested(
  { gathered }: { readonly gathered?: Gathered },
  { isRecorded }: { readonly isRecorded: boolean },
): string | null {
  return sayGathered(gathered ?? {}) ?? (isRecorded ? null : NOT_RECORDED);
}

import { nameOf } from '../../net/url.js';
import { sha256 } from '../../spec/hash.js';
import type { EvaluatorIdentity, ScoreRange } from '../logic/evaluator.js';

export const UNVERSIONED = 'unversioned';

/** Identity of an HTTP service: its address without query, and the version it reports. */
export function identifyService(url: URL, version: string): EvaluatorIdentity {
  return { kind: 'script', name: nameOf(url), version, harness: 'evaluator-http' };
}

/** Equal for services that are called in the same way; of the query, which may hold a key, only a hash. */
export function keyOfService(url: URL, range: ScoreRange): string {
  const query = url.search === '' ? [] : [`query:${sha256(url.search)}`];
  return ['http', nameOf(url), ...query, `range:${range}`].join(' ');
}

/** The same key for one version. */
export function cacheKeyOfService(url: URL, range: ScoreRange, version: string): string {
  return `${keyOfService(url, range)} version:${version}`;
}

import { phrases, verbForms } from './phrases.js';
import type { Sentence } from './sentence-words.js';

// Words that several rules look for.

export const NOT = phrases('not, never, avoid, refrain from, without, no need to');

export const PEOPLE = phrases(
  'user, users, human, humans, customer, customers, operator, operators, owner, owners, person, persons, people',
  'anyone, anybody, them, developer, developers, admin, admins',
);

/** Words of a demand. */
export const MUST = phrases(
  'must, always, never, make sure, ensure, be sure, required to, have to, has to, need to, needs to, mandatory',
  'necessary, immediately, first, important',
);

/** Words that say how to act, where a description says what a tool does. */
export const CONDUCT = phrases(
  'must, always, you, do this, do so, do it, do that, make sure, never, also, then, please, first',
  'before, after',
);

/** Words that put a call before, after or in place of another. */
export const ORDER = phrases(
  'before, prior to, after, whenever, every time, each time, instead of, rather than, in place of',
  'when using, when calling, when invoking, first, do not use, never use, must not use, replace, replaces',
  'supersede, supersedes, disable, disables, disabled, deprecated, unsafe, insecure, broken, blocked, no longer',
);

/** Verbs that hand something over. */
export const SEND_VERBS =
  'include, pass, send, attach, append, prepend, provide, copy, put, insert, embed, supply, upload, forward, transmit, submit, encode';

/** Words of refusing: a deny list names private things to keep them private. */
export const DENY = phrases(
  verbForms('reject, refuse, block, deny, forbid, disallow, exclude, ignore, skip, protect'),
  'denied, forbidden, blocked, skipped, skipping, not allowed, never allowed, not permitted',
);

/** An http address; the group is its host. */
export const WEB_ADDRESS = /\bhttps?:\/\/([^\s/:"'`<>)\]]{1,200})/i;

/** An e-mail address; the group is its domain. The lengths are bounded, so that a long text is read once. */
export const MAIL_ADDRESS = /[\w.+-]{1,64}@([\w-]{1,63}(?:\.[\w-]{1,63}){1,5})/;

/** Whether a host is one that documentation uses and nobody reads. */
export function isSampleHost(host: string): boolean {
  return /^(?:localhost|127\.|0\.0\.0\.0|\[::1)|(?:^|\.)(?:example|company|domain|test|yourdomain|your-domain|mydomain|acme|localhost|invalid)\.[a-z]{2,}$|(?:^|\.)(?:localhost|test)$/i.test(
    host,
  );
}

const URGED = new Set([
  'must',
  'should',
  'please',
  'always',
  'first',
  'then',
  'and',
  'to',
  'also',
  'you',
  'need',
  'needs',
]);

/** Whether a verb is a demand: at the start, after punctuation, or at most two words after "must", "then" and the like. */
export function isDemanded({ words }: Sentence, at: number): boolean {
  return (
    at === 0 ||
    /^[,:;(]$/.test(words[at]?.before ?? '') ||
    [1, 2, 3].some((back) => URGED.has(words[at - back]?.text ?? ''))
  );
}

import { createSecretSearch, isLongEnough } from '../../keys/logic/find-secrets.js';
import { findHeld, type HeldKey } from '../../keys/logic/key-home.js';
import type { SendKeys } from '../../keys/logic/send-keys.js';
import type { HttpRequest } from '../../net/logic/http.js';
import { problem } from '../../problems/error-codes.js';
import type { Problem } from '../../problems/problem.js';

/** Checks each outgoing request, including redirects, for keys that must not be sent to its host (decision 0078). */
export interface KeyGuard {
  judge(request: HttpRequest): Leaving;
}

interface Leaving {
  /** Why the request must not be sent, or null. */
  readonly held: Problem | null;
  /** `NAME=host` of its keys that are sent only because the user allows it. */
  readonly sentKeys: readonly string[];
}

const WHY: Readonly<Record<HeldKey['why'], string>> = {
  foreign: 'which is no host of its owner',
  rentable: 'where anybody can rent a name',
  'not https': 'which is not asked by https',
};

/** @param values keys by name; they are found in every form in which requests and servers write them */
export function createKeyGuard(values: Readonly<Record<string, string>>, sendKeys: SendKeys): KeyGuard {
  const keys = Object.entries(values).map(([name, value]) => {
    // A host name has lower-case letters only.
    const find = createSecretSearch([value, value.toLowerCase()]);
    return { name, value, isIn: (text: string) => find(text).length > 0 };
  });
  const showHost = (url: URL) =>
    keys
      .filter(({ value }) => isLongEnough(value))
      .reduce((host, { value }) => host.replaceAll(value.toLowerCase(), '[redacted]'), url.host);
  return {
    judge: ({ url: address, headers, body = '' }) => {
      const sentKeys: string[] = [];
      if (!URL.canParse(address)) return { held: null, sentKeys };
      const url = new URL(address);
      const texts = [address, url.href, body, ...Object.entries(headers).flat()];
      for (const { name, value, isIn } of keys) {
        // `https://{{ALCHEMY_HOST}}`: a key that is the whole host reaches no host but the one it names.
        const isHost = url.protocol === 'https:' && url.host === value.toLowerCase();
        const held = isHost ? null : findHeld(name, url);
        if (!held || !texts.some(isIn)) continue;
        const pair = sendKeys.find(name, url);
        if (pair === undefined) return { held: sayHeld(name, held, url, showHost(url)), sentKeys };
        sentKeys.push(pair);
      }
      return { held: null, sentKeys };
    },
  };
}

function sayHeld(name: string, { owner, why }: HeldKey, url: URL, host: string): Problem {
  const port = url.protocol === 'https:' || url.port !== '' ? '' : ':80';
  return problem('DPT-146', undefined, { name, owner, host, why: WHY[why], allow: `${host}${port}` });
}

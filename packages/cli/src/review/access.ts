import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Who may use the page: whoever exchanges the key of the newest link first. A key opens one session and is then worthless;
 * the session that it opens replaces the one before.
 */
export class Access {
  #key: string | null = null;
  #session: string | null = null;

  /** A fresh key for a link; the key of the link before opens nothing from now on. */
  newKey(): string {
    this.#key = randomWord();
    return this.#key;
  }

  /** @returns the session, or null if the key is unknown or was used */
  exchange(key: unknown): string | null {
    if (!isSame(key, this.#key)) return null;
    this.#key = null;
    this.#session = randomWord();
    return this.#session;
  }

  isOpen(session: unknown): boolean {
    return isSame(session, this.#session);
  }
}

function randomWord(): string {
  return randomBytes(32).toString('base64url');
}

/** Takes the same time wherever two words differ. */
function isSame(found: unknown, expected: string | null): boolean {
  if (typeof found !== 'string' || expected === null) return false;
  const [a, b] = [found, expected].map((word) => createHash('sha256').update(word).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
}

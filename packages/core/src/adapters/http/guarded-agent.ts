import { Agent } from 'undici';
import { createGuardedConnector, type GuardOptions } from './guarded-connect.js';

/** More than any honest answer has; said here because NODE_OPTIONS could say something else. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Dials public addresses only and reads no endless headers. */
export function createGuardedAgent(options: GuardOptions): Agent {
  return new Agent({ connect: createGuardedConnector(options), maxHeaderSize: MAX_HEADER_BYTES });
}

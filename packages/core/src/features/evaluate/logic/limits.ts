/** The largest accepted payload: a schema of 2 MiB, each character escaped, and an example. */
export const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;

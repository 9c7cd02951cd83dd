import type { ErrorCodeRow } from '../../model/error-code.js';

export const islandCodes = {} satisfies Record<string, ErrorCodeRow>;

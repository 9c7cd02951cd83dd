import type { ErrorCodeRow } from '../../model/error-code.js';

export const pretestCodes = {} satisfies Record<string, ErrorCodeRow>;

import type { ErrorCodeRow } from '../../model/error-code.js';

export const usageCodes = {} satisfies Record<string, ErrorCodeRow>;

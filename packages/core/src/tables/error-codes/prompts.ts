import type { ErrorCodeRow } from '../../model/error-code.js';

export const promptCodes = {} satisfies Record<string, ErrorCodeRow>;

import type { ErrorCodeRow } from '../../model/error-code.js';

export const validationCodes = {} satisfies Record<string, ErrorCodeRow>;

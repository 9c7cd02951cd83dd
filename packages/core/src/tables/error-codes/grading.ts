import type { ErrorCodeRow } from '../../model/error-code.js';

export const gradingCodes = {} satisfies Record<string, ErrorCodeRow>;

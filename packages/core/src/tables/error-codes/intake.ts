import type { ErrorCodeRow } from '../../model/error-code.js';

export const intakeCodes = {} satisfies Record<string, ErrorCodeRow>;

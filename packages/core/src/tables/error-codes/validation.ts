import type { ErrorCodeRow } from '../../model/error-code.js';

export const validationCodes = {
  SEC017: {
    severity: 'error',
    text: 'the value is {found}, which JSON can not hold',
    hint: 'x',
  },
} satisfies Record<string, ErrorCodeRow>;

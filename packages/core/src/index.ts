export { errorCodes } from './tables/error-codes.js';

export const main = {};

export const list = { entries: [] };

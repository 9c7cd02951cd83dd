export const SCORING_PROTOCOL = 'v1';
export const INDEX_VERSION = 2;

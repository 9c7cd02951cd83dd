/** Lists a server can offer, in the order of the report. */
export const LISTS = ['tools', 'resources', 'prompts'] as const;

export type ListName = (typeof LISTS)[number];

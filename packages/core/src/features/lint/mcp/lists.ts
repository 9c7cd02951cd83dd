/** What a server can offer, in the order in which it is reported. */
export const LISTS = ['tools', 'resources', 'prompts'] as const;

export type ListName = (typeof LISTS)[number];

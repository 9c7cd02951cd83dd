/**
 * The dimensions of a schema that scoring protocol v1 rates, in the order of its prompts (Schemas-Spec 22, Dimensions).
 */
export const PROTOCOL_DIMENSIONS = ['whenToUse', 'parameters'] as const;
export type ProtocolDimension = (typeof PROTOCOL_DIMENSIONS)[number];

/** What scoring protocol v1 rates of a schema, in the order in which it asks (Schemas-Spec 22, Dimensions). */
export const PROTOCOL_DIMENSIONS = ['whenToUse', 'parameters'] as const;
export type ProtocolDimension = (typeof PROTOCOL_DIMENSIONS)[number];

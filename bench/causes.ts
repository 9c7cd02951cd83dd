/** Why an operation departs from its target, by its id; told where it does. */
export const causes: Readonly<Record<string, string>> = {};

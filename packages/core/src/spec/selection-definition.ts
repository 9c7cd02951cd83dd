import { z } from 'zod';
import type { SelectionDefinition } from './selection.js';

const override = z.strictObject({
  name: z.string().min(1).exactOptional(),
  description: z.string().min(1).exactOptional(),
});

/** A definition as stored in the island (spec 16, Neutral Definition). */
export const selectionDefinition: z.ZodType<SelectionDefinition> = z.strictObject({
  selectionId: z.string().regex(/^[a-z0-9-]+$/),
  namespace: z.string().regex(/^[a-z0-9_-]+$/),
  name: z.string().min(1),
  version: z.string().regex(/^flowmcp\/4\.\d+\.\d+$/),
  description: z.string().min(10),
  whenToUse: z.string().min(1),
  personaIds: z.array(z.string().min(1)).min(1),
  members: z
    .array(
      z.strictObject({ schemaId: z.string().regex(/^[^.]+\.[^.]+$/), override: override.exactOptional() }),
    )
    .min(1),
  skills: z.array(z.strictObject({ file: z.string().regex(/^skills\/[A-Za-z0-9_-]+\.mjs$/) })).max(4),
  resources: z.array(z.unknown()),
  prompts: z.array(z.unknown()),
  references: z.record(z.string(), z.array(z.string().regex(/^[^.]+\.[^.]+$/))).optional(),
});

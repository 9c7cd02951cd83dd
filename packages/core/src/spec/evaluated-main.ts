import { z } from 'zod';

/**
 * `‹schema›--‹ts›--‹hash8›.main.json`, beside the snapshot of a schema whose `main` is computed: the value that
 * evaluation produced at import. The file itself records where the value comes from; the hash in its name is the hash
 * of `main`.
 */
export const evaluatedMain = z.strictObject({
  /** Name and version of the engine that evaluated the module. */
  engine: z.string(),
  /** Hash of the module's bytes. */
  sourceSha256: z.string(),
  main: z.record(z.string(), z.unknown()),
});
export type EvaluatedMain = z.infer<typeof evaluatedMain>;

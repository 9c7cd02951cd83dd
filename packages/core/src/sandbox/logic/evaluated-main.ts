import { z } from 'zod';

/**
 * `‹schema›--‹ts›--‹hash8›.main.json`, beside the snapshot of a schema whose `main` is computed: what it came out as when
 * it was evaluated at import. Its presence is the provenance; the hash in its name is that of `main`.
 */
export const evaluatedMain = z.strictObject({
  /** Name and version of the engine that evaluated the module. */
  engine: z.string(),
  /** Of the module's bytes. */
  sourceSha256: z.string(),
  main: z.record(z.string(), z.unknown()),
});
export type EvaluatedMain = z.infer<typeof evaluatedMain>;

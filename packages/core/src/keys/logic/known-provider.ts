/**
 * A company whose API keys are known by name (grading-rules §5, spec 09 "API-Key Hygiene").
 *
 * Only `names` and `words` can accuse. When in doubt a token belongs into `shortForms`: there it
 * explains a key on the company's own hosts and can never veto anybody else's.
 */
export interface KnownProvider {
  readonly id: string;
  /** As printed in evidence. */
  readonly owner: string;
  /** Tokens that mean this company wherever they stand, alone or joined (`FACE_BOOK`). */
  readonly names?: readonly string[];
  /** Company names that are ordinary words too: they accuse only as the one distinctive word of a key. */
  readonly words?: readonly string[];
  /**
   * Abbreviations, products, protocols, hosting and sign-in services whose customers run APIs on
   * domains of their own: they agree, they never accuse.
   */
  readonly shortForms?: readonly string[];
  /** Host suffixes: `infura.io` covers `mainnet.infura.io`; `gov` covers every host below it. */
  readonly domains: readonly string[];
  /** Rows of one family are one company: the domains of each count for all. */
  readonly family?: string;
}

/**
 * A company whose API keys are recognised by name (grading-rules §5, spec 09 "API-Key Hygiene").
 *
 * Only `names` and `words` can accuse. When in doubt, a token belongs in `shortForms`, where it supports a
 * key on the company's own hosts and can never veto another company's.
 */
export interface KnownProvider {
  readonly id: string;
  /** Name shown in evidence. */
  readonly owner: string;
  /** Tokens that always mean this company, alone or joined (`FACE_BOOK`). */
  readonly names?: readonly string[];
  /** Company names that are also ordinary words: they accuse only as the single distinctive word of a key. */
  readonly words?: readonly string[];
  /**
   * Abbreviations, products, protocols, hosting and sign-in services whose customers run APIs on domains of
   * their own: they support a key and never accuse.
   */
  readonly shortForms?: readonly string[];
  /** Host suffixes: `infura.io` covers `mainnet.infura.io`; `gov` covers every host below it. */
  readonly domains: readonly string[];
  /** Rows of one family form one company and share their domains. */
  readonly family?: string;
}

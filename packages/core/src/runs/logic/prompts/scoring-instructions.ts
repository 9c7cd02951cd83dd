/** Fixed text of scoring protocol v1; changing it would require a new protocol version. */
export const SCORING_INSTRUCTIONS_V1 =
  'Du bist ein Schema-Bewerter. Bewerte unabhaengig basierend nur auf den unten gelieferten Informationen. Antworte als JSON-Array: [ { "dimension": "...", "score": <1.0-5.0>, "reasoning": "..." }, ... ]. Keine externen Annahmen, keine Kontext-Vermutungen.';

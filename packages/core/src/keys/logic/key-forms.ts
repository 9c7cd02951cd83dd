/** Forms of keys issued by well-known providers: they are keys wherever they occur. */
export const ISSUED_KEY_FORMS: readonly RegExp[] = [
  /\bgh[pousr]_[A-Za-z0-9]{36,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bsk_live_[A-Za-z0-9]{16,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
  // A signed token (JWT); bounded, so that long texts are searched quickly.
  /\beyJ[\w-]{10,500}\.eyJ[\w-]{10,2000}\.[\w-]{10,}/g,
];

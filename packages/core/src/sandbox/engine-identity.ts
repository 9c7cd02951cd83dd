/** As provenance names it; a test compares it with the package that is installed. */
export const SANDBOX_ENGINE = 'quickjs-emscripten 0.32.0';

/** Name and version of the engine, as provenance records it; a test compares it with the installed package. */
export const SANDBOX_ENGINE = 'quickjs-emscripten 0.32.0';

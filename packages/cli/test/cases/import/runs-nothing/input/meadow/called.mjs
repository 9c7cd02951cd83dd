const load = () => 'meadow'
export const main = { namespace: load(), tools: {} }

export const main = { namespace: 'old', version: '2.0.0', tools: {} };

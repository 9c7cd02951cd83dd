export const main = { namespace: 'barn', version: '3.1.0', skills: {}, tools: {} };

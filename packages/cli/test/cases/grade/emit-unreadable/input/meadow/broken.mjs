export const main = {
  namespace: 
export const main = {

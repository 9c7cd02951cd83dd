/** Takes `1.0.0` from `gradingSystem/1.0.0`. */
export function versionNumber(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

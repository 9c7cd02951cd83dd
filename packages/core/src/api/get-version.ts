import { readPackageIdentity } from '../files/own-package.js';
import { gradingSystem } from '../spec/grading-system-1.0.0.js';
import { scoringSystem } from '../spec/scoring-system-1.0.0.js';

/**
 * The three versions that change independently (spec 07).
 *
 * @returns `scoringSystem` and `gradingSystem` as bare numbers such as `1.0.0`, whereas entries put the name
 * in front; `repoVersion` is the version of this package
 */
export function getVersion(): { scoringSystem: string; gradingSystem: string; repoVersion: string } {
  return {
    scoringSystem: versionNumber(scoringSystem.version),
    gradingSystem: versionNumber(gradingSystem.version),
    repoVersion: readPackageIdentity().version,
  };
}

/** Takes `1.0.0` from `gradingSystem/1.0.0`. */
function versionNumber(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

import { readPackageIdentity } from '../pipeline/package-identity.js';
import { gradingSystem } from '../tables/grading-system-1.0.0.js';
import { scoringSystem } from '../tables/scoring-system-1.0.0.js';
import { versionNumber } from './version-number.js';

/**
 * The three versions that change independently (spec 07).
 *
 * @returns `scoringSystem` and `gradingSystem` as numbers, `1.0.0`; entries carry them with their name in front.
 *   `repoVersion` is that of this package
 */
export function getVersion(): { scoringSystem: string; gradingSystem: string; repoVersion: string } {
  return {
    scoringSystem: versionNumber(scoringSystem.version),
    gradingSystem: versionNumber(gradingSystem.version),
    repoVersion: readPackageIdentity().version,
  };
}

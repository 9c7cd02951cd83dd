import { readPackageIdentity } from '../files/own-package.js';
import { DEFAULT_BOOK } from '../spec/books/registered.js';

/**
 * The three versions that change independently (spec 07).
 *
 * @returns `scoringSystem` and `gradingSystem` as bare numbers such as `1.0.0`, whereas entries put the name
 * in front; `repoVersion` is the version of this package
 */
export function getVersion(): { scoringSystem: string; gradingSystem: string; repoVersion: string } {
  return {
    scoringSystem: versionNumber(DEFAULT_BOOK.scoring.version),
    gradingSystem: versionNumber(DEFAULT_BOOK.grading.version),
    repoVersion: readPackageIdentity().version,
  };
}

/** The number in the name of a version. */
function versionNumber(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

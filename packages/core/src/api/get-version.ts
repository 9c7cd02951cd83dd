import { readPackageIdentity } from '../files/own-package.js';
import { chooseRules } from '../island/logic/choose-rules.js';
import { DEFAULT_BOOK } from '../spec/books/registered.js';

/**
 * The three versions that change independently (spec 07).
 *
 * @param rules versions as on the command line, such as `3.0.3`; default: those of an island that names none
 * @throws GradingError RUL-002 for a version that is not known, RUL-003 for versions that cannot be combined
 * @returns `scoringSystem` and `gradingSystem` as bare numbers such as `1.0.0`, whereas entries put the name
 * in front; `repoVersion` is the version of this package
 */
export function getVersion({ rules }: { readonly rules?: readonly string[] } = {}): {
  scoringSystem: string;
  gradingSystem: string;
  repoVersion: string;
} {
  const { scoring, grading } = rules ? chooseRules(rules).book : DEFAULT_BOOK;
  return {
    scoringSystem: versionNumber(scoring.version),
    gradingSystem: versionNumber(grading.version),
    repoVersion: readPackageIdentity().version,
  };
}

/** The number in the name of a version. */
function versionNumber(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

// Writes packages/core/libraries, the scripts of the libraries that handlers get in the sandbox. `setup.mjs` runs this if
// a script is missing or older than what it is made of.
import { bundleLibraries } from './bundle/bundle-libraries.js';
import { replaceFolder } from './bundle/replace-folder.js';
import { ROOT } from './source-files.js';

const { files } = await bundleLibraries();
replaceFolder(`${ROOT}packages/core/libraries`, files);

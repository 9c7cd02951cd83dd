// Output, written files and exit codes of the command line: the cases in the folder fix.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('fix');

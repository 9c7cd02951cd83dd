// Output and exit codes of the command line: the cases in the folder findability.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('findability');

// Output and exit codes of the command line: the cases in the folder find.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('find');

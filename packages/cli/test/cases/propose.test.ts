// Output and exit codes of the command line: the cases in the folder propose.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('propose');

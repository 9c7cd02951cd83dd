// Output, written files and exit codes of the command line: the cases in the folder prompts.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('prompts');

// Output, written files and exit codes of the command line: the cases in the folder trial.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('trial');

// What the command line prints, writes and exits with: the cases in the folder run.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('run');

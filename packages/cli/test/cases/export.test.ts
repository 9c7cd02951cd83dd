// What the command line prints, writes and exits with: the cases in the folder export.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('export');
